import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventTime, Recurrence } from '../model.js';
import { datesOfPattern, datesOfRule, type OraclePattern } from './oracle.fixture.js';
import { graphRecurrence } from './to-pattern.js';
import { ruleOf } from './to-rule.js';
import type { GraphRecurrence } from './pattern.js';

const runs = Number(process.env['KALENDS_RECURRENCE_RUNS'] || 300);
const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const codes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const dates = fc
  .integer({ min: 0, max: 1_500 })
  .map((day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10));
const days = fc.oneof(
  fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 7 }),
  fc.constantFrom([...names], names.slice(1, 6), ['sunday' as const, 'saturday' as const]),
);
const patterns: fc.Arbitrary<OraclePattern> = fc.record({
  type: fc.constantFrom(
    'daily' as const,
    'weekly' as const,
    'absoluteMonthly' as const,
    'relativeMonthly' as const,
    'absoluteYearly' as const,
    'relativeYearly' as const,
  ),
  interval: fc.integer({ min: 1, max: 5 }),
  month: fc.integer({ min: 1, max: 12 }),
  dayOfMonth: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 27, max: 31 })),
  daysOfWeek: days,
  firstDayOfWeek: fc.constantFrom(...names),
  index: fc.constantFrom('first' as const, 'second' as const, 'third' as const, 'fourth' as const, 'last' as const),
});

/** Rules in the subset of RFC 5545 that applications use, and beyond what Outlook has. */
const rules = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.constantFrom('', ';INTERVAL=1', ';INTERVAL=2', ';INTERVAL=3'),
    end: fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 30 }).map((count) => `;COUNT=${count}`),
      dates.map((date) => `;UNTIL=${date.replaceAll('-', '')}`),
    ),
    by: fc.constantFrom(
      '',
      'day',
      'numbered',
      'set',
      'monthday',
      'month',
      'month+monthday',
      'month+day',
      'month+set',
      'clip',
    ),
    day: fc.uniqueArray(fc.constantFrom(...codes), { minLength: 1, maxLength: 3 }),
    set: fc.constantFrom('MO,TU,WE,TH,FR', 'SU,SA', 'SU,MO,TU,WE,TH,FR,SA', 'MO,WE'),
    n: fc.constantFrom(1, 2, 3, 4, 5, -1, -2),
    month: fc.integer({ min: 1, max: 12 }),
    monthday: fc.constantFrom(1, 15, 28, 29, 30, 31, -1, -2),
    clip: fc.constantFrom('28,29', '28,29,30', '28,29,30,31', '29,30'),
    week: fc.constantFrom('', ';WKST=SU', ';WKST=MO', ';WKST=TH'),
  })
  .map(({ freq, interval, end, by, day, set, n, month, monthday, clip, week }) => {
    const parts: Record<string, string> = {
      day: `;BYDAY=${day.join()}`,
      numbered: `;BYDAY=${n}${day[0]}`,
      set: `;BYDAY=${set};BYSETPOS=${n}`,
      monthday: `;BYMONTHDAY=${monthday}`,
      month: `;BYMONTH=${month}`,
      'month+monthday': `;BYMONTH=${month};BYMONTHDAY=${monthday}`,
      'month+day': `;BYMONTH=${month};BYDAY=${n}${day[0]}`,
      'month+set': `;BYMONTH=${month};BYDAY=${set};BYSETPOS=${n}`,
      clip: `;BYMONTHDAY=${clip};BYSETPOS=-1`,
    };
    return `FREQ=${freq}${interval}${end}${parts[by] ?? ''}${week}`;
  });

const only = (rule: string): Recurrence => ({ rrules: [rule], rdates: [], exdates: [] });
const years = 5;

/** A series of the pattern that begins with its first occurrence on or after a date. */
function seriesOf(
  pattern: OraclePattern,
  from: string,
  end: 'noEnd' | 'numbered' | 'endDate',
): GraphRecurrence | undefined {
  const [first] = datesOfPattern(pattern, { startDate: from, type: 'noEnd' }, years);
  if (first === undefined) return undefined;
  const ends = {
    noEnd: {},
    numbered: { numberOfOccurrences: 7 },
    endDate: { endDate: `${Number(first.slice(0, 4)) + 2}-06-15` },
  };
  return { pattern, range: { type: end, startDate: first, ...ends[end] } };
}

const sets = ['0,1,2,3,4,5,6', '1,2,3,4,5', '0,6'];
/** Some weekdays of a month that Outlook does not count as one kind of day. */
function isOfSome({ type, daysOfWeek = [] }: OraclePattern): boolean {
  const numbers = daysOfWeek.map((day) => names.indexOf(day)).sort();
  return type.startsWith('relative') && numbers.length > 1 && !sets.includes(numbers.join());
}
const isVague = (pattern: OraclePattern) => isOfSome(pattern) && pattern.index !== 'first';

describe('recurrences of Graph and RRULEs', () => {
  const kinds = fc.constantFrom('noEnd' as const, 'numbered' as const, 'endDate' as const);

  it(
    'given any series of Graph, when it is read, then the RRULE has its dates, and only a vague one is refused',
    { tags: 'long' },
    () => {
      let mapped = 0;
      fc.assert(
        fc.property(patterns, dates, kinds, (pattern, from, end) => {
          const series = seriesOf(pattern, from, end);
          if (!series) return;
          const rule = ruleOf(series, { date: series.range.startDate! });
          if (!rule.ok) {
            expect(isVague(pattern)).toBe(true);
            return;
          }
          mapped += 1;
          const expected = datesOfPattern(pattern, series.range as never, years);
          expect(datesOfRule(rule.value, series.range.startDate!, years)).toEqual(expected);
        }),
        { numRuns: runs },
      );
      expect(mapped).toBeGreaterThan(runs / 2);
    },
  );

  it(
    'given any RRULE, when it is written, then Graph’s series has its dates, or it is refused with a reason',
    { tags: 'long' },
    () => {
      const found = { mapped: 0, refused: 0 };
      fc.assert(
        fc.property(rules, dates, (rule, from) => {
          const start = datesOfRule(rule.replace(/;(COUNT|UNTIL)=\w+/, ''), from, years)[0];
          if (start === undefined) return;
          const written = graphRecurrence(only(rule), { date: start });
          if (!written.ok) {
            found.refused += 1;
            expect(written.reason).toMatch(/^[A-Z].{10,}\.$/);
            return;
          }
          found.mapped += 1;
          const { pattern, range } = written.value;
          expect(datesOfPattern(pattern as OraclePattern, range as never, years)).toEqual(
            datesOfRule(rule, start, years),
          );
        }),
        // about one in five of these rules is one that Graph has
        { numRuns: 2 * runs },
      );
      expect(found.mapped).toBeGreaterThan(runs / 5);
      expect(found.refused).toBeGreaterThan(runs / 10);
    },
  );

  it('given a series of Graph, when it is read and written again, then it has the same dates', () => {
    fc.assert(
      fc.property(patterns, dates, kinds, (pattern, from, end) => {
        const series = seriesOf(pattern, from, end);
        const start = { date: series?.range.startDate ?? '' };
        const rule = series && ruleOf(series, start);
        if (!series || !rule?.ok) return;
        const again = graphRecurrence(only(rule.value), start);
        if (!again.ok) {
          expect(isOfSome(pattern)).toBe(true);
          return;
        }
        const { pattern: after, range } = again.value;
        expect(datesOfPattern(after as OraclePattern, range as never, years)).toEqual(
          datesOfPattern(pattern, series.range as never, years),
        );
      }),
      { numRuns: runs },
    );
  });

  const timed: EventTime = { local: '2026-12-01T15:30:00', tzid: 'Europe/London' };
  it.each([
    ['FREQ=HOURLY', 'HOURLY'],
    ['FREQ=DAILY;BYHOUR=9', 'BYHOUR'],
    ['FREQ=YEARLY;BYYEARDAY=100', 'BYYEARDAY'],
    ['FREQ=YEARLY;BYWEEKNO=20', 'BYWEEKNO'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'several days'],
    ['FREQ=MONTHLY;BYMONTHDAY=31', 'shorter months'],
    ['FREQ=MONTHLY;BYMONTHDAY=-2', 'from the end'],
    ['FREQ=YEARLY;BYMONTH=1,6', 'several months'],
    ['FREQ=DAILY;COUNT=1000', '999'],
    ['FREQ=WEEKLY;BYDAY=MO', 'this start is none'],
    ['FREQ=DAILY;UNTIL=20261130', 'ends before'],
    ['FREQ=NEVER', 'malformed'],
  ])('given the rule %s, when it is written, then it is refused with the reason', (rule, reason) => {
    expect(graphRecurrence(only(rule), timed)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  it('given dates beside a rule, when they are written, then additional ones are refused', () => {
    expect(graphRecurrence({ ...only('FREQ=DAILY'), rdates: [{ start: timed }] }, timed)).toMatchObject({ ok: false });
    expect(graphRecurrence({ ...only('FREQ=DAILY'), exrules: ['FREQ=WEEKLY'] }, timed)).toMatchObject({ ok: false });
    expect(graphRecurrence({ rrules: [], rdates: [], exdates: [] }, timed)).toMatchObject({ ok: false });
  });

  it.each([
    // 15:30 in London in winter is 15:30 UTC, in summer 14:30 UTC
    ['20261203T153000Z', '2026-12-03'],
    ['20261203T152959Z', '2026-12-02'],
    ['20270603T143000Z', '2027-06-03'],
    ['20270603T142959Z', '2027-06-02'],
    ['20261203', '2026-12-03'],
    ['20261203T120000', '2026-12-02'],
  ])('given UNTIL=%s for 15:30 in London, when it is written, then the last day is %s', (until, endDate) => {
    const written = graphRecurrence(only(`FREQ=DAILY;UNTIL=${until}`), timed);
    expect(written).toMatchObject({ ok: true, value: { range: { type: 'endDate', endDate } } });
  });

  it('given a last day, when a timed series is read, then UNTIL is its last possible start in UTC', () => {
    const range = { type: 'endDate' as const, startDate: '2026-12-01', endDate: '2027-06-03' };
    const rule = ruleOf({ pattern: { type: 'daily', interval: 1 }, range }, timed);
    expect(rule).toEqual({ ok: true, value: 'FREQ=DAILY;UNTIL=20270603T143000Z' });
  });

  it('given a series that does not begin with its start, or of an unknown kind, when it is read, then it is refused', () => {
    const range = { type: 'noEnd' as const, startDate: '2026-12-01' };
    const monday = { type: 'weekly' as const, interval: 1, daysOfWeek: ['monday' as const] };
    expect(ruleOf({ pattern: monday, range }, timed).ok).toBe(false);
    expect(ruleOf({ pattern: { type: 'lunar' as never, interval: 1 }, range }, timed).ok).toBe(false);
    expect(ruleOf({ pattern: { type: 'daily' }, range: { ...range, startDate: '2026-12-02' } }, timed).ok).toBe(false);
  });
});
