import { describe, expect, it } from 'vitest';
import type { SlotRequest } from './meeting-request.js';
import { availablePeriods } from './available-periods.js';
import { sequences, type SequenceStep } from './sequences.js';
import { overlappingSlots } from './slots.js';
import { TooMuchWork, WorkBudget } from './work.js';
import { unavailablePieces } from './unavailable-pieces.js';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const start = 1_795_132_800_000;

/** People who are busy from 9 to 17, each starting some minutes later. */
const people = (count: number, days = 35) =>
  Array.from({ length: count }, (_, index) => ({
    sub: `acc_${index}`,
    busy: Array.from({ length: days }, (_one, at) => {
      const nine = start + at * day + 9 * hour + (index % 50) * minute;
      return [nine, nine + 8 * hour];
    }).flat(),
    held: [],
    within: null,
    unknown: false,
  }));

const slotRequest = (members: number, more: Partial<SlotRequest> = {}): SlotRequest => ({
  groups: [{ required: null, members: people(members) }],
  durationMs: minute,
  bufferBeforeMs: 0,
  bufferAfterMs: 0,
  intervalMs: minute,
  periods: [{ start, end: start + 35 * day }],
  ...more,
});
const step = (one: SlotRequest, sequence_id: number, gap: Partial<SequenceStep> = {}): SequenceStep => ({
  sequence_id,
  ask: one,
  beforeMin: 0,
  beforeMax: null,
  afterMin: 0,
  afterMax: null,
  ...gap,
});
const staggered = Array.from({ length: 50 }, (_, n) => ({ start: start + n * 1_000, end: start + 35 * day }));

describe('expensive queries', () => {
  it.each([
    ['ten steps of a hundred people', 100, {}],
    ['ten steps of one person, in fifty overlapping periods', 1, { periods: staggered }],
  ])(
    'given %s, minute by minute, when 512 sequences are requested, then no more is searched than they need',
    (_, members, more) => {
      const work = new WorkBudget(1_000_000);
      const steps = Array.from({ length: 10 }, (_one, index) => step(slotRequest(members, { ...more, work }), index));
      expect(sequences(steps, 512)).toHaveLength(512);
    },
  );

  it('given steps that are far apart, when requested, then the time between them is skipped', () => {
    const work = new WorkBudget(20_000);
    const far = { afterMin: 30 * day, afterMax: 30 * day };
    expect(sequences([step(slotRequest(1, { work }), 0, far), step(slotRequest(1, { work }), 1)], 3)).toHaveLength(3);
  });

  it('given a step that is never possible, when a sequence is requested, then nothing else is searched', () => {
    const work = new WorkBudget(20_000);
    const never = slotRequest(1, { work, durationMs: 36 * day });
    expect(sequences([step(slotRequest(1, { work }), 0), step(never, 1)], 3)).toEqual([]);
  });

  it.each([
    [
      'a sequence that no grid allows',
      (work: WorkBudget) => {
        const odd = slotRequest(1, {
          work,
          intervalMs: 2 * minute,
          periods: [{ start: start + 30_000, end: start + 35 * day }],
        });
        return sequences([step(slotRequest(1, { work }), 0, { afterMax: 0 }), step(odd, 1, { beforeMax: 0 })], 3);
      },
    ],
    [
      'slots of fifty periods',
      (work: WorkBudget) => overlappingSlots(slotRequest(1, { work, periods: staggered }), Infinity),
    ],
    [
      'periods of a hundred people',
      (work: WorkBudget) => availablePeriods(slotRequest(100, { work, periods: staggered }), 512),
    ],
    [
      'reasons of a hundred people',
      (work: WorkBudget) => unavailablePieces(slotRequest(100, { work, periods: staggered }), 5_000),
    ],
  ])('given %s, when they cost more than the budget, then the computation stops', (_, question) => {
    expect(() => question(new WorkBudget(50_000))).toThrow(TooMuchWork);
  });
});
