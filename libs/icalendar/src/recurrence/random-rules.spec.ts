// @module-tag long
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expand } from '../index.js';
import { python, pythonMissing } from '../testing/external.js';
import { event, series } from '../testing/series.js';

const rules = process.env.KALENDS_NIGHTLY === '1' ? 1_000 : 400;

/**
 * Rules are not generated where python-dateutil reads the standard differently from libical, whose file is
 * authoritative here: BYMONTHDAY without BYMONTH in a yearly rule (libical takes DTSTART's month), BYWEEKNO without
 * BYDAY (DTSTART's weekday) or with INTERVAL, ordinals outside monthly and yearly rules (not allowed there).
 * python-dateutil refuses hours that INTERVAL never reaches and searches for long where nothing matches: such cases are
 * skipped and counted.
 */
const PROGRAM = `
import json, signal, sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo
from dateutil.rrule import rrulestr
epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
def run(case):
    start = datetime.fromisoformat(case['start'])
    if case['zone']:
        start = start.replace(tzinfo=ZoneInfo(case['zone']))
    low = epoch + timedelta(milliseconds=case['from'])
    high = epoch + timedelta(milliseconds=case['to'])
    out = []
    for t in rrulestr(case['rule'], dtstart=start):
        utc = (t if t.tzinfo else t.replace(tzinfo=timezone.utc)).astimezone(timezone.utc)
        if utc >= high + timedelta(hours=3):
            break
        if low <= utc < high:
            out.append(int((utc - epoch).total_seconds()))
    return sorted(set(out))
def too_slow(*_):
    raise TimeoutError
signal.signal(signal.SIGALRM, too_slow)
def bounded(case):
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        return run(case)
    except (TimeoutError, ValueError):
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
print(json.dumps([bounded(case) for case in json.load(sys.stdin)]))
`;

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const subset = <T>(values: T[], max: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: max });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const signed = (to: number) => [...range(1, to), ...range(-to, -1)];
const maybe = <T>(arbitrary: fc.Arbitrary<T>, absent = 2) =>
  fc.oneof({ weight: absent, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const parts = fc.record({
  freq: fc.constantFrom('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'),
  interval: fc.constantFrom(1, 1, 2, 3, 5, 7),
  byDay: maybe(subset(DAYS, 3), 1),
  ordinal: fc.constantFrom('', '', '1', '2', '-1', '-2'),
  byMonth: maybe(subset(range(1, 12), 3)),
  byMonthDay: maybe(subset(signed(31), 3)),
  byYearDay: maybe(subset(signed(366), 4), 6),
  byWeekNo: maybe(subset(signed(53), 3), 6),
  byHour: maybe(subset(range(0, 23), 2), 4),
  byMinute: maybe(subset(range(0, 59), 2), 4),
  bySetPos: maybe(subset([1, 2, -1, -2], 2), 4),
  weekStart: maybe(fc.constantFrom(...DAYS), 4),
  count: maybe(fc.integer({ min: 1, max: 60 }), 3),
});
type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

function ruleText(p: Parts): string {
  const coarse = p.freq === 'YEARLY' || p.freq === 'MONTHLY';
  const weekNo = p.freq === 'YEARLY' && p.byDay && p.interval === 1 && !p.bySetPos ? p.byWeekNo : undefined;
  const nth = coarse && !weekNo ? p.ordinal : '';
  const needsMonth = p.freq === 'YEARLY' && p.byMonthDay && !p.byMonth;
  const monthDay = p.freq === 'WEEKLY' || needsMonth || weekNo ? undefined : p.byMonthDay;
  const yearDay = ['DAILY', 'WEEKLY', 'MONTHLY'].includes(p.freq) || weekNo ? undefined : p.byYearDay;
  const month = weekNo ? undefined : p.byMonth;
  const hasBy = p.byDay ?? month ?? monthDay ?? yearDay ?? p.byHour ?? p.byMinute;
  const lists: [string, readonly (string | number)[] | undefined][] = [
    ['BYDAY', p.byDay?.map((day) => nth + day)],
    ['BYMONTH', month],
    ['BYMONTHDAY', monthDay],
    ['BYYEARDAY', yearDay],
    ['BYWEEKNO', weekNo],
    ['BYHOUR', p.byHour],
    ['BYMINUTE', p.byMinute],
    ['BYSETPOS', hasBy ? p.bySetPos : undefined],
  ];
  return [
    `FREQ=${p.freq}`,
    ...(p.interval > 1 ? [`INTERVAL=${p.interval}`] : []),
    ...(p.weekStart ? [`WKST=${p.weekStart}`] : []),
    ...lists.flatMap(([name, values]) => (values ? [`${name}=${values.join(',')}`] : [])),
    ...(p.count ? [`COUNT=${p.count}`] : []),
  ].join(';');
}

const DAY = 86_400_000;
const cases = fc.record({
  rule: parts.map(ruleText),
  zone: fc.constantFrom(null, 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
  startMs: fc
    .integer({ min: Date.UTC(2015, 0, 1) / 60_000, max: Date.UTC(2019, 0, 1) / 60_000 })
    .map((m) => m * 60_000),
  offsetDays: fc.integer({ min: 0, max: 300 }),
  spanDays: fc.constantFrom(3, 40, 400),
});

describe('random rules against python-dateutil', () => {
  it(`given ${rules} rules, then the instances in a window are the same`, (ctx) => {
    const reason = pythonMissing('dateutil, zoneinfo');
    if (reason) return ctx.skip(reason);
    const batch = fc
      .sample(cases, { numRuns: rules, seed: 5545 })
      .map(({ rule, zone, startMs, offsetDays, spanDays }) => ({
        rule,
        zone,
        start: new Date(startMs).toISOString().slice(0, 19),
        from: startMs + offsetDays * DAY,
        to: startMs + (offsetDays + (/HOURLY|MINUTELY/.test(rule) ? 3 : spanDays)) * DAY,
      }));
    const expected = python(PROGRAM, batch) as (number[] | null)[];
    const wrong = batch.flatMap((one, i) => {
      if (expected[i] === null) return [];
      const start = one.zone ? `${one.start} ${one.zone}` : one.start;
      const occurrences = expand(
        series(event(start, start), { rrules: [one.rule] }),
        { start: one.from, end: one.to },
        { floatingZone: 'UTC' },
      );
      const got = occurrences.map((o) => o.startMs / 1000);
      return JSON.stringify(got) === JSON.stringify(expected[i])
        ? []
        : [
            {
              ...one,
              got: got.slice(0, 6),
              expected: expected[i]?.slice(0, 6),
              sizes: [got.length, expected[i]?.length],
            },
          ];
    });
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(expected.filter((list) => list && list.length > 0).length).toBeGreaterThan(0.3 * rules);
  });
});
