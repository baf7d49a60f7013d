import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise, subtract } from './algebra.js';
import { availablePeriods } from './available-periods.js';
import { limitedTime, type EventLimit, type EventStart } from './limited-time.js';
import type { MeetingRequest } from './meeting-request.js';
import { countedDays, isLimited, type CountedDays } from './testing/day-limits.js';
import { MinuteGrid, type GridFound, type GridRequest, type Span } from './testing/minute-grid.js';
import { unavailablePieces } from './unavailable-pieces.js';

const cellMs = 900_000;
const day = 96;
/** Two days are queried; events are counted from eight days before to eight days after them. */
const [before, queried, after] = [8 * day, 2 * day, 8 * day];
const numRuns = process.env.KALENDS_NIGHTLY === '1' ? 20_000 : 500;

/** First queried instants: around a change of the clocks in one of the zones, and a year's end. */
const starts = ['2026-10-31', '2026-03-07', '2026-04-04', '2026-10-03', '2026-12-31'].map((day) =>
  Date.parse(`${day}T00:00:00Z`),
);
const tzids = ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Asuncion', 'Etc/UTC'];

const tags = fc.subarray(['a', 'b']);
const event = fc.record({
  cell: fc.oneof(fc.integer({ min: -before, max: queried + after - 1 }), fc.integer({ min: -day, max: queried + day })),
  length: fc.nat(24),
  allDay: fc.nat(3).map((n) => n === 0),
  tags,
  excluded: fc.nat(5).map((n) => n === 0),
});
const limit: fc.Arbitrary<EventLimit> = fc.record({
  limit: fc.integer({ min: 1, max: 3 }),
  period: fc.constantFrom('day' as const, 'week' as const),
  tzid: fc.constantFrom(...tzids),
  tags,
});
const member = fc.record({
  sub: fc.constantFrom('ada', 'ben', 'cy'),
  events: fc.array(event, { maxLength: 12 }),
  limits: fc.array(limit, { maxLength: 2 }),
  ignoresAll: fc.nat(4).map((n) => n === 0),
  before: fc.nat(8),
  after: fc.nat(8),
});
const randomRequest = fc.record({
  start: fc.constantFrom(...starts),
  required: fc.constantFrom(null, 1),
  members: fc.uniqueArray(member, { selector: ({ sub }) => sub, minLength: 1, maxLength: 3 }),
  duration: fc.integer({ min: 1, max: 24 }),
});
type Request = typeof randomRequest extends fc.Arbitrary<infer T> ? T : never;
type Member = Request['members'][number];

const dayMs = 86_400_000;
const dateOf = (ms: number) => Math.floor(ms / dayMs) * dayMs;

/** Events as the code under test gets them: an all-day one by the UTC midnight of its date. */
const startsOf = ({ events }: Member, start: number): EventStart[] =>
  events
    .filter(({ excluded }) => !excluded)
    .map(({ cell, allDay, tags: own }) => {
      const at = start + cell * cellMs;
      return { start: allDay ? dateOf(at) : at, allDay, tags: own };
    });

/** Timed events take time; an event that is excluded, or any if the member ignores all, does not. */
const busyOf = ({ events, ignoresAll }: Member): Span[] =>
  ignoresAll
    ? []
    : events.filter(({ allDay, excluded }) => !allDay && !excluded).map(({ cell, length }) => [cell, cell + length]);

const period: Span = [0, queried];
const instants = (start: number, spans: readonly Span[]) =>
  spans.map(([from, to]) => ({ start: start + from * cellMs, end: start + to * cellMs }));

const meetingRequest = ({ start, members, required, duration }: Request): MeetingRequest => ({
  groups: [
    {
      required,
      members: members.map((one) => ({
        sub: one.sub,
        busy: normalise(instants(start, busyOf(one))),
        held: [],
        within: subtract([start, start + queried * cellMs], limitedTime(one.limits, startsOf(one, start))),
        unknown: false,
        bufferBeforeMs: one.before * cellMs,
        bufferAfterMs: one.after * cellMs,
      })),
    },
  ],
  durationMs: duration * cellMs,
  bufferBeforeMs: 0,
  bufferAfterMs: 0,
  periods: instants(start, [period]),
});

/** The oracle's own reading of the same case: each event's local date, by Intl clocks alone. */
const daysOf = ({ events, limits }: Member, start: number): CountedDays[] =>
  limits.map((one) =>
    countedDays(
      one,
      events
        .filter(({ excluded, tags: own }) => !excluded && one.tags.every((tag) => own.includes(tag)))
        .map(({ cell, allDay }) => ({ ms: start + cell * cellMs, tzid: allDay ? 'Etc/UTC' : one.tzid })),
    ),
  );

const gridRequest = ({ start, members, required, duration }: Request): GridRequest => ({
  duration,
  before: 0,
  after: 0,
  periods: [period],
  groups: [
    {
      required,
      members: members.map((one) => {
        const days = daysOf(one, start);
        return {
          ...{ sub: one.sub, busy: busyOf(one), held: [], unknown: false, before: one.before, after: one.after },
          within: (cell: number) => !days.some((counted) => isLimited(counted, start + cell * cellMs)),
        };
      }),
    },
  ],
});

describe('FC-20: meeting time with limits on events per local day and week, across changes of the clocks', () => {
  it(`given ${numRuns} random requests, when answered, then they agree with Intl dates counted cell by cell (AVL-15)`, () => {
    let [answered, limited] = [0, 0];
    fc.assert(
      fc.property(randomRequest, (random) => {
        const request = meetingRequest(random);
        const grid = new MinuteGrid(gridRequest(random), queried);
        const times = ({ from, to }: { from: number; to: number }) => instants(random.start, [[from, to]])[0]!;
        const found = (list: GridFound[]) => list.map((one) => ({ ...times(one), participants: one.participants }));
        const refused = grid.refused().map((one) => ({ ...times(one), members: one.members }));
        const periods = availablePeriods(request, 512);
        expect(periods).toEqual(found(grid.periods()));
        expect(unavailablePieces(request)).toEqual(refused);
        if (periods.length > 0) answered++;
        if (refused.some(({ members }) => members.some(({ reason }) => reason === 'outside_periods'))) limited++;
      }),
      { numRuns },
    );
    expect(answered).toBeGreaterThan(numRuns / 10);
    expect(limited).toBeGreaterThan(numRuns / 10);
  }, 1_800_000);
});
