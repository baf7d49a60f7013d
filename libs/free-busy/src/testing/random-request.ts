import fc from 'fast-check';
import { normalise } from '../algebra.js';
import type { MeetingRequest } from '../meeting-request.js';
import type { Period } from '../period.js';
import type { GridRequest, Span } from './minute-grid.js';

/** Time of a random case, in cells: requests are within `[0, size)`, calendars also around it. */
export const size = 48;
export const cellMs = 60_000;
/** The instant of cell 0: odd on purpose, so that nothing relies on round numbers. */
export const originMs = 1_795_132_800_123;

/** A random request in cells; `ownPeriods` null = anywhere. */
export interface RandomMember {
  sub: string;
  busy: Span[];
  held: Span[];
  ownPeriods: Span[] | null;
  unknown: boolean;
  /** In cells; null: those of the request. */
  before: number | null;
  after: number | null;
}

export interface RandomRequest extends Omit<GridRequest, 'groups'> {
  groups: { required: number | null; members: RandomMember[] }[];
  interval: number;
  starts: number[];
}

/** Some are empty, some overlap; unsorted. */
const span = (from: number, to: number, longest: number) =>
  fc.tuple(fc.integer({ min: from, max: to }), fc.nat(longest)).map(([at, length]): Span => [at, at + length]);

const member: fc.Arbitrary<RandomMember> = fc.record({
  sub: fc.constantFrom('ada', 'ben', 'cy', 'dot', 'eve'),
  busy: fc.array(span(-6, size + 6, 9), { maxLength: 6 }),
  held: fc.array(span(-6, size + 6, 5), { maxLength: 1 }),
  ownPeriods: fc.option(fc.array(span(0, size - 16, 16), { maxLength: 4 }), { freq: 2 }),
  unknown: fc.nat(11).map((n) => n === 0),
  before: fc.option(fc.constantFrom(0, 2, 5), { freq: 1 }),
  after: fc.option(fc.constantFrom(0, 1, 6), { freq: 1 }),
});

const group = fc.record({
  required: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 3 }),
  members: fc.uniqueArray(member, { selector: ({ sub }) => sub, minLength: 1, maxLength: 4 }),
});

export const randomRequest: fc.Arbitrary<RandomRequest> = fc.record({
  groups: fc.array(group, { minLength: 1, maxLength: 2 }),
  duration: fc.integer({ min: 1, max: 9 }),
  before: fc.constantFrom(0, 0, 1, 3),
  after: fc.constantFrom(0, 0, 1, 4),
  periods: fc.array(span(0, size - 30, 30), { minLength: 1, maxLength: 3 }),
  interval: fc.integer({ min: 1, max: 7 }),
  starts: fc.array(fc.nat(size - 10), { maxLength: 6 }),
});

export const instant = (cell: number): number => originMs + cell * cellMs;
export const toPeriods = (spans: readonly Span[]): Period[] =>
  spans.map(([from, to]) => ({ start: instant(from), end: instant(to) }));

/** The request for the code under test. */
export const meetingRequest = (random: RandomRequest): MeetingRequest => ({
  groups: random.groups.map(({ required, members }) => ({
    required,
    members: members.map(({ sub, busy, held, ownPeriods, unknown, before, after }) => ({
      sub,
      ...(before === null ? {} : { bufferBeforeMs: before * cellMs }),
      ...(after === null ? {} : { bufferAfterMs: after * cellMs }),
      busy: normalise(toPeriods(busy)),
      held: normalise(toPeriods(held)),
      within: ownPeriods && normalise(toPeriods(ownPeriods)),
      unknown,
    })),
  })),
  durationMs: random.duration * cellMs,
  bufferBeforeMs: random.before * cellMs,
  bufferAfterMs: random.after * cellMs,
  periods: toPeriods(random.periods),
});

/** The request for the oracle. */
export const gridRequest = (random: RandomRequest): GridRequest => ({
  ...random,
  groups: random.groups.map(({ required, members }) => ({
    required,
    members: members.map(({ before, after, ...one }) => ({
      ...one,
      ...(before === null ? {} : { before }),
      ...(after === null ? {} : { after }),
      within: (cell: number) => one.ownPeriods?.some(([from, to]) => from <= cell && cell < to) ?? true,
    })),
  })),
});
