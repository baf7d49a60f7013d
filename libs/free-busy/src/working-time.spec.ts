import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availableSlots } from './slots.js';
import { isWorking, readClock, type Reading } from './testing/clock-walk.js';
import { workingTime, type WeeklyPeriod, type WorkingRule } from './working-time.js';

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const daily = (start_time: string, end_time: string): WeeklyPeriod[] =>
  days.map((day) => ({ day, start_time, end_time }));
const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
const window = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) });
const pairs = (flat: readonly number[]) =>
  flat.flatMap((start, i) => (i % 2 === 0 ? [`${iso(start)}/${iso(flat[i + 1]!)}`] : []));

/** Nine days around a DST change, or in a zone without one; the offsets are those of the tz database. */
const windows = [
  ['America/New_York', window('2026-10-27T12:00:00Z', '2026-11-05T12:00:00Z')],
  ['America/New_York', window('2026-03-03T12:00:00Z', '2026-03-12T12:00:00Z')],
  ['Australia/Lord_Howe', window('2026-03-31T12:00:00Z', '2026-04-09T12:00:00Z')],
  ['Australia/Lord_Howe', window('2026-09-29T12:00:00Z', '2026-10-08T12:00:00Z')],
  ['Asia/Kathmandu', window('2026-11-20T12:00:00Z', '2026-11-29T12:00:00Z')],
  ['Africa/Casablanca', window('2026-02-10T12:00:00Z', '2026-02-19T12:00:00Z')],
  ['America/Santiago', window('2026-09-01T12:00:00Z', '2026-09-10T12:00:00Z')],
  ['Pacific/Apia', window('2011-12-26T12:00:00Z', '2012-01-04T12:00:00Z')],
] as const;

const two = (n: number) => String(n).padStart(2, '0');
const clockTime = fc.integer({ min: 0, max: 288 }).map((n) => `${two(Math.floor(n / 12))}:${two((n % 12) * 5)}`);
const weekly: fc.Arbitrary<WeeklyPeriod> = fc.record({
  day: fc.constantFrom(...days),
  start_time: clockTime.map((time) => (time === '24:00' ? '23:55' : time)),
  end_time: clockTime,
});

/** The working minutes of the walked clock, as periods in the same form. */
function walked(rule: WorkingRule, readings: readonly Reading[], start: number): number[] {
  const flat: number[] = [];
  for (const [i, reading] of readings.entries()) {
    const ms = start + i * 60_000;
    if (!isWorking(rule, reading)) continue;
    if (flat.at(-1) === ms) flat[flat.length - 1] = ms + 60_000;
    else flat.push(ms, ms + 60_000);
  }
  return flat;
}

describe('working time', () => {
  it.each(windows)(
    'given random weeks in %s, when read, then they match a clock walked by minutes',
    (tzid, at) => {
      const readings = readClock(tzid, at, 60_000);
      fc.assert(
        fc.property(fc.array(weekly, { maxLength: 8 }), (weekly_periods) => {
          const rule = { tzid, weekly_periods };
          expect(workingTime(rule, at)).toEqual(walked(rule, readings, at.start));
        }),
        { numRuns: process.env.KALENDS_NIGHTLY === '1' ? 300 : 40 },
      );
    },
    120_000,
  );

  it.each([
    ['November', '2026-10-30T00:00:00Z', '2026-11-04T00:00:00Z', [13, 13, 14, 14, 14]],
    ['March', '2026-03-06T00:00:00Z', '2026-03-11T00:00:00Z', [14, 14, 13, 13, 13]],
  ])(
    'FC-18: given 09:00-17:00 in New York in %s, then each first slot is at 09:00 there',
    (_month, start, end, hours) => {
      const requested = window(start, end);
      const within = workingTime({ tzid: 'America/New_York', weekly_periods: daily('09:00', '17:00') }, requested);
      const member = { sub: 'ada', busy: [], held: [], within, unknown: false };
      const slots = availableSlots(
        {
          groups: [{ required: null, members: [member] }],
          durationMs: 3_600_000,
          bufferBeforeMs: 0,
          bufferAfterMs: 0,
          periods: [requested],
          intervalMs: null,
        },
        512,
      );
      expect(slots).toHaveLength(5 * 8);
      const dayOf = (ms: number) => iso(ms).slice(0, 10);
      const first = slots.filter((slot, i) => dayOf(slot.start) !== dayOf(slots[i - 1]?.start ?? 0));
      expect(first.map((slot) => Number(iso(slot.start).slice(11, 13)))).toEqual(hours);
    },
  );

  it('FC-20: given 09:00-10:00 in Kathmandu and Lord Howe, then the periods begin at their quarter and half hours', () => {
    const hours = (tzid: string, start: string, end: string) =>
      pairs(workingTime({ tzid, weekly_periods: daily('09:00', '10:00') }, window(start, end)));
    expect(hours('Asia/Kathmandu', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z')).toEqual([
      '2026-11-20T03:15:00Z/2026-11-20T04:15:00Z',
    ]);
    // 4 April 2026 is the last day of +11:00; from the 5th on it is +10:30.
    expect(hours('Australia/Lord_Howe', '2026-04-03T12:00:00Z', '2026-04-05T12:00:00Z')).toEqual([
      '2026-04-03T22:00:00Z/2026-04-03T23:00:00Z',
      '2026-04-04T22:30:00Z/2026-04-04T23:30:00Z',
    ]);
  });

  it('given periods that overlap, touch or cross midnight by 24:00, then they are merged', () => {
    const weekly_periods: WeeklyPeriod[] = [
      { day: 'friday', start_time: '20:00', end_time: '23:00' },
      { day: 'friday', start_time: '22:00', end_time: '24:00' },
      { day: 'saturday', start_time: '00:00', end_time: '02:00' },
      { day: 'saturday', start_time: '09:00', end_time: '09:00' },
    ];
    const rule = { tzid: 'Europe/Berlin', weekly_periods };
    expect(pairs(workingTime(rule, window('2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z')))).toEqual([
      '2026-11-20T19:00:00Z/2026-11-21T01:00:00Z',
    ]);
    expect(workingTime(rule, window('2026-11-16T00:00:00Z', '2026-11-16T00:00:00Z'))).toEqual([]);
    expect(() =>
      workingTime({ ...rule, tzid: 'Mars/Base' }, window('2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z')),
    ).toThrow(RangeError);
  });
});
