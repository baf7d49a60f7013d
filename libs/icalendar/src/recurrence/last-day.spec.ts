import { describe, expect, it } from 'vitest';
import { expand, parseCalendarObject } from '../index.js';

const zone = (tzid: string, winter: string, summer: string) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  `TZOFFSETFROM:${summer}`,
  `TZOFFSETTO:${winter}`,
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  `TZOFFSETFROM:${winter}`,
  `TZOFFSETTO:${summer}`,
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];
const outlook = zone('W. Europe Standard Time', '+0100', '+0200');
const utc = zone('UTC', '+0000', '+0000');
const ownLondon = zone('Office', '+0000', '+0100');

/** The days of an all-day series from `first`, read in a calendar of `floatingZone`. */
function days(first: string, rule: string, { zones = [] as string[], floatingZone = 'Etc/UTC' } = {}): string[] {
  const lines = ['BEGIN:VCALENDAR', ...zones, 'BEGIN:VEVENT', 'UID:a', `DTSTART;VALUE=DATE:${first}`, `RRULE:${rule}`];
  const read = parseCalendarObject([...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n'));
  if (!read.ok) throw new Error(read.reason);
  const window = { start: Date.parse('2026-01-01T00:00:00Z'), end: Date.parse('2028-01-01T00:00:00Z') };
  return expand(read.series[0]!, window, { floatingZone }).map(({ start }) =>
    'date' in start ? start.date : 'a time',
  );
}

const wednesdays = ['2026-12-09', '2026-12-16', '2026-12-23'];

describe('an all-day series whose UNTIL is in UTC', () => {
  it.each([
    ['its zone is that of the calendar', { floatingZone: 'Europe/London' }],
    ['its zone is that of the object', { zones: ownLondon }],
    ['its zone is unknown', {}],
  ])('given an UNTIL at the local midnight of its only day, when %s, then it has that day', (_, where) => {
    expect(days('20261020', 'FREQ=DAILY;UNTIL=20261019T230000Z', where)).toEqual(['2026-10-20']);
  });

  it.each([
    ['local midnight, by the zone of the object', 'UNTIL=20261222T230000Z', { zones: outlook }],
    ['local midnight, in an object that also defines UTC', 'UNTIL=20261222T230000Z', { zones: [...outlook, ...utc] }],
    ['local midnight, by the zone of the calendar', 'UNTIL=20261222T230000Z', { floatingZone: 'Europe/Berlin' }],
    ['local midnight, west of UTC', 'UNTIL=20261223T050000Z', { floatingZone: 'America/New_York' }],
    ['the last second of the day, west of UTC', 'UNTIL=20261224T045959Z', { floatingZone: 'America/New_York' }],
    ['midnight in UTC, by a program without a zone', 'UNTIL=20261223T000000Z', { floatingZone: 'America/New_York' }],
    ['a date, as RFC 5545 wants it', 'UNTIL=20261223', { floatingZone: 'America/New_York' }],
  ])('given a weekly series whose UNTIL is %s, then its last week is the last', (_, until, where) => {
    expect(days('20261209', `FREQ=WEEKLY;${until}`, where)).toEqual(wednesdays);
  });

  it('given the zone of the object and another of the calendar, then that of the object decides', () => {
    const where = { zones: outlook, floatingZone: 'America/New_York' };
    expect(days('20261209', 'FREQ=WEEKLY;UNTIL=20261222T230000Z', where)).toEqual(wednesdays);
  });
});
