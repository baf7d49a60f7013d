import { applySeriesChange, type EventSeries, toIso } from '@kalends/icalendar';
import type { PendingWriteRow } from './rows.js';

/** What readers see of an event: its series, and whether it is there. `series` is null when it never was. */
interface Visible {
  series: EventSeries | null;
  deleted: boolean;
}

/** What of an accepted write changes its event. */
export type Write = Pick<PendingWriteRow, 'operation' | 'change' | 'accepted_at'>;

function afterWrite({ series, deleted }: Visible, write: Write, uid: string): Visible {
  if (write.operation === 'delete') return { series, deleted: true };
  const present = series && !deleted ? series : null;
  const now = toIso(write.accepted_at);
  return { series: applySeriesChange(present, write.change ?? {}, { uid, now }), deleted: false };
}

/** The provider's state (null: it has no such event) with the writes on their way laid over it, in command order. */
export function overlay(base: EventSeries | null, writes: readonly Write[], uid: string): Visible {
  return writes.reduce<Visible>((state, write) => afterWrite(state, write, uid), {
    series: base,
    deleted: base === null,
  });
}
