import { instantMs } from '@kalends/icalendar';

const suffix = /_(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/;

/** The event_uid of the series that an instance belongs to (EVT-8); that of any other event is its own. */
export const seriesUid = (eventUid: string): string => eventUid.replace(suffix, '');

/** The original start that the event_uid of an instance names: epoch ms, or a date; null: it is none of an instance. */
export function instanceIn(eventUid: string): number | string | null {
  const [, year, month, day, hour, minute, second] = suffix.exec(eventUid) ?? [];
  if (year === undefined) return null;
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? date : instantMs(`${date}T${hour}:${minute}:${second}Z`);
}

/** The part of an instance's event_uid behind that of its series, with `_`. */
export const instanceSuffix = (eventUid: string): string => suffix.exec(eventUid)?.[0] ?? '';
