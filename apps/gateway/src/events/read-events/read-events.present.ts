import { formatInstant } from '@kalends/icalendar';
import type { Page, Place } from './page.js';

const utcZones = new Set(['Etc/UTC', 'UTC', 'Etc/UCT', 'UCT', 'Etc/Zulu', 'Zulu', 'Etc/Universal', 'Universal']);

/** Whether events are shown with times that differ from their texts, which requires the page's places. */
export const needsPlaces = (tzid: string, localized: boolean): boolean => localized || !utcZones.has(tzid);

function localizedTime({ start, end, allDay, startTzid, endTzid }: Place, side: 'start' | 'end', tzid: string) {
  const ms = side === 'start' ? start : end;
  if (allDay) return { time: formatInstant(ms, 'Etc/UTC').slice(0, 10), tzid };
  const own = (side === 'start' ? startTzid : endTzid) ?? 'Etc/UTC';
  return { time: formatInstant(ms, own), tzid: own };
}

/** Begins with two fixed characters: nearly three times as fast as two searches or as `"(?:lat|long)`. */
const coordinate = /"l(?:at|ong)":"/;

/** The same event without the coordinates of its location, which are shown on request (EVT-37). */
export function withoutGeo(wire: string): string {
  if (!coordinate.test(wire)) return wire;
  const { location, ...event } = JSON.parse(wire) as { location?: { lat?: string; long?: string } };
  const { lat: _lat, long: _long, ...place } = location ?? {};
  return JSON.stringify({ ...event, location: place });
}

/**
 * Events (JSON texts) as one text, without coordinates. Few events have any, so the whole text is searched first: one long
 * search takes a third of the time of a hundred short ones.
 */
export function joinWithoutGeo(events: readonly string[]): string {
  const text = events.join(',');
  return coordinate.test(text) ? events.map(withoutGeo).join(',') : text;
}

const leading = /^\{"start":"[^"\\]*","end":"[^"\\]*"/;

/** The same event with other times; if its text begins with them, it need not be parsed. */
export function withTimes(wire: string, start: unknown, end: unknown): string {
  const texts = `{"start":${JSON.stringify(start)},"end":${JSON.stringify(end)}`;
  if (leading.test(wire)) return wire.replace(leading, () => texts);
  return JSON.stringify({ ...(JSON.parse(wire) as object), start, end });
}

function presentIn(tzid: string, wire: string, { start, end, allDay }: Place): string {
  return allDay ? wire : withTimes(wire, formatInstant(start, tzid), formatInstant(end, tzid));
}

/**
 * The events of a page as JSON texts, times expressed in `tzid` (EVT-5), or each in its own zone as `{time, tzid}` when
 * localized.
 */
export function presentEvents({ events, places }: Pick<Page, 'events' | 'places'>, tzid: string, localized: boolean) {
  if (!needsPlaces(tzid, localized)) return events;
  return events.map((wire, index) => {
    const place = places![index]!;
    if (!localized) return presentIn(tzid, wire, place);
    return withTimes(wire, localizedTime(place, 'start', tzid), localizedTime(place, 'end', tzid));
  });
}
