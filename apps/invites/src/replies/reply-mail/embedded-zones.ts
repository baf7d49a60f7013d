import { type EpochMs, type EventTime, instantOf, isTimeZone, parseCalendarObject, toIso } from '@kalends/icalendar';

type TimedEventTime = Extract<EventTime, { local: string }>;

/** Reads times whose TZID is no name that the world knows. */
export interface ZoneReader {
  instant(time: TimedEventTime): EpochMs;
  /** The same time in a zone that has a name: itself, or else in UTC. */
  known(time: EventTime): EventTime;
}

/**
 * Zone names are enough for nearly every reply: only for one that says nothing (`Customized Time Zone`) is the text's
 * own definition read, as that alone costs more than the rest of the mail. Floating times are taken as UTC.
 */
export function zoneReader(text: string): ZoneReader {
  let zones: ReturnType<typeof zonesOf> | undefined;
  const instant = (time: TimedEventTime) => {
    const named = time.tzid === null || isTimeZone(time.tzid);
    return instantOf(time, { zones: named ? {} : (zones ??= zonesOf(text)), floatingZone: 'Etc/UTC' });
  };
  const known = (time: EventTime): EventTime => {
    if ('date' in time || time.tzid === null || isTimeZone(time.tzid)) return time;
    return { local: toIso(instant(time)).slice(0, 19), tzid: 'Etc/UTC' };
  };
  return { instant, known };
}

const zonesOf = (text: string) => {
  const parsed = parseCalendarObject(text);
  return parsed.ok ? Object.assign({}, ...parsed.series.map((series) => series.zones)) : {};
};
