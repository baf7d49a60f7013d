import { afterWrite, type AcceptedWrite, type VisibleEvent, type WrittenEvent } from '@kalends/event-writes';
import type { EventSeries } from '@kalends/icalendar';

/** The provider's state (null: it has no such event) overlaid with the pending writes, in command order. */
export function overlay(
  base: EventSeries | null,
  writes: readonly AcceptedWrite[],
  written: WrittenEvent,
): VisibleEvent {
  return writes.reduce<VisibleEvent>((state, write) => afterWrite(state, write, written), {
    series: base,
    deleted: base === null,
  });
}
