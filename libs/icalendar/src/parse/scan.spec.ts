import { describe, expect, it } from 'vitest';
import { endAfter, scanEvents, timeOfLine, unescapeText } from '../index.js';

const names = new Set(['UID', 'ATTENDEE', 'COMMENT', 'RECURRENCE-ID']);
const scan = (...lines: string[]) => scanEvents(lines.join('\r\n'), names);
const line = (params: Record<string, string>, value: string) => ({
  name: 'DTSTART',
  params: Object.entries(params).map(([name, text]) => ({ name, values: [text] })),
  value,
});

describe('scanning events', () => {
  it('given a master and an override, then each has its own lines, without those of its alarm', () => {
    const found = scan('BEGIN:VCALENDAR', 'METHOD:reply', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:x', 'BEGIN:VALARM', 'UID:alarm', 'END:VALARM', 'COMMENT:c', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:a', 'RECURRENCE-ID:20261120T100000Z', 'END:VEVENT', 'END:VCALENDAR'); // prettier-ignore
    expect(found.map((event) => [event.method, event.lines.map(({ name, value }) => `${name}=${value}`)])).toEqual([
      ['REPLY', ['UID=a', 'COMMENT=c']],
      ['REPLY', ['UID=a', 'RECURRENCE-ID=20261120T100000Z']],
    ]);
  });
  it('given missing ENDs, junk lines and a second calendar, then everything readable is read', () => {
    const found = scan('BEGIN:VCALENDAR', 'METHOD:REPLY', 'BEGIN:VEVENT', 'junk', 'UID:a', 'BEGIN:VEVENT', 'UID:b', 'BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'ATTENDEE;CN="open:x', 'UID:c'); // prettier-ignore
    expect(found.map((event) => [event.method, event.lines[0]?.value])).toEqual([
      ['REPLY', 'a'],
      ['REPLY', 'b'],
      [null, 'c'],
    ]);
  });
  it('given more events than the limit and deep nesting, then reading stops', () => {
    expect(scanEvents('BEGIN:VEVENT\n'.repeat(10_000), names, 7)).toHaveLength(7);
    expect(scanEvents('BEGIN:X\n'.repeat(100_000), names)).toEqual([]);
  });
});

describe('the values of a line', () => {
  it.each([
    [{ TZID: 'W. Europe Standard Time' }, '20261120T100000', { local: '2026-11-20T10:00:00', tzid: 'Europe/Berlin' }],
    [{}, '20261120T100000Z', { local: '2026-11-20T10:00:00', tzid: 'Etc/UTC' }],
    [{}, '20261120T100000', { local: '2026-11-20T10:00:00', tzid: null }],
    [
      { TZID: 'Customized Time Zone' },
      '20261120T100000',
      { local: '2026-11-20T10:00:00', tzid: 'Customized Time Zone' },
    ],
    [{ VALUE: 'DATE' }, '20261120', { date: '2026-11-20' }],
    [{}, '20261320', null],
  ])('given %j %s, then its time is in the zone of its name', (params, value, expected) => {
    expect(timeOfLine(line(params, value))).toEqual(expected);
  });
  it('given a duration, then its days are calendar days and its hours exact', () => {
    const start = { local: '2026-10-24T12:00:00', tzid: 'Europe/Berlin' };
    expect(endAfter(start, 'P1D')).toEqual({ local: '2026-10-25T12:00:00', tzid: 'Europe/Berlin' });
    expect(endAfter(start, 'PT24H')).toEqual({ local: '2026-10-25T11:00:00', tzid: 'Europe/Berlin' });
    expect(endAfter(start, 'soon')).toBeNull();
  });
  it('given escapes, then the text is unescaped', () => {
    expect(unescapeText('a\\, b\\; c\\\\n\\nd\\Ne')).toBe('a, b; c\\n\nd\ne');
  });
});
