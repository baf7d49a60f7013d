import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import {
  DEFAULT_LIMIT,
  Period,
  expand,
  expandBounded,
  parseCalendarObject,
  parseRule,
  recurrenceBounds,
} from '../index.js';
import { event, series, starts, time } from '../testing/series.js';

const ms = (iso: string): number => Date.parse(iso);
const window = (from: string, to: string): Period => ({ start: ms(from), end: ms(to) });
const options = { floatingZone: 'Europe/Berlin' };
const berlin = (start: string, end = start) => event(`${start} Europe/Berlin`, `${end} Europe/Berlin`);
const november = window('2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z');

describe('steps that several series share', () => {
  const list = (n: number) => Array.from({ length: n }, (_, i) => i).join(',');
  const everySecond = `RRULE:FREQ=YEARLY;BYMONTH=1,11;BYHOUR=${list(24)};BYMINUTE=${list(60)};BYSECOND=${list(60)}`;
  const parsed = (rule: string) => {
    const lines = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:a',
      'DTSTART:19700101T100000Z',
      rule,
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    const read = parseCalendarObject(lines.join('\r\n'));
    return read.ok ? read.series[0]! : series(berlin('1970-01-01T00:00:00'));
  };

  it('given 20 that take what they get, when expanded, then the steps suffice for the next and are never exceeded', () => {
    const steps = { remaining: 1_000_000 };
    for (let n = 0; n < 20; n++) {
      const { completeUntil } = expandBounded(parsed(everySecond), november, { ...options, steps });
      expect(completeUntil).not.toBeNull();
    }
    expect(steps.remaining).toBeGreaterThan(100_000);
    expect(steps.remaining).toBeLessThan(130_000);
    const weekly = expandBounded(parsed('RRULE:FREQ=WEEKLY'), november, { ...options, steps });
    expect(weekly).toMatchObject({ completeUntil: null, occurrences: { length: 4 } });
  });

  it('given none left, when expanded, then the series is known to be incomplete', () => {
    const steps = { remaining: 0 };
    const { completeUntil } = expandBounded(parsed('RRULE:FREQ=WEEKLY'), november, { ...options, steps });
    expect(completeUntil).not.toBeNull();
  });
});

describe('overlap with the window', () => {
  const meeting = series(berlin('2026-11-20T10:00:00', '2026-11-20T11:00:00'));
  it.each([
    ['it covers the end', '2026-11-20T09:30:00Z', '2026-11-20T10:30:00Z', 1],
    ['it lies inside', '2026-11-20T09:15:00Z', '2026-11-20T09:30:00Z', 1],
    ['it begins at the end', '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z', 0],
    ['it ends at the start', '2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z', 0],
    ['it is empty', '2026-11-20T09:30:00Z', '2026-11-20T09:30:00Z', 0],
  ])('given a window such that %s, then it is included accordingly', (_, from, to, n) => {
    expect(expand(meeting, window(from, to), options)).toHaveLength(n);
  });
  it('given an event without length, then it is included if its start is in [start, end)', () => {
    const moment = series(berlin('2026-11-20T10:00:00'));
    expect(expand(moment, window('2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z'), options)).toHaveLength(1);
    expect(expand(moment, window('2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'), options)).toHaveLength(0);
  });
  it('given an instance that began before the window, then it is found', () => {
    const nights = series(berlin('2020-01-01T22:00:00', '2020-01-02T06:00:00'), { rrules: ['FREQ=DAILY'] });
    const found = expand(nights, window('2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z'), options);
    expect(starts(found)).toEqual(['2026-11-19T22:00:00']);
    expect(found[0]).toMatchObject({
      end: { local: '2026-11-20T06:00:00', tzid: 'Europe/Berlin' },
      recurrence_id: ms('2026-11-19T21:00:00Z'),
    });
  });
});

describe('zones (FC-15, FC-19)', () => {
  it('given a daily rule from 2015, when read for 2030, then each day has its local time', () => {
    const daily = series(berlin('2015-03-01T09:00:00', '2015-03-01T09:30:00'), { rrules: ['FREQ=DAILY'] });
    const found = expand(daily, window('2030-03-30T00:00:00Z', '2030-04-02T00:00:00Z'), options);
    expect(found.map((o) => new Date(o.startMs).toISOString())).toEqual([
      '2030-03-30T08:00:00.000Z',
      '2030-03-31T07:00:00.000Z',
      '2030-04-01T07:00:00.000Z',
    ]);
  });
  it('given 02:30 every day, then on the day without it, it is an hour later, and on the day with two, it is the first', () => {
    const daily = series(event('2026-01-01T02:30:00 America/New_York', '2026-01-01T02:45:00 America/New_York'), {
      rrules: ['FREQ=DAILY'],
    });
    const spring = expand(daily, window('2026-03-08T00:00:00Z', '2026-03-09T00:00:00Z'), options);
    expect(spring.map((o) => new Date(o.startMs).toISOString())).toEqual(['2026-03-08T07:30:00.000Z']);
    expect(starts(spring)).toEqual(['2026-03-08T03:30:00']);
    const early = series(event('2026-01-01T01:30:00 America/New_York', '2026-01-01T01:45:00 America/New_York'), {
      rrules: ['FREQ=DAILY'],
    });
    const autumn = expand(early, window('2026-11-01T04:00:00Z', '2026-11-02T04:00:00Z'), options);
    expect(autumn.map((o) => new Date(o.startMs).toISOString())).toEqual(['2026-11-01T05:30:00.000Z']);
  });
  it('given a floating time, then it is read in the owner’s zone', () => {
    const floating = series(event('2026-11-20T10:00:00', '2026-11-20T11:00:00'));
    expect(expand(floating, november, options)[0]!.startMs).toBe(ms('2026-11-20T09:00:00Z'));
    expect(expand(floating, november, { floatingZone: 'Asia/Tokyo' })[0]!.startMs).toBe(ms('2026-11-20T01:00:00Z'));
  });
  it('given a zone that only the object defines, then its offsets are used', () => {
    const own = {
      ...series(event('2026-11-20T10:00:00 Mine', '2026-11-20T11:00:00 Mine')),
      zones: { Mine: { initial: 5400, transitions: [] } },
    };
    expect(expand(own, november, options)[0]!.startMs).toBe(ms('2026-11-20T08:30:00Z'));
  });
});

describe('all-day series (FC-22)', () => {
  it('given an all-day rule, then instances and their ids are dates', () => {
    const birthdays = series(event('1980-11-20', '1980-11-21'), { rrules: ['FREQ=YEARLY'] });
    const [one, ...others] = expand(birthdays, november, options);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      start: { date: '2026-11-20' },
      end: { date: '2026-11-21' },
      recurrence_id: '2026-11-20',
      startMs: ms('2026-11-20T00:00:00Z'),
      endMs: ms('2026-11-21T00:00:00Z'),
    });
  });
  it('given an EXDATE with a time in an all-day series, then that day is removed', () => {
    const days = series(event('2026-11-20', '2026-11-21'), {
      rrules: ['FREQ=DAILY;COUNT=3'],
      exdates: [time('2026-11-21T00:00:00 Etc/UTC')],
    });
    expect(starts(expand(days, november, options))).toEqual(['2026-11-20', '2026-11-22']);
  });
});

describe('instances that are removed or differ (FC-12, FC-14, FC-17)', () => {
  const weekly = (more = {}, overrides: Parameters<typeof series>[2] = []) =>
    series(
      berlin('2026-11-03T10:00:00', '2026-11-03T11:00:00'),
      { rrules: ['FREQ=WEEKLY;COUNT=4'], ...more },
      overrides,
    );
  const all = ['2026-11-03T10:00:00', '2026-11-10T10:00:00', '2026-11-17T10:00:00', '2026-11-24T10:00:00'];

  it('given EXDATEs in UTC, in the zone and as a date, then the instances are removed, and shown as cancelled on request', () => {
    const exdates = [
      time('2026-11-03T09:00:00 Etc/UTC'),
      time('2026-11-10T10:00:00 Europe/Berlin'),
      time('2026-11-17'),
    ];
    expect(starts(expand(weekly({ exdates }), november, options))).toEqual([all[3]]);
    const shown = expand(weekly({ exdates }), november, { ...options, includeCancelled: true });
    expect(shown.map((o) => o.cancelled)).toEqual([true, true, true, false]);
  });
  it('given a floating EXDATE in a series with a zone, then it is read in that zone', () => {
    const exdates = [time('2026-11-03T10:00:00')];
    const elsewhere = { floatingZone: 'Asia/Tokyo' };
    expect(starts(expand(weekly({ exdates }), november, elsewhere))).toEqual(all.slice(1));
  });
  it('given an override with STATUS:CANCELLED, then it is absent, and shown as cancelled on request', () => {
    const cancelled = weekly({}, [
      { recurrence_id: time('2026-11-10T09:00:00 Etc/UTC'), change: { status: 'cancelled' } },
    ]);
    expect(starts(expand(cancelled, november, options))).toEqual([all[0], all[2], all[3]]);
    const shown = expand(cancelled, november, { ...options, includeCancelled: true });
    expect(shown.map((o) => [o.recurrence_id, o.cancelled])).toContainEqual([ms('2026-11-10T09:00:00Z'), true]);
  });
  it('given an override moved out of the window, then it is found at its new time, under its original id', () => {
    const start = time('2026-12-24T18:00:00 Europe/Berlin');
    const end = time('2026-12-24T19:00:00 Europe/Berlin');
    const moved = weekly({}, [{ recurrence_id: time('2026-11-10T10:00:00 Europe/Berlin'), change: { start, end } }]);
    expect(starts(expand(moved, november, options))).toEqual([all[0], all[2], all[3]]);
    const found = expand(moved, window('2026-12-24T00:00:00Z', '2026-12-25T00:00:00Z'), options);
    expect(found).toMatchObject([
      { start, recurrence_id: ms('2026-11-10T09:00:00Z'), startMs: ms('2026-12-24T17:00:00Z') },
    ]);
  });
  it('given an override moved, then cancelled, then neither day shows it', () => {
    const start = time('2026-11-12T10:00:00 Europe/Berlin');
    const removed = weekly({}, [
      { recurrence_id: time('2026-11-10T10:00:00 Europe/Berlin'), change: { start, end: start, status: 'cancelled' } },
    ]);
    expect(starts(expand(removed, november, options))).toEqual([all[0], all[2], all[3]]);
  });
  it('given 93 overrides in one series, then each instance appears once', () => {
    const overrides = Array.from({ length: 93 }, (_, i) => ({
      recurrence_id: { date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10) },
      change: { summary: `${i}` },
    }));
    const days = series(event('2026-01-01', '2026-01-02'), { rrules: ['FREQ=DAILY;COUNT=100'] }, overrides);
    const found = expand(days, window('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'), options);
    expect(new Set(found.map((o) => o.recurrence_id)).size).toBe(100);
    expect(found).toHaveLength(100);
    expect(found.filter((o) => o.component.summary !== 'S')).toHaveLength(93);
  });
  it('given THISANDFUTURE, then this and later instances are shifted, renamed and longer', () => {
    const change = {
      start: time('2026-11-18T14:00:00 Europe/Berlin'),
      end: time('2026-11-18T16:00:00 Europe/Berlin'),
      summary: 'Later',
    };
    const split = weekly({}, [
      { recurrence_id: time('2026-11-17T10:00:00 Europe/Berlin'), range: 'THISANDFUTURE', change },
    ]);
    const found = expand(split, november, options);
    expect(starts(found)).toEqual([all[0], all[1], '2026-11-18T14:00:00', '2026-11-25T14:00:00']);
    expect(found.map((o) => o.component.summary)).toEqual(['S', 'S', 'Later', 'Later']);
    expect(found[3]!.endMs - found[3]!.startMs).toBe(2 * 3_600_000);
    expect(found[3]!.recurrence_id).toBe(ms('2026-11-24T09:00:00Z'));
  });
  it('given RDATEs, one of them a period, then they are instances with their own length', () => {
    const rdates = [
      { start: time('2026-11-05T10:00:00 Europe/Berlin') },
      { start: time('2026-11-06T09:00:00 Etc/UTC'), end: time('2026-11-06T12:00:00 Etc/UTC') },
    ];
    const found = expand(series(berlin('2026-11-03T10:00:00', '2026-11-03T11:00:00'), { rdates }), november, options);
    expect(found.map((o) => (o.endMs - o.startMs) / 3_600_000)).toEqual([1, 1, 3]);
    expect(found[2]!.startMs).toBe(ms('2026-11-06T09:00:00Z'));
  });
  it('given an object without a master, then its overrides are the instances', () => {
    const only = {
      uid: 'u',
      master: null,
      overrides: [
        {
          recurrence_id: time('2026-11-10T10:00:00 Europe/Berlin'),
          change: berlin('2026-11-10T12:00:00', '2026-11-10T13:00:00'),
        },
      ],
    };
    expect(expand(only, november, options)).toMatchObject([
      { recurrence_id: ms('2026-11-10T09:00:00Z'), startMs: ms('2026-11-10T11:00:00Z') },
    ]);
  });
});

describe('ends of rules', () => {
  it('given UNTIL in UTC with a local start, then the last instance is the one at that instant', () => {
    const rule = (until: string) =>
      series(berlin('2026-11-03T10:00:00', '2026-11-03T11:00:00'), { rrules: [`FREQ=DAILY;UNTIL=${until}`] });
    expect(expand(rule('20261105T090000Z'), november, options)).toHaveLength(3);
    expect(expand(rule('20261105T085959Z'), november, options)).toHaveLength(2);
    expect(expand(rule('20261105'), november, options)).toHaveLength(3);
  });
  it('given COUNT, when the window is late, then instances are counted from DTSTART', () => {
    const counted = series(berlin('2010-01-01T10:00:00', '2010-01-01T11:00:00'), { rrules: ['FREQ=DAILY;COUNT=6158'] });
    expect(starts(expand(counted, november, options))).toEqual([
      '2026-11-01T10:00:00', '2026-11-02T10:00:00', '2026-11-03T10:00:00', '2026-11-04T10:00:00',
      '2026-11-05T10:00:00', '2026-11-06T10:00:00', '2026-11-07T10:00:00', '2026-11-08T10:00:00', '2026-11-09T10:00:00', '2026-11-10T10:00:00',
    ]); // prettier-ignore
  });
  it('given rules, then bounds contain the end of the last instance', () => {
    const bounds = (rrules: string[]) =>
      recurrenceBounds(series(berlin('2026-11-03T10:00:00', '2026-11-03T11:00:00'), { rrules }), options);
    expect(bounds([])).toEqual({ firstMs: ms('2026-11-03T09:00:00Z'), lastMs: ms('2026-11-03T10:00:00Z') });
    expect(bounds(['FREQ=DAILY'])).toEqual({ firstMs: ms('2026-11-03T09:00:00Z'), lastMs: null });
    expect(bounds(['FREQ=DAILY;COUNT=3'])).toEqual({
      firstMs: ms('2026-11-03T09:00:00Z'),
      lastMs: ms('2026-11-05T10:00:00Z'),
    });
    expect(bounds(['FREQ=WEEKLY;BYDAY=TU,FR;COUNT=4']).lastMs).toBe(ms('2026-11-13T10:00:00Z'));
  });
});

describe('hostile and malformed rules (FC-16)', () => {
  const wide = window('1990-01-01T00:00:00Z', '2090-01-01T00:00:00Z');
  it.each([
    'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5',
    'FREQ=YEARLY;INTERVAL=4294967295;BYDAY=53MO;COUNT=100000',
    'FREQ=MONTHLY;BYDAY=5MO;BYSETPOS=366;COUNT=9999',
    'FREQ=SECONDLY;BYHOUR=3;BYMINUTE=59;BYSECOND=59;BYYEARDAY=366;BYDAY=MO',
    'FREQ=MINUTELY;INTERVAL=1440;BYHOUR=3;BYMINUTE=1;COUNT=99999',
    'FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2,4;BYSETPOS=1',
  ])('given %s, then the search ends within its bound', (rule) => {
    const started = performance.now();
    const found = expand(series(berlin('1990-01-01T10:00:00'), { rrules: [rule] }), wide, options);
    expect(found.length).toBeLessThan(100);
    expect(performance.now() - started).toBeLessThan(boundMs(5000));
  });
  it.each([
    'FREQ=DAILY;COUNT=9999999999',
    'FREQ=YEARLY;INTERVAL=9999999999;COUNT=2',
    'FREQ=DAILY;UNTIL=99991231T235959Z',
  ])('given %s, then out-of-range numbers do no harm', (rule) => {
    const endless = series(berlin('2026-11-03T10:00:00'), { rrules: [rule] });
    expect(recurrenceBounds(endless, options).firstMs).toBe(ms('2026-11-03T09:00:00Z'));
    expect(expand(endless, { start: -Infinity, end: Infinity }, { ...options, limit: 1 })).toHaveLength(1);
    expect(expand(endless, { start: -1e17, end: 1e17 }, { ...options, limit: 1 })).toHaveLength(1);
  });
  it('given every second of a century, then the earliest instances are returned, as many as the limit', () => {
    const seconds = series(berlin('1990-01-01T10:00:00'), { rrules: ['FREQ=SECONDLY'] });
    expect(expand(seconds, wide, { ...options, limit: 5 }).at(-1)!.startMs).toBe(ms('1990-01-01T09:00:04Z'));
    expect(expand(seconds, wide, options)).toHaveLength(DEFAULT_LIMIT);
  });
  it.each([
    '', 'FREQ=', 'FREQ=FORTNIGHTLY', 'INTERVAL=2', 'FREQ=DAILY;INTERVAL=0', 'FREQ=DAILY;INTERVAL=-1', 'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=x', 'FREQ=DAILY;UNTIL=20260230', 'FREQ=DAILY;UNTIL=soon', 'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYMONTHDAY=32', 'FREQ=YEARLY;BYMONTH=13', 'FREQ=YEARLY;BYDAY=XX', 'FREQ=YEARLY;BYDAY=54MO', 'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;BYHOUR=24', 'FREQ=DAILY;BYSETPOS=0', 'FREQ=DAILY;WKST=XX', 'FREQ=DAILY;NONSENSE=1', 'FREQ=DAILY;BYHOUR',
  ])('given the malformed rule "%s", then it is refused', (rule) => {
    expect(parseRule(rule)).toEqual({ refusal: 'malformed-rule' });
  }); // prettier-ignore
  it('given a rule in another calendar (RFC 7529), then only DTSTART is an instance', () => {
    expect(parseRule('RSCALE=CHINESE;FREQ=YEARLY')).toEqual({ refusal: 'unsupported-rscale' });
    const chinese = series(berlin('2026-11-03T10:00:00'), { rrules: ['RSCALE=CHINESE;FREQ=YEARLY'] });
    expect(starts(expand(chinese, wide, options))).toEqual(['2026-11-03T10:00:00']);
    expect(parseCalendarObject('BEGIN:VCALENDAR\r\nEND:VCALENDAR').ok).toBe(false);
  });
});

describe('EXRULE', () => {
  const weekly = berlin('2026-11-02T10:00:00', '2026-11-02T11:00:00');
  const years = window('2026-11-01T00:00:00Z', '2029-11-01T00:00:00Z');
  const limit = 4_000;

  it('given one for every second, when a series of years is expanded, then it is followed to its limit and cut off there', () => {
    const dense = series(weekly, { rrules: ['FREQ=WEEKLY'], exrules: ['FREQ=SECONDLY;INTERVAL=7'] });
    const before = process.cpuUsage();
    const found = expandBounded(dense, years, { ...options, limit });
    expect(process.cpuUsage(before).user).toBeLessThan(boundMs(1_000_000));
    // 10:00 of a Monday is a multiple of 7 s after the first: 604,800 = 7 x 86,400. 50,000 x 7 s are known.
    expect(found.occurrences).toEqual([]);
    expect(found.completeUntil).toBe(ms('2026-11-02T09:00:00Z') + 49_999 * 7_000);
  });

  it('given one that names nothing of the series, when expanded, then only known instances are returned', () => {
    const dense = series(weekly, { rrules: ['FREQ=DAILY'], exrules: ['FREQ=SECONDLY;INTERVAL=2;BYSECOND=1,3,5,7,9'] });
    const found = expandBounded(dense, years, { ...options, limit });
    expect(found.occurrences.length).toBeGreaterThan(0);
    const last = found.occurrences.at(-1)!.startMs;
    expect(last).toBeLessThanOrEqual(found.completeUntil!);
    expect(found.completeUntil).toBeLessThan(years.end);
  });
});

describe('cost', () => {
  const years = window('2026-11-24T00:00:00Z', '2029-11-01T00:00:00Z');

  it('given an all-day-long instance every second, when more overlap the window than requested, then the first ones are found without building the others', () => {
    const master = { ...berlin('2026-11-01T10:00:00', '2026-11-02T10:00:00'), duration: 'P1D' };
    const dense = series(master, { rrules: ['FREQ=SECONDLY'] });
    const spent = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      expandBounded(dense, years, { ...options, limit: 4_000 });
      return process.cpuUsage(before).user;
    });
    // the compiler's threads count, too, so the first is dearer
    expect(Math.min(...spent)).toBeLessThan(boundMs(250_000));
    const { occurrences, completeUntil } = expandBounded(dense, years, { ...options, limit: 4_000 });
    expect(occurrences.length).toBe(4_000);
    // the first that ends after the beginning of the window
    expect(occurrences[0]!.startMs).toBe(years.start - 86_400_000 + 1_000);
    expect(completeUntil).toBe(occurrences.at(-1)!.startMs);
  });

  it('given the same with RDATEs, when 10,000 instances are requested, then starts before the window are not searched again', () => {
    const master = { ...event('1900-01-01T00:00:00', '1900-01-02T00:00:00'), duration: 'P1D' };
    const dateOf = (n: number) =>
      `2026-${String(1 + (n % 12)).padStart(2, '0')}-01T00:00:${String(n % 60).padStart(2, '0')}`;
    const rdates = Array.from({ length: 3_000 }, (_, n) => ({ start: time(dateOf(n)) }));
    const dense = series(master, { rrules: ['FREQ=SECONDLY'], rdates });
    const cost = (period: typeof years) => {
      const steps = { remaining: Number.MAX_SAFE_INTEGER };
      const { occurrences } = expandBounded(dense, period, { ...options, limit: 10_000, steps });
      expect(occurrences).toHaveLength(10_000);
      expect(occurrences[0]!.startMs).toBeGreaterThan(period.start - 86_400_000);
      return Number.MAX_SAFE_INTEGER - steps.remaining;
    };
    // nothing is before the first instances of a series; a window has those of the day before it, which overlap it
    expect(cost(window('1900-01-01T00:00:00Z', '1903-01-01T00:00:00Z'))).toBeLessThan(2 * 10_000);
    expect(cost(years)).toBeLessThan(2 * (86_400 + 10_000));
  });
});
