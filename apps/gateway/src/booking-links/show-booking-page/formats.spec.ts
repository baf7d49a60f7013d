import { instantMs } from '@kalends/icalendar';
import { describe, expect, it } from 'vitest';
import { Formats, regionalTag } from './formats.js';
import { nextMonth, previousMonth, weeksOf } from './month.js';

const at = (text: string) => instantMs(text)!;
const formats = (locale: string, tzid = 'Etc/UTC', hours: 'h' | 'H' | null = null) =>
  new Formats({ locale, tzid, hours });
/** Without what differs between releases of the language data. */
const plain = (text: string) =>
  text
    .replaceAll(/[\u202f\u00a0]/g, ' ')
    .replace('Friday, 1', 'Friday 1')
    .replace('Wednesday, 2', 'Wednesday 2');

describe('dates and times of the page', () => {
  it.each([
    ['en', '2:15 PM', 'Friday, January 1, 2027'],
    ['en-GB', '14:15', 'Friday 1 January 2027'],
    ['de', '14:15', 'Freitag, 1. Januar 2027'],
    ['ja', '14:15', '2027年1月1日金曜日'],
    ['fr', '14:15', 'vendredi 1 janvier 2027'],
  ])('given %s, then they are as that language writes them (complaint 9)', (locale, time, date) => {
    const own = formats(locale);
    expect([plain(own.time(at('2027-01-01T14:15:00Z'))), plain(own.dateOf(at('2027-01-01T14:15:00Z')))]).toEqual([
      time,
      date,
    ]);
  });

  it('given the application’s or the visitor’s hours, then those are counted, midnight as well', () => {
    const midnight = at('2027-01-01T00:00:00Z');
    expect(plain(formats('de', 'Etc/UTC', 'h').time(midnight))).toBe('12:00 AM');
    expect(formats('en', 'Etc/UTC', 'H').time(midnight)).toBe('00:00');
  });

  it('given a region with a calendar of its own, then days are those of the month that is shown', () =>
    expect(formats('ar-SA').dateOf(at('2027-01-01T12:00:00Z'))).toMatch(/يناير/));

  it('given a zone, then its clock is that of our table, with its offset', () => {
    const kathmandu = formats('en', 'Asia/Kathmandu', 'H');
    expect([kathmandu.time(at('2026-12-01T09:00:00Z')), kathmandu.offset(at('2026-12-01T09:00:00Z'))]).toEqual([
      '14:45',
      'UTC+5:45',
    ]);
    expect(formats('en', 'America/St_Johns').offset(at('2026-12-01T09:00:00Z'))).toBe('UTC−3:30');
    expect(formats('en').offset(0)).toBe('UTC');
  });

  it('given an end on another day, then the range has its date (complaint 14)', () => {
    const late = formats('en-GB', 'Europe/London');
    expect(late.range(at('2026-12-01T09:00:00Z'), at('2026-12-01T09:30:00Z'))).toBe('09:00 – 09:30');
    expect(plain(late.range(at('2026-12-01T23:30:00Z'), at('2026-12-02T00:30:00Z')))).toBe(
      '23:30 – 00:30 (Wednesday 2 December 2026)',
    );
  });

  it('given the hour that clocks show twice, then each of its times has its offset', () => {
    const starts = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'].map((text) => ({ start: at(text) })); // prettier-ignore
    expect(formats('de', 'Europe/Berlin').labels(starts)).toEqual(['02:30 (UTC+2)', '02:30 (UTC+1)', '03:30']);
  });

  it.each([
    ['en', 30, '30 minutes'],
    ['en', 90, '1 hour, 30 minutes'],
    ['de', 1500, '1 Tag, 1 Stunde'],
    ['ja', 60, '1 時間'],
  ])('given %s and %i minutes, then it is %s', (locale, minutes, text) =>
    expect(formats(locale).duration(minutes)).toBe(text),
  );

  it('given a region, then weeks begin as they do there, and days have whole names for screen readers', () => {
    expect(formats('en').weekdays()[0]).toEqual({ short: 'Sun', long: 'Sunday' });
    expect(formats('de').weekdays()[0]).toEqual({ short: 'Mo', long: 'Montag' });
    expect(formats('ar-EG').firstDay).toBe(6);
    for (const { short } of formats('ar').weekdays()) expect(short).toHaveLength(1);
  });

  it.each([
    ['en', ['de', 'en-GB'], 'en-GB'],
    ['en', ['en_AU'], 'en-AU'],
    ['de', [], 'de'],
    ['ar', ['ar-EG-u-nu-latn-ca-islamic'], 'ar-EG'],
    ['de', ['de-!!', 'de-x', 'de-AT'], 'de-AT'],
  ])('given the language %s and a visitor who names %j, then it is %s', (lang, tags, tag) =>
    expect(regionalTag(lang, tags)).toBe(tag),
  );
});

describe('a month', () => {
  it('given its first weekday and that of the region, then its weeks are whole', () => {
    const weeks = weeksOf('2026-12', 1);
    expect(weeks.map((week) => week.map((day) => (day === null ? '' : day.slice(8))).join(' '))).toEqual([
      ' 01 02 03 04 05 06',
      '07 08 09 10 11 12 13',
      '14 15 16 17 18 19 20',
      '21 22 23 24 25 26 27',
      '28 29 30 31   ',
    ]);
    expect(weeksOf('2026-02', 0)).toHaveLength(4);
  });

  it('given the months around a year’s end and around February, then they follow one another', () => {
    expect([nextMonth('2026-12'), nextMonth('2026-01'), nextMonth('2027-02')]).toEqual([
      '2027-01',
      '2026-02',
      '2027-03',
    ]);
    expect([previousMonth('2027-01'), previousMonth('2026-03')]).toEqual(['2026-12', '2026-02']);
  });
});
