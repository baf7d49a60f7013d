import type { EventRecord } from '@kalends/contracts';
import type { OccurrenceRow } from '../../read-model/occurrence-row.js';
import type { Loaded } from './load-writes.js';

/** An event after the writes of one transaction. */
export interface ChangedEvent {
  record: EventRecord;
  /** The revision of the record that the last write was decided on; 0: there was none. */
  decidedOn: number;
  /** The record as JSON. */
  text: string;
  eventId: string | null;
  /** The X-Request-Id of the last of them. */
  requestId: string | null;
  /** Its row in the table `occurrence` before them. */
  rowBefore: NonNullable<Loaded['rowsBefore']>[number] | null;
  /** Its only row from now on; null if it has or had several: {@link isSimple}. */
  row: OccurrenceRow | null;
}

/** Whether one row of the table `occurrence` is replaced by one: not if it is or was a series. */
export const isSimple = ({ row }: ChangedEvent): boolean => row !== null;
