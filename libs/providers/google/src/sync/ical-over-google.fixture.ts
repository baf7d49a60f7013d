import { createHash } from 'node:crypto';
import { parseCalendarObject, type EventComponent, type EventTime } from '@kalends/icalendar';
import type { GoogleEvent, GoogleTime } from './resources.js';

/**
 * Another client's calendar objects as Google would store them: members that Google does not have are kept in a private
 * property, so that a read returns them unless somebody removed it.
 */
const kept = 'otherLines';

const time = (at: EventTime): GoogleTime =>
  'date' in at
    ? { date: at.date }
    : { dateTime: at.local, timeZone: at.tzid === 'Etc/UTC' ? 'UTC' : (at.tzid ?? 'UTC') };

const members = ({ summary, location, start, end }: EventComponent) => ({
  summary,
  ...(location?.description === undefined ? {} : { location: location.description }),
  start: time(start),
  end: time(end),
});

export const idFor = (name: string): string => `t${createHash('sha256').update(name).digest('hex').slice(0, 30)}`;

export interface Translated {
  master: Record<string, unknown>;
  /** By the suffix of the instance. */
  exceptions: Map<string, Record<string, unknown>>;
}

/** What a Google client would send for a calendar object. */
export function translated(object: string): Translated {
  const parsed = parseCalendarObject(object);
  if (!parsed.ok) throw new Error(parsed.reason);
  const { uid, master, recurrence, overrides } = parsed.series[0]!;
  const lines = object.split('\r\n').filter((line) => /^(X-|CONTACT|CLASS)/.test(line));
  const exceptions = overrides.map(({ recurrence_id, change }): [string, Record<string, unknown>] => {
    const local = 'date' in recurrence_id ? recurrence_id.date : `${recurrence_id.local}Z`;
    return [local.replace(/[-:]/g, ''), members({ ...master!, ...change } as EventComponent)];
  });
  return {
    master: {
      ...members(master!),
      iCalUID: uid,
      ...(recurrence ? { recurrence: recurrence.rrules.map((rule) => `RRULE:${rule}`) } : {}),
      ...(lines.includes('CLASS:CONFIDENTIAL') ? { visibility: 'confidential' } : {}),
      extendedProperties: { private: { [kept]: lines.join('\n') } },
    },
    exceptions: new Map(exceptions),
  };
}

const text = (value: string) => value.replace(/([\\,;])/g, '\\$1');

function timeLine(name: string, at: GoogleTime): string {
  if (at.date) return `${name};VALUE=DATE:${at.date.replaceAll('-', '')}`;
  return `${name}:${at.dateTime!.replace(/[-:]|\.000/g, '')}`;
}

/** An event at Google as lines of RFC 5545, followed by its exceptions. */
export function printed(events: readonly GoogleEvent[]): string {
  const components = events.flatMap((event) => [
    'BEGIN:VEVENT',
    `UID:${event.extendedProperties?.private?.['kalendsUid'] ?? event.iCalUID!}`,
    ...(event.originalStartTime ? [timeLine('RECURRENCE-ID', event.originalStartTime)] : []),
    timeLine('DTSTART', event.start!),
    timeLine('DTEND', event.end!),
    `SUMMARY:${text(event.summary ?? '')}`,
    ...(event.location === undefined ? [] : [`LOCATION:${text(event.location)}`]),
    ...(event.recurrence ?? []),
    ...(event.extendedProperties?.private?.[kept]?.split('\n') ?? []),
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Someone else//EN', ...components, 'END:VCALENDAR', ''].join(
    '\r\n',
  );
}
