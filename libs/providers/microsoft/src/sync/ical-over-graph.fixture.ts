import { parseCalendarObject, type EventComponent, type EventTime } from '@kalends/icalendar';
import { own } from './resources.js';

/**
 * Another client's calendar objects as a Graph client would store them. Graph lets no client choose a UID, so it goes
 * where Kalends keeps its own; lines that Graph has no member for are in a property of the other client's.
 */
const kept = 'String {66f5a359-4659-4830-9070-00047ec6ac6e} Name OtherLines';
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

type Body = Record<string, unknown>;

const time = (at: EventTime) =>
  'date' in at
    ? { dateTime: `${at.date}T00:00:00`, timeZone: 'UTC' }
    : { dateTime: at.local, timeZone: at.tzid === 'Etc/UTC' ? 'UTC' : (at.tzid ?? 'UTC') };

const members = ({ summary, location, start, end }: EventComponent): Body => ({
  subject: summary,
  ...(location?.description === undefined ? {} : { location: { displayName: location.description } }),
  start: time(start),
  end: time(end),
  ...('date' in start ? { isAllDay: true } : {}),
});

/** `FREQ=DAILY|WEEKLY;COUNT=n`, all that the objects of the conformance suite have. */
function recurrence(rule: string, start: EventTime): Body {
  const [, freq, count] = /^FREQ=(DAILY|WEEKLY);COUNT=(\d+)$/.exec(rule)!;
  const date = time(start).dateTime.slice(0, 10);
  const day = days[new Date(`${date}T00:00:00Z`).getUTCDay()];
  const pattern =
    freq === 'DAILY' ? { type: 'daily', interval: 1 } : { type: 'weekly', interval: 1, daysOfWeek: [day] };
  return { pattern, range: { type: 'numbered', startDate: date, numberOfOccurrences: Number(count) } };
}

/** What a Graph client would send for a calendar object: its master, and exceptions by their original date. */
export function translated(object: string): { master: Body; exceptions: Map<string, Body> } {
  const parsed = parseCalendarObject(object);
  if (!parsed.ok) throw new Error(parsed.reason);
  const { uid, master, recurrence: rules, overrides } = parsed.series[0]!;
  const lines = object.split('\r\n').filter((line) => /^(X-|CONTACT|CLASS)/.test(line));
  const exceptions = overrides.map(({ recurrence_id, change }): [string, Body] => [
    time(recurrence_id).dateTime.slice(0, 10),
    members({ ...master!, ...change } as EventComponent),
  ]);
  const rule = rules?.rrules[0];
  return {
    master: {
      ...members(master!),
      ...(rule === undefined ? {} : { recurrence: recurrence(rule, master!.start) }),
      ...(lines.includes('CLASS:CONFIDENTIAL') ? { sensitivity: 'confidential' } : {}),
      singleValueExtendedProperties: [
        { id: own.uid, value: uid },
        ...(lines.length > 0 ? [{ id: kept, value: lines.join('\n') }] : []),
      ],
    },
    exceptions: new Map(exceptions),
  };
}

const expand = `singleValueExtendedProperties($filter=id eq '${own.uid}' or id eq '${kept}')`;
export const printedQuery =
  `$select=id,subject,location,start,end,isAllDay,recurrence,occurrenceId,originalStart,exceptionOccurrences` +
  `&$expand=${encodeURIComponent(`exceptionOccurrences,${expand}`)}`;

const text = (value: unknown) => String(value).replace(/([\\,;])/g, '\\$1');
const basic = (value: unknown) => String(value).slice(0, 19).replace(/[-:]/g, '');

function timeLine(name: string, event: Body, member: 'start' | 'end'): string {
  const { dateTime } = event[member] as { dateTime: string };
  return event['isAllDay'] ? `${name};VALUE=DATE:${basic(dateTime).slice(0, 8)}` : `${name}:${basic(dateTime)}Z`;
}

function ruleLine({ recurrence: found }: Body): string[] {
  const { pattern, range } = (found ?? {}) as { pattern?: { type: string }; range?: { numberOfOccurrences: number } };
  return pattern ? [`RRULE:FREQ=${pattern.type.toUpperCase()};COUNT=${range!.numberOfOccurrences}`] : [];
}

/** An event at Microsoft, in UTC, as lines of RFC 5545, followed by its exceptions. */
export function printed(event: Body): string {
  const properties = (event['singleValueExtendedProperties'] ?? []) as { id: string; value: string }[];
  const valueOf = (id: string) => properties.find((one) => one.id === id)?.value;
  const exceptions = (event['exceptionOccurrences'] ?? []) as Body[];
  const components = [event, ...exceptions].flatMap((one) => {
    const place = (one['location'] as { displayName?: string } | undefined)?.displayName;
    return [
      'BEGIN:VEVENT',
      `UID:${valueOf(own.uid)}`,
      ...(one['originalStart'] ? [`RECURRENCE-ID:${basic(one['originalStart'])}Z`] : []),
      timeLine('DTSTART', one, 'start'),
      timeLine('DTEND', one, 'end'),
      `SUMMARY:${text(one['subject'])}`,
      ...(place ? [`LOCATION:${text(place)}`] : []),
      ...(one === event ? [...ruleLine(one), ...(valueOf(kept)?.split('\n') ?? [])] : []),
      'END:VEVENT',
    ];
  });
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Someone else//EN', ...components, 'END:VCALENDAR', ''].join(
    '\r\n',
  );
}
