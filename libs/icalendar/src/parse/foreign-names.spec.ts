import { expect, it } from 'vitest';
import { expand, parseCalendarObject } from '../index.js';

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

/** A zone of +05:00 that only its TZID names. */
const calendar = (name: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0500',
    'TZOFFSETTO:+0500',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${name}`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART;TZID=${name}:20261201T100000`,
    `DTEND;TZID=${name}:20261201T110000`,
    `${name.toUpperCase().replaceAll('_', '-')};${name.toUpperCase().replaceAll('_', '-')}=${name}:${name}`,
    `STATUS:${name}`,
    `TRANSP:${name}`,
    `ATTENDEE;PARTSTAT=${name};ROLE=${name};CUTYPE=${name}:mailto:ada@example.com`,
    'END:VEVENT',
    `BEGIN:${name}`,
    `END:${name}`,
    'END:VCALENDAR',
    '',
  ].join('\r\n');

it.each(names)('given %s as TZID, UID, property, parameter and value, then the event is read as any other', (name) => {
  const parsed = parseCalendarObject(calendar(name));
  expect(parsed.ok).toBe(true);
  if (!parsed.ok) return;
  const series = JSON.parse(JSON.stringify(parsed.series[0])) as (typeof parsed.series)[number];
  const [occurrence] = expand(series, { start: 0, end: 4e12 }, { floatingZone: 'Etc/UTC' });
  expect(new Date(occurrence!.startMs).toISOString()).toBe('2026-12-01T05:00:00.000Z');
  expect(series).toMatchObject({ uid: name, master: { status: 'confirmed' } });
  expect(series.master!.attendees![0]!.status).toBe('unknown');
});
