import { EventComponent, EventSeries, EventTime, Occurrence, Override, Recurrence } from '../model.js';

/** `2026-11-20`, `2026-11-20T10:00:00 Europe/Berlin`, or without a zone a floating time. */
export function time(text: string): EventTime {
  const [local, tzid] = text.split(' ');
  return local!.length === 10 ? { date: local! } : { local: local!, tzid: tzid ?? null };
}

export function event(start: string, end: string, more: Partial<EventComponent> = {}): EventComponent {
  return { summary: 'S', start: time(start), end: time(end), status: 'confirmed', transparency: 'opaque', ...more };
}

export function series(
  master: EventComponent,
  recurrence: Partial<Recurrence> = {},
  overrides: Override[] = [],
): EventSeries {
  return { uid: 'u', master, recurrence: { rrules: [], rdates: [], exdates: [], ...recurrence }, overrides };
}

/** Start of each instance as written: a date or a local time. */
export const starts = (occurrences: Occurrence[]): string[] =>
  occurrences.map(({ start }) => ('date' in start ? start.date : start.local));

/** `20261120T100000[Z]` or `20261120` as an event time text for {@link time}. */
export function fromBasic(value: string): string {
  const date = `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6, 8)}`;
  if (value.length === 8) return date;
  const clock = `${date}T${value.slice(9, 11)}:${value.slice(11, 13)}:${value.slice(13, 15)}`;
  return value.endsWith('Z') ? `${clock} Etc/UTC` : clock;
}
