import { describe, expect, it } from 'vitest';
import { expand, parseCalendarObject, patchCalendarObject, type EventSeries } from '../index.js';

const hour = 3_600_000;
const calendar = (...parts: string[][]) => ['BEGIN:VCALENDAR', ...parts.flat(), 'END:VCALENDAR', ''].join('\r\n');
const vevent = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT'];

function read(...parts: string[][]): EventSeries {
  const parsed = parseCalendarObject(calendar(...parts));
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.series[0]!;
}

const shown = (series: EventSeries, from: string, to: string, floatingZone = 'Europe/Berlin') =>
  expand(series, { start: Date.parse(from), end: Date.parse(to) }, { floatingZone });

describe('a floating night shift of eight hours', () => {
  // in Berlin clocks go back in the night from 24 to 25 October 2026, and forward in that from 28 to 29 March 2026
  const hours = (series: EventSeries) =>
    shown(series, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z').map(({ startMs, endMs }) => (endMs - startMs) / hour);

  it.each([
    ['back', '20261024T220000'],
    ['forward', '20260328T220000'],
  ])('given that clocks go %s in its first night, then every night has eight hours (RFC 5545 §3.3.6)', (_, start) => {
    expect(hours(read(vevent(`DTSTART:${start}`, 'DURATION:PT8H', 'RRULE:FREQ=WEEKLY;COUNT=3')))).toEqual([8, 8, 8]);
  });

  it('given one that does not recur, then it has eight hours', () => {
    expect(hours(read(vevent('DTSTART:20261024T220000', 'DURATION:PT8H')))).toEqual([8]);
  });

  it('given a night that was moved to that of the change, with its length or another, then it has that length', () => {
    const nights = vevent('DTSTART:20261010T220000', 'DURATION:PT8H', 'RRULE:FREQ=WEEKLY;COUNT=3');
    const moved = (id: string, ...lines: string[]) =>
      vevent(`RECURRENCE-ID:${id}`, 'DTSTART:20261024T210000', ...lines);
    expect(hours(read(nights, moved('20261017T220000', 'DURATION:PT8H')))).toEqual([8, 8, 8]);
    expect(hours(read(nights, moved('20261017T220000', 'DURATION:PT10H')))).toEqual([8, 10, 8]);
  });
});

describe('a time zone that only the object defines', () => {
  const rule = (onset: string, from: string, to: string, months: string) => [
    `DTSTART:${onset}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${months}`,
  ];
  const office = [
    'BEGIN:VTIMEZONE',
    'TZID:Office',
    ...['BEGIN:STANDARD', ...rule('16010101T030000', '+0200', '+0100', '10'), 'END:STANDARD'],
    ...['BEGIN:DAYLIGHT', ...rule('16010101T020000', '+0100', '+0200', '3'), 'END:DAYLIGHT'],
    'END:VTIMEZONE',
  ];

  it('given a series since 1965, then summer time applies from its first year on', () => {
    const series = read(office, vevent('DTSTART;TZID=Office:19650701T100000', 'RRULE:FREQ=MONTHLY;INTERVAL=6'));
    const starts = shown(series, '1965-01-01T00:00:00Z', '1967-01-01T00:00:00Z').map(({ startMs }) =>
      new Date(startMs).toISOString().slice(0, 13),
    );
    expect(starts).toEqual(['1965-07-01T08', '1966-01-01T09', '1966-07-01T08']);
  });
});

describe('the last day of all', () => {
  it.each([
    ['a day', ['DTSTART;VALUE=DATE:99991231'], { start: { date: '9999-12-31' }, end: { date: '9999-12-31' } }],
    [
      'a series of days',
      ['DTSTART;VALUE=DATE:99991230', 'RRULE:FREQ=DAILY'],
      { start: { date: '9999-12-31' }, end: { date: '9999-12-31' } },
    ],
    [
      'an hour',
      ['DTSTART:99991231T235959Z', 'DURATION:PT1H'],
      { end: { local: '9999-12-31T23:59:59', tzid: 'Etc/UTC' } },
    ],
    [
      'a duration of 19,000 years',
      ['DTSTART:20261201T100000Z', 'DURATION:P999999W'],
      { end: { local: '9999-12-31T23:59:59' } },
    ],
  ])('given %s, then its years have four digits', (_, lines, expected) => {
    const instances = shown(read(vevent(...lines)), '9999-12-01T00:00:00Z', '9999-12-31T23:59:59.999Z', 'Etc/UTC');
    expect(instances.at(-1)).toMatchObject(expected);
  });
});

describe('an instance that has its own component and is excluded', () => {
  it('given EXDATE and RECURRENCE-ID of one instance, then it does not take place', () => {
    const weekly = vevent('DTSTART:20261201T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20261208T100000Z');
    const changed = vevent('RECURRENCE-ID:20261208T100000Z', 'DTSTART:20261209T100000Z', 'SUMMARY:Moved');
    const starts = shown(read(weekly, changed), '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z').map(({ startMs }) =>
      new Date(startMs).toISOString().slice(0, 10),
    );
    expect(starts).toEqual(['2026-12-01', '2026-12-15']);
  });
});

describe('the place that Apple stores beside LOCATION', () => {
  const text = calendar(
    vevent(
      'DTSTART:20261201T100000Z',
      'LOCATION:Old Café',
      'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Old Café:geo:52.5,13.4',
    ),
  );
  const patched = (change: object) => patchCalendarObject(text, change, { uid: 'a', now: 0 });

  it('given a new location, then the former place is removed; given another change, then it stays', () => {
    const moved = patched({ location: { description: 'New Café' } });
    expect(moved).toContain('LOCATION:New Café');
    expect(moved).not.toContain('52.5');
    expect(patched({ summary: 'Tea' })).toContain(
      'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Old Café:geo:52.5,13.4',
    );
  });
});
