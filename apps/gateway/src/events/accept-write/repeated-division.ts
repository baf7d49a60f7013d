import { isDeepStrictEqual } from 'node:util';
import type { EventRecord } from '@kalends/contracts';
import { findInstance, withEnd, type EventSeries } from '@kalends/icalendar';
import { Refusal } from '../../http/refusals.js';
import { instanceIn } from '../series-uid.js';
import { presentInstance, type NamedInstance } from './named-instance.js';

/** Of versions rather than of what an event is. */
const ofVersions = new Set(['created', 'updated', 'sequence']);

const contentOf = (series: EventSeries): unknown =>
  JSON.parse(JSON.stringify(series, (name, value: unknown) => (ofVersions.has(name) ? undefined : value)));

/** Whether a series already is what a change would make of it. */
export const isAsChanged = (before: EventRecord, after: EventRecord): boolean =>
  isDeepStrictEqual(contentOf(before.series), contentOf(after.series));

/** The named instance, or the 404 if the series, which exists, does not have it: it may have been divided before. */
export function instanceOrMissing(...given: Parameters<typeof presentInstance>): NamedInstance | Refusal {
  try {
    return presentInstance(...given);
  } catch (error) {
    const isMissing = error instanceof Refusal && error.getStatus() === 404;
    if (!isMissing || !given[1] || given[1].deleted) throw error;
    return error;
  }
}

/** Whether the series ends before an instance that its rule would have: whatever followed has been deleted already. */
export function endsBefore({ series, floating_tzid: floatingZone }: EventRecord, event_uid: string): boolean {
  const { master, recurrence } = series;
  if (!master || !recurrence) return false;
  const rrules = recurrence.rrules.map((rule) => withEnd(rule, null));
  const endless = { ...series, recurrence: { ...recurrence, rrules } };
  const id = instanceIn(event_uid)!;
  return !findInstance(series, id, { floatingZone }) && Boolean(findInstance(endless, id, { floatingZone }));
}
