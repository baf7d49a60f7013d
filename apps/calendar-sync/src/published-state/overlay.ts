import { applySeriesChange, type EventSeries, toIso } from '@kalends/icalendar';
import type { PendingWriteRow } from './rows.js';

/** What readers see of an event: its series, and whether it is deleted. `series` is null if it never existed. */
interface Visible {
  series: EventSeries | null;
  deleted: boolean;
}

/** The part of an accepted write that changes its event. */
export type Write = Pick<PendingWriteRow, 'operation' | 'change' | 'accepted_at'> &
  Partial<Pick<PendingWriteRow, 'awaits_conference'>>;

/** The event that writes change. */
interface Written {
  uid: string;
  /** Nobody's write through the API created it: once deleted, it stays deleted. */
  isExternal: boolean;
}

function afterWrite({ series, deleted }: Visible, write: Write, { uid, isExternal }: Written): Visible {
  if (write.operation === 'delete') return { series, deleted: true };
  const present = series && !deleted ? series : null;
  // what was deleted meanwhile stays deleted
  if ((isExternal || write.awaits_conference) && !present) return { series, deleted };
  const now = toIso(write.accepted_at);
  return { series: applySeriesChange(present, write.change ?? {}, { uid, now }), deleted: false };
}

/** The provider's state (null: it has no such event) overlaid with the pending writes, in command order. */
export function overlay(base: EventSeries | null, writes: readonly Write[], written: Written): Visible {
  return writes.reduce<Visible>((state, write) => afterWrite(state, write, written), {
    series: base,
    deleted: base === null,
  });
}
