import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availablePeriods } from './available-periods.js';
import { firstSequences, sequences } from './sequences.js';
import { requestedSlots, availableSlots, overlappingSlots } from './slots.js';
import { unavailablePieces } from './unavailable-pieces.js';
import { MinuteGrid, type GridFound } from './testing/minute-grid.js';
import {
  gridRequest,
  instant,
  meetingRequest,
  randomRequest,
  size,
  type RandomRequest,
} from './testing/random-request.js';

const numRuns = process.env.KALENDS_NIGHTLY === '1' ? 40_000 : 3_000;

const found = (list: GridFound[]) =>
  list.map(({ from, to, participants }) => ({ start: instant(from), end: instant(to), participants }));

/** Results of the code under test and of the oracle for one request, side by side. */
function answers(random: RandomRequest) {
  const request = meetingRequest(random);
  const grid = new MinuteGrid(gridRequest(random), size);
  const intervalMs = random.interval * 60_000;
  const requested = [...new Set(random.starts)].sort((a, b) => a - b).flatMap((cell) => grid.slotAt(cell) ?? []);
  return {
    ours: {
      periods: availablePeriods(request, 512),
      slots: availableSlots({ ...request, intervalMs }, 512),
      overlapping: overlappingSlots({ ...request, intervalMs }, 512),
      requested: requestedSlots(request, random.starts.map(instant), 512),
      refused: unavailablePieces(request),
    },
    oracle: {
      periods: found(grid.periods()),
      slots: found(grid.slots(random.interval)),
      overlapping: found(grid.overlapping(random.interval)),
      requested: found(requested),
      refused: grid.refused().map(({ from, to, members }) => ({ start: instant(from), end: instant(to), members })),
    },
  };
}

describe('FC-28: meeting time against a brute-force minute grid', () => {
  it(`given ${numRuns} random requests, when answered, then periods, slots and refusals are those of the grid (AVL-3)`, () => {
    let answered = 0;
    fc.assert(
      fc.property(randomRequest, (random) => {
        const { ours, oracle } = answers(random);
        expect(ours).toEqual(oracle);
        if (oracle.periods.length > 1) answered++;
      }),
      { numRuns },
    );
    // a tenth on average
    expect(answered).toBeGreaterThan(numRuns / 20);
  }, 900_000);

  const gap = fc.record({
    beforeMin: fc.nat(4),
    beforeMax: fc.option(fc.integer({ min: 2, max: 12 })),
    afterMin: fc.nat(4),
    afterMax: fc.option(fc.integer({ min: 2, max: 12 })),
  });
  /** Steps that are often possible: one member of the group is enough, at any time. */
  const easyRequest = randomRequest.map((request): RandomRequest => {
    const groups = request.groups.slice(0, 1).map(({ members }) => ({ required: 1, members }));
    return { ...request, groups, periods: [...request.periods, [0, size]], interval: request.interval + 2 };
  });
  const steps = fc.array(fc.tuple(easyRequest, gap), { minLength: 1, maxLength: 3 });

  it(`given ${numRuns / 10} random sequences, when the first 40 are requested, or one for each start, then they are those of the grid (AVL-9)`, () => {
    let [answered, repeated] = [0, 0];
    fc.assert(
      fc.property(steps, (random) => {
        const ms = (cells: number | null) => cells && cells * 60_000;
        const requested = random.map(([request, { beforeMin, beforeMax, afterMin, afterMax }], sequence_id) => ({
          sequence_id,
          ask: { ...meetingRequest(request), intervalMs: request.interval * 60_000 },
          beforeMin: beforeMin * 60_000,
          beforeMax: ms(beforeMax),
          afterMin: afterMin * 60_000,
          afterMax: ms(afterMax),
        }));
        const slots = random.map(([request]) =>
          new MinuteGrid(gridRequest(request), size).overlapping(request.interval),
        );
        const expected = chains(
          slots,
          random.map(([, one]) => one),
        );
        const named = (chain: GridFound[]) => found(chain).map((slot, sequence_id) => ({ ...slot, sequence_id }));
        expect(sequences(requested, 40)).toEqual(expected.slice(0, 40).map(named));
        const firsts = expected.filter(([first], n) => n === 0 || first!.from !== expected[n - 1]![0]!.from);
        expect(firstSequences(requested, 9)).toEqual(firsts.slice(0, 9).map(named));
        if (random.length > 1 && expected.length > 1) answered++;
        if (firsts.length > 1 && expected.length > firsts.length) repeated++;
      }),
      { numRuns: numRuns / 10 },
    );
    expect(answered).toBeGreaterThan(numRuns / 100);
    expect(repeated).toBeGreaterThan(numRuns / 200);
  }, 900_000);
});

interface Gap {
  beforeMin: number;
  beforeMax: number | null;
  afterMin: number;
  afterMax: number | null;
}

/** Every chain of slots, one per step, whose gaps are allowed: tries all combinations. */
function chains(slots: GridFound[][], gaps: Gap[]): GridFound[][] {
  let ways: GridFound[][] = slots[0]!.map((slot) => [slot]);
  for (const [i, next] of slots.entries()) {
    if (i === 0) continue;
    const { afterMin, afterMax } = gaps[i - 1]!;
    const { beforeMin, beforeMax } = gaps[i]!;
    ways = ways.flatMap((way) => {
      const fits = (gap: number) =>
        gap >= afterMin && gap >= beforeMin && gap <= (afterMax ?? gap) && gap <= (beforeMax ?? gap);
      return next.filter((slot) => fits(slot.from - way.at(-1)!.to)).map((slot) => [...way, slot]);
    });
  }
  return ways;
}
