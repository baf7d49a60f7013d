import { describe, expect, it } from 'vitest';
import {
  EventSeries,
  createCalendarObject,
  expand,
  parseCalendarObject,
  patchCalendarObject,
  timeAt,
} from '../index.js';
import { event, series, starts } from '../testing/series.js';

const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:u', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'); // prettier-ignore

function read(text: string): EventSeries {
  const parsed = parseCalendarObject(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.series[0]!;
}
const instants = (one: EventSeries) =>
  expand(one, { start: 0, end: 4e12 }, { floatingZone: 'Etc/UTC' }).map(({ startMs, endMs }) =>
    [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16)).join('/'),
  );

describe('the repeated hour', () => {
  // 26 October 2025, 03:00 CEST becomes 02:00 CET: 02:30 occurs at 00:30Z and at 01:30Z.
  const weekly = file('DTSTART;TZID=Europe/Berlin:20251026T023000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3');

  it('given a start in it and DURATION:PT1H, then every instance lasts an hour', () => {
    expect(instants(read(weekly))).toEqual([
      '2025-10-26T00:30/2025-10-26T01:30',
      '2025-11-02T01:30/2025-11-02T02:30',
      '2025-11-09T01:30/2025-11-09T02:30',
    ]);
  });

  it('given the same in the form that this library writes, then it is read back unchanged', () => {
    const one = read(weekly);
    const { uid, recurrence, overrides } = one;
    expect(instants(read(createCalendarObject(uid, one.master!, { now: 0, recurrence, overrides })))).toEqual(
      instants(one),
    );
    expect(instants(read(patchCalendarObject(weekly, { summary: 'new' }, { uid: 'u', now: 0 })))).toEqual(
      instants(one),
    );
  });

  it.each([
    ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
    ['2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z'],
    ['2026-11-01T04:30:00Z', '2026-11-01T06:30:00Z'],
  ])('given %s to %s in New York, when written and read, then the instants are the same', (start, end) => {
    const at = (text: string) => timeAt('America/New_York', Date.parse(text));
    const master = { ...event('2026-01-01', '2026-01-02'), start: at(start), end: at(end) };
    const text = createCalendarObject('u', master, { now: 0 });
    expect(instants(read(text))).toEqual([`${start.slice(0, 16)}/${end.slice(0, 16)}`]);
    const moved = patchCalendarObject(
      file('DTSTART:20260101T100000Z'),
      { start: at(start), end: at(end) },
      { uid: 'u', now: 0 },
    );
    expect(instants(read(moved))).toEqual([`${start.slice(0, 16)}/${end.slice(0, 16)}`]);
  });

  it('given instances moved into it, then they are distinguished', () => {
    const text = file('DTSTART:20261101T053000Z', 'RRULE:FREQ=HOURLY;COUNT=3', 'DURATION:PT15M');
    const inNewYork = text.replace('DTSTART:20261101T053000Z', 'DTSTART;TZID=America/New_York:20261101T013000');
    expect(instants(read(text)).map((one) => one.slice(0, 16))).toEqual([
      '2026-11-01T05:30',
      '2026-11-01T06:30',
      '2026-11-01T07:30',
    ]);
    // by the clock of New York: 01:30 means its first pass, 02:30 is two hours later
    expect(instants(read(inNewYork)).map((one) => one.slice(0, 16))).toEqual([
      '2026-11-01T05:30',
      '2026-11-01T07:30',
      '2026-11-01T08:30',
    ]);
  });
});

describe('nominal durations (RFC 5545 §3.8.5.3)', () => {
  it('given DURATION:P1D across a DST change, then it ends at the same time of day; DTEND keeps the exact length', () => {
    const zone = 'DTSTART;TZID=Europe/Berlin:20260327T100000';
    const rule = 'RRULE:FREQ=DAILY;COUNT=3';
    expect(instants(read(file(zone, 'DURATION:P1D', rule)))).toEqual([
      '2026-03-27T09:00/2026-03-28T09:00',
      '2026-03-28T09:00/2026-03-29T08:00',
      '2026-03-29T08:00/2026-03-30T08:00',
    ]);
    expect(instants(read(file(zone, 'DTEND;TZID=Europe/Berlin:20260328T100000', rule)))[1]).toBe(
      '2026-03-28T09:00/2026-03-29T09:00',
    );
    expect(instants(read(file(zone, 'DURATION:PT24H', rule)))[1]).toBe('2026-03-28T09:00/2026-03-29T09:00');
  });

  it('given an override that keeps the duration, also with THISANDFUTURE, then it is nominal too', () => {
    const override = (more: string) =>
      file('DTSTART;TZID=Europe/Berlin:20260326T100000', 'DURATION:P1D', 'RRULE:FREQ=DAILY;COUNT=4', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:u',
        `RECURRENCE-ID;TZID=Europe/Berlin${more}:20260327T100000`, 'DTSTART;TZID=Europe/Berlin:20260327T120000', 'DURATION:P1D'); // prettier-ignore
    expect(instants(read(override(';RANGE=THISANDFUTURE')))[2]).toBe('2026-03-28T11:00/2026-03-29T10:00');
    expect(instants(read(override('')))[2]).toBe('2026-03-28T09:00/2026-03-29T08:00');
  });
});

describe('local times that do not exist (docs/reference/recurrence.md)', () => {
  // 29 March 2026, 02:00 CET becomes 03:00 CEST.
  it('given one in a rule, an RDATE, an override and a single event, then each takes place with the offset before the gap', () => {
    const zone = 'DTSTART;TZID=Europe/Berlin:';
    const at = '2026-03-29T01:30';
    const startsIn = (...lines: string[]) => instants(read(file(...lines))).map((one) => one.slice(0, 16));
    expect(startsIn(`${zone}20260329T023000`)).toEqual([at]);
    expect(startsIn(`${zone}20260328T023000`, 'RRULE:FREQ=DAILY;COUNT=3')).toEqual([
      '2026-03-28T01:30',
      at,
      '2026-03-30T00:30',
    ]);
    expect(startsIn(`${zone}20260328T100000`, 'RDATE;TZID=Europe/Berlin:20260329T023000')).toContain(at);
    const moved = [
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:u',
      'RECURRENCE-ID;TZID=Europe/Berlin:20260328T100000',
      `${zone}20260329T023000`,
    ];
    expect(startsIn(`${zone}20260328T100000`, 'RRULE:FREQ=DAILY;COUNT=1', ...moved)).toEqual([at]);
  });
});

describe('what DTSTART completes (docs/reference/recurrence.md)', () => {
  const first = (rule: string, start: string) =>
    starts(
      expand(series(event(start, start), { rrules: [rule] }), { start: 0, end: 4e12 }, { floatingZone: 'Etc/UTC' }),
    ).slice(0, 4);

  it('given YEARLY with BYMONTHDAY alone, then the month is that of DTSTART, with and without BYDAY', () => {
    expect(first('FREQ=YEARLY;BYMONTHDAY=13;COUNT=3', '2026-11-13')).toEqual([
      '2026-11-13',
      '2027-11-13',
      '2028-11-13',
    ]);
    // 13 November is a Friday in 2026, 2037 and 2043
    expect(first('FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR;COUNT=3', '2026-11-13')).toEqual([
      '2026-11-13',
      '2037-11-13',
      '2043-11-13',
    ]);
  });

  it('given YEARLY with BYWEEKNO alone, then the weekday is that of DTSTART; with BYDAY it is the one given there', () => {
    expect(first('FREQ=YEARLY;BYWEEKNO=20;COUNT=2', '1997-05-14')).toEqual(['1997-05-14', '1998-05-13']);
    expect(first('FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=2', '1997-05-12')).toEqual(['1997-05-12', '1998-05-11']);
  });
});
