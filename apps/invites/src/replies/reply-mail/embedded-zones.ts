import { type EpochMs, type EventTime, instantOf, isTimeZone, parseCalendarObject, toIso } from '@kalends/icalendar';

type TimedEventTime = Extract<EventTime, { local: string }>;

/** Converts times whose TZID is an unknown name. */
export interface ZoneReader {
  instant(time: TimedEventTime): EpochMs;
  /** The same time in a zone with a known name: its own, otherwise UTC. */
  normalised(time: EventTime): EventTime;
}

/**
 * Zone names suffice for nearly every reply: the text's own definition is parsed only for a meaningless name (`Customized
 * Time Zone`), as parsing it costs more than the rest of the mail. Floating times are read as UTC.
 */
export function zoneReader(text: string): ZoneReader {
  let zones: ReturnType<typeof zonesOf> | undefined;
  const instant = (time: TimedEventTime) => {
    const named = time.tzid === null || isTimeZone(time.tzid);
    return instantOf(time, { zones: named ? {} : (zones ??= zonesOf(text)), floatingZone: 'Etc/UTC' });
  };
  const normalised = (time: EventTime): EventTime => {
    if ('date' in time || time.tzid === null || isTimeZone(time.tzid)) return time;
    return { local: toIso(instant(time)).slice(0, 19), tzid: 'Etc/UTC' };
  };
  return { instant, normalised };
}

const zonesOf = (text: string) => {
  const parsed = parseCalendarObject(text);
  return Object.fromEntries(parsed.ok ? parsed.series.flatMap(({ zones }) => Object.entries(zones ?? {})) : []);
};
