import { formatInstant } from '@kalends/icalendar';
import { isAllDayClass } from '../read-model/occurrence-row.js';
import { timedPrefixLength } from '../read-model/wire.js';
import { between } from './page-sql.js';
import type { Page, Place } from './read-events.queries.js';

const utcZones = new Set(['Etc/UTC', 'UTC', 'Etc/UCT', 'UCT', 'Etc/Zulu', 'Zulu', 'Etc/Universal', 'Universal']);

/** Whether times are asked for otherwise than rows hold them: then {@link presentEvents} needs the rows' places. */
export const needsPlaces = (tzid: string, localized: boolean) => localized || !utcZones.has(tzid);

function localizedTime([start, end, cls, startTzid, endTzid]: Place, side: 'start' | 'end', tzid: string) {
  const ms = side === 'start' ? start : end;
  if (isAllDayClass(cls)) return { time: formatInstant(ms, 'Etc/UTC').slice(0, 10), tzid };
  const own = (side === 'start' ? startTzid : endTzid) ?? 'Etc/UTC';
  return { time: formatInstant(ms, own), tzid: own };
}

const rest = (wire: string, [, , cls]: Place) =>
  wire.slice(isAllDayClass(cls) ? wire.indexOf(',"calendar_id"') : timedPrefixLength);

function presentOne(wire: string, place: Place, tzid: string, localized: boolean): string {
  if (localized) {
    const [start, end] = [localizedTime(place, 'start', tzid), localizedTime(place, 'end', tzid)];
    return `{"start":${JSON.stringify(start)},"end":${JSON.stringify(end)}${rest(wire, place)}`;
  }
  const [start, end, cls] = place;
  if (isAllDayClass(cls)) return wire;
  return `{"start":"${formatInstant(start, tzid)}","end":"${formatInstant(end, tzid)}"${rest(wire, place)}`;
}

/**
 * The events of a page as JSON texts, times expressed in `tzid` (contract decision 5), or each in its own zone as
 * `{time, tzid}` when localized. A page without places is in UTC, as stored.
 */
export function presentEvents({ wires, places }: Pick<Page, 'wires' | 'places'>, tzid: string, localized: boolean) {
  if (!places || wires === '') return wires;
  return wires
    .split(between)
    .map((wire, index) => presentOne(wire, places[index]!, tzid, localized))
    .join(between);
}
