import { formatInstant } from '@kalends/icalendar';
import { between, timedPrefixLength, timesOf } from '../read-model/wire.js';
import type { Page, Place } from './page.js';

const utcZones = new Set(['Etc/UTC', 'UTC', 'Etc/UCT', 'UCT', 'Etc/Zulu', 'Zulu', 'Etc/Universal', 'Universal']);

function localizedTime([start, end, allDay, startTzid, endTzid]: Place, side: 'start' | 'end', tzid: string) {
  const ms = side === 'start' ? start : end;
  if (allDay) return { time: formatInstant(ms, 'Etc/UTC').slice(0, 10), tzid };
  const own = (side === 'start' ? startTzid : endTzid) ?? 'Etc/UTC';
  return { time: formatInstant(ms, own), tzid: own };
}

const rest = (wire: string, allDay: boolean) => wire.slice(allDay ? wire.indexOf(',"calendar_id"') : timedPrefixLength);

function presentLocalized(wire: string, place: Place, tzid: string): string {
  const [start, end] = [localizedTime(place, 'start', tzid), localizedTime(place, 'end', tzid)];
  return `{"start":${JSON.stringify(start)},"end":${JSON.stringify(end)}${rest(wire, place[2])}`;
}

function presentIn(tzid: string, wire: string): string {
  const times = timesOf(wire);
  if (!times) return wire;
  return `{"start":"${formatInstant(times.start, tzid)}","end":"${formatInstant(times.end, tzid)}"${rest(wire, false)}`;
}

/**
 * The events of a page as JSON texts with {@link between} between them, times expressed in `tzid` (contract decision 5), or
 * each in its own zone as `{time, tzid}` when localized, for which the page needs its places.
 */
export function presentEvents({ events, places }: Pick<Page, 'events' | 'places'>, tzid: string, localized: boolean) {
  if (events === '' || (!localized && utcZones.has(tzid))) return events;
  const wires = events.split(between);
  const shown = localized
    ? wires.map((wire, index) => presentLocalized(wire, places![index]!, tzid))
    : wires.map((wire) => presentIn(tzid, wire));
  return shown.join(between);
}
