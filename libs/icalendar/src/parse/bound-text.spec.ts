import { describe, expect, it } from 'vitest';
import { expandBounded, parseCalendarObject, type EventSeries } from '../index.js';

const start = 'DTSTART:20261201T100000Z';
const vevent = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT'];
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const times = <Item>(n: number, of: (index: number) => Item): Item[] => Array.from({ length: n }, (_, i) => of(i));
/** The n-th minute from 2026-12-01T10:00:00Z on, as a DATE-TIME. */
const minute = (n: number) => new Date(Date.UTC(2026, 11, 1, 10, n)).toISOString().replace(/[-:]|\.\d+/g, '');

function seriesOf(text: string): EventSeries {
  const parsed = parseCalendarObject(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.series[0]!;
}

describe('the bounds of one object', () => {
  it('given an ordinary event of many properties, when parsed, then nothing is truncated', () => {
    const series = seriesOf(
      calendar(
        ...vevent(start, ...times(500, (n) => `ATTENDEE:mailto:p${n}@example.com`), ...times(500, (n) => `X-A:${n}`)),
      ),
    );
    expect(series.master!.attendees).toHaveLength(500);
    expect(series).not.toHaveProperty('truncated');
  });

  it('given 20,000 attendees, when parsed, then the first 2,000 are read and the series reports it', () => {
    const series = seriesOf(calendar(...vevent(start, ...times(20_000, (n) => `ATTENDEE:mailto:p${n}@example.com`), 'LOCATION:Here'))); // prettier-ignore
    expect(series.master!.attendees).toHaveLength(2_000);
    expect(series.master!.attendees!.at(-1)!.email).toBe('p1999@example.com');
    expect(series.master!.location).toEqual({ description: 'Here' });
    expect(series.truncated).toEqual(['attendees']);
  });

  it.each([
    ['on one line', `DESCRIPTION:${'a'.repeat(4_500_000)}`],
    ['folded', times(60_000, (n) => (n === 0 ? 'DESCRIPTION:' : ' ') + 'a'.repeat(70)).join('\r\n')],
    ['with an escape at the bound', `DESCRIPTION:${'\\\\'.repeat(100_000)}`],
    ['with a pair of surrogates at the bound', `DESCRIPTION:.${'\u{1f600}'.repeat(100_000)}`],
  ])('given a description of millions of characters %s, when parsed, then its beginning is read', (_, line) => {
    const { master, truncated } = seriesOf(calendar(...vevent(line, start)));
    expect(master!.description!.length).toBeLessThanOrEqual(65_536);
    expect(master!.description!.length).toBeGreaterThan(30_000);
    expect(master!.description).toMatch(/…$/);
    expect(master!.description).not.toMatch(/\p{Surrogate}/u);
    expect(truncated).toEqual(['text']);
  });

  it('given an attachment of 4 MB inside the event, when parsed, then nothing that is shown is missing', () => {
    const series = seriesOf(
      calendar(...vevent(start, `ATTACH;ENCODING=BASE64:${'QUJD'.repeat(1_000_000)}`, 'SUMMARY:Kept')),
    );
    expect(series.master!.summary).toBe('Kept');
    expect(series).not.toHaveProperty('truncated');
  });

  it('given 50,000 properties before what matters, when parsed, then the event is read', () => {
    const series = seriesOf(calendar(...vevent(...times(50_000, (n) => `COMMENT:${n}`), start, 'SUMMARY:Kept', 'URL:https://example.com'))); // prettier-ignore
    expect(series.master!.summary).toBe('Kept');
    expect(series.truncated).toEqual(['properties']);
  });

  it('given 20,000 alarms, when parsed, then the first hundred are read', () => {
    const alarm = (n: number) => ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-PT${n + 1}M`, 'END:VALARM'];
    const { master, truncated } = seriesOf(calendar(...vevent(start, ...times(20_000, alarm).flat(), 'SUMMARY:Kept')));
    expect(master!.reminders).toEqual(times(100, (n) => n + 1));
    expect(master!.summary).toBe('Kept');
    expect(truncated).toEqual(['reminders']);
  });

  it.each([
    ['on one line', (dates: string[]) => [`RDATE:${dates.join(',')}`]],
    ['on a line each', (dates: string[]) => [dates.map((date) => `RDATE:${date}`).join('\r\n')]],
  ])('given 200,000 dates %s, when parsed, then 20,000 are read', (_, lines) => {
    const { recurrence, truncated } = seriesOf(calendar(...vevent(start, ...lines(times(200_000, minute)))));
    expect(recurrence!.rdates).toHaveLength(20_000);
    expect(recurrence!.rdates.at(-1)!.start).toEqual({ local: '2026-12-15T07:19:00', tzid: 'Etc/UTC' });
    expect(truncated).toEqual(['dates']);
  });

  it('given 20,000 changed instances before their master, when parsed, then the master and 5,000 of them are read', () => {
    const instance = (n: number) => vevent(`RECURRENCE-ID:${minute(n)}`, start, `SUMMARY:${n}`);
    const series = seriesOf(calendar(...times(20_000, instance).flat(), ...vevent(start, 'RRULE:FREQ=MINUTELY', 'SUMMARY:Master'))); // prettier-ignore
    expect(series.master!.summary).toBe('Master');
    expect(series.overrides).toHaveLength(5_000);
    expect(series.truncated).toEqual(['overrides']);
  });

  it('given 100,000 rules, when parsed, then 100 are read', () => {
    const { recurrence, truncated } = seriesOf(calendar(...vevent(start, ...times(100_000, () => 'RRULE:FREQ=DAILY'))));
    expect(recurrence!.rrules).toHaveLength(100);
    expect(truncated).toEqual(['dates']);
  });

  it('given 50 zones of 400 onsets each, when parsed, then those within the bound are read', () => {
    const onset = (n: number) => ['BEGIN:STANDARD', `DTSTART:${1970 + (n % 60)}0${1 + (n % 9)}01T000000`, 'TZOFFSETFROM:+0100', `TZOFFSETTO:+0${n % 2}30`, 'END:STANDARD']; // prettier-ignore
    const zone = (id: number) => ['BEGIN:VTIMEZONE', `TZID:Own ${id}`, ...times(400, onset).flat(), 'END:VTIMEZONE'];
    const series = seriesOf(calendar(...times(50, zone).flat(), ...vevent('DTSTART;TZID=Own 0:20261201T100000')));
    expect(series.master!.start).toEqual({ local: '2026-12-01T10:00:00', tzid: 'Own 0' });
    expect(series.truncated).toEqual(['time_zones']);
  });

  it('given observances that all repeat, when parsed, then the zone has at most 2,000 onsets', () => {
    const onset = (n: number) => ['BEGIN:STANDARD', `DTSTART:1970010${1 + (n % 9)}T000000`, 'RRULE:FREQ=WEEKLY', 'TZOFFSETFROM:+0100', `TZOFFSETTO:+0${n % 2}30`, 'END:STANDARD']; // prettier-ignore
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Own', ...times(400, onset).flat(), 'END:VTIMEZONE'];
    const series = seriesOf(calendar(...zone, ...vevent('DTSTART;TZID=Own:19750101T100000', 'RRULE:FREQ=DAILY')));
    expect(series.zones!['Own']!.transitions.length).toBeLessThanOrEqual(2_000);
    expect(series.truncated).toEqual(['time_zones']);
  });
});

describe('rules that name every second of a day', () => {
  const list = (n: number) => times(n, String).join(',');
  const every = `BYHOUR=${list(24)};BYMINUTE=${list(60)};BYSECOND=${list(60)}`;

  it('given the last second of each year for a century, when expanded, then it is complete within the steps', () => {
    const series = seriesOf(calendar(...vevent(start, `RRULE:FREQ=YEARLY;${every};BYSETPOS=-1`)));
    const window = { start: Date.UTC(2026, 0, 1), end: Date.UTC(2126, 0, 1) };
    const { occurrences, completeUntil } = expandBounded(series, window, { floatingZone: 'Etc/UTC' });
    expect(completeUntil).toBeNull();
    expect(occurrences).toHaveLength(100);
    expect(occurrences.at(-1)!.start).toEqual({ local: '2125-12-01T23:59:59', tzid: 'Etc/UTC' });
  });
});
