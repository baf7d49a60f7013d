import { isDeepStrictEqual } from 'node:util';
import type { EventRecord } from '@kalends/contracts';
import { findInstance, withEnd, type EventSeries } from '@kalends/icalendar';
import { instanceIn } from '../series-uid.js';

/** Of versions rather than of what an event is. */
const ofVersions = new Set(['created', 'updated', 'sequence']);

const contentOf = (series: EventSeries): unknown =>
  JSON.parse(JSON.stringify(series, (name, value: unknown) => (ofVersions.has(name) ? undefined : value)));

/** Whether a series already is what a change would make of it. */
export const isAsChanged = (before: EventRecord, after: EventRecord): boolean =>
  isDeepStrictEqual(contentOf(before.series), contentOf(after.series));

/** Whether the series ends before an instance that its rule would have: whatever followed has been deleted already. */
export function endsBefore({ series, floating_tzid: floatingZone }: EventRecord, event_uid: string): boolean {
  const { master, recurrence } = series;
  if (!master || !recurrence) return false;
  const rrules = recurrence.rrules.map((rule) => withEnd(rule, null));
  const endless = { ...series, recurrence: { ...recurrence, rrules } };
  const id = instanceIn(event_uid)!;
  return !findInstance(series, id, { floatingZone }) && Boolean(findInstance(endless, id, { floatingZone }));
}
