import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise } from './algebra.js';
import type { MeetingRequest } from './meeting-request.js';
import { availablePeriods } from './available-periods.js';
import { overlappingSlots } from './slots.js';
import { isWorking, readClock, type Reading } from './testing/clock-walk.js';
import { MinuteGrid, type GridRequest, type GridFound, type Span } from './testing/minute-grid.js';
import { unavailablePieces } from './unavailable-pieces.js';
import { workingTime, type WeeklyPeriod } from './working-time.js';

const quarter = 900_000;
const cells = 3 * 96;
const numRuns = process.env.KALENDS_NIGHTLY === '1' ? 10_000 : 1_000;

/** Three days around a DST change in one of the zones. */
const changes = ['2026-10-31', '2026-03-07', '2026-04-04', '2026-10-03'].map((day) => Date.parse(`${day}T00:00:00Z`));
const tzids = ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

const clocks = new Map<string, Reading[]>();
function clockOf(tzid: string, start: number): Reading[] {
  const key = `${tzid} ${start}`;
  const known = clocks.get(key) ?? readClock(tzid, { start, end: start + cells * quarter }, quarter);
  clocks.set(key, known);
  return known;
}

const two = (n: number) => String(n).padStart(2, '0');
const clockTime = (n: number) => `${two(Math.floor(n / 4))}:${two((n % 4) * 15)}`;
const weekly: fc.Arbitrary<WeeklyPeriod> = fc.record({
  day: fc.constantFrom('friday', 'saturday', 'sunday', 'monday'),
  start_time: fc.nat(60).map(clockTime),
  end_time: fc.integer({ min: 12, max: 96 }).map(clockTime),
});
const span = (from: number, to: number, longest: number) =>
  fc.tuple(fc.integer({ min: from, max: to }), fc.nat(longest)).map(([at, length]): Span => [at, at + length]);
const member = fc.record({
  sub: fc.constantFrom('ada', 'ben', 'cy'),
  tzid: fc.constantFrom(...tzids),
  weekly_periods: fc.array(weekly, { minLength: 1, maxLength: 6 }),
  busy: fc.array(span(-9, cells, 20), { maxLength: 6 }),
});
const randomRequest = fc.record({
  start: fc.constantFrom(...changes),
  required: fc.constantFrom(null, 1, 2),
  members: fc.uniqueArray(member, { selector: ({ sub }) => sub, minLength: 1, maxLength: 3 }),
  duration: fc.integer({ min: 1, max: 8 }),
  before: fc.nat(2),
  after: fc.nat(2),
  period: span(0, cells - 200, 200),
});
type RandomRequest = typeof randomRequest extends fc.Arbitrary<infer T> ? T : never;

const gridRequest = ({ members, start, period, required, ...lengths }: RandomRequest): GridRequest => ({
  ...lengths,
  periods: [period],
  groups: [
    {
      required,
      members: members.map(({ sub, busy, ...rule }) => {
        const clock = clockOf(rule.tzid, start);
        return { sub, busy, held: [], within: (cell: number) => isWorking(rule, clock[cell]!), unknown: false };
      }),
    },
  ],
});

function meetingRequest(random: RandomRequest): MeetingRequest {
  const { start, members, required } = random;
  const periods = (spans: readonly Span[]) =>
    spans.map(([from, to]) => ({ start: start + from * quarter, end: start + to * quarter }));
  const known = members.map(({ sub, busy, ...rule }) => {
    const within = workingTime(rule, { start, end: start + cells * quarter });
    return { sub, busy: normalise(periods(busy)), held: [], within, unknown: false };
  });
  return {
    groups: [{ required, members: known }],
    durationMs: random.duration * quarter,
    bufferBeforeMs: random.before * quarter,
    bufferAfterMs: random.after * quarter,
    periods: periods([random.period]),
  };
}

describe('FC-18, FC-20, FC-28: meeting time within working hours across DST changes', () => {
  it(`given ${numRuns} random requests, when answered, then they agree with Intl clocks tried cell by cell`, () => {
    let answered = 0;
    fc.assert(
      fc.property(randomRequest, (random) => {
        const request = meetingRequest(random);
        const grid = new MinuteGrid(gridRequest(random), cells);
        const times = ({ from, to }: { from: number; to: number }) => ({
          start: random.start + from * quarter,
          end: random.start + to * quarter,
        });
        const found = (list: GridFound[]) => list.map((one) => ({ ...times(one), participants: one.participants }));
        const refused = grid.refused().map((one) => ({ ...times(one), members: one.members }));
        const periods = availablePeriods(request, 512);
        expect(periods).toEqual(found(grid.periods()));
        expect(overlappingSlots({ ...request, intervalMs: quarter }, 512)).toEqual(found(grid.overlapping(1)));
        expect(unavailablePieces(request)).toEqual(refused);
        if (periods.length > 0) answered++;
      }),
      { numRuns },
    );
    expect(answered).toBeGreaterThan(numRuns / 10);
  }, 900_000);
});
