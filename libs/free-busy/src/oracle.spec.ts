import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availablePeriods } from './available-periods.js';
import { askedSlots, availableSlots, overlappingSlots } from './slots.js';
import { unavailablePieces } from './unavailable-pieces.js';
import { MinuteGrid, type GridFound } from './testing/minute-grid.js';
import { gridAsk, instant, meetingAsk, randomAsk, size, type RandomAsk } from './testing/random-ask.js';

const all = process.env.KALENDS_TEST_ALL === '1';
const numRuns = all ? 100_000 : 20_000;

const found = (list: GridFound[]) =>
  list.map(({ from, to, participants }) => ({ start: instant(from), end: instant(to), participants }));

/** Answers of the code under test and of the oracle to one ask, side by side. */
function answers(random: RandomAsk) {
  const ask = meetingAsk(random);
  const grid = new MinuteGrid(gridAsk(random), size);
  const intervalMs = random.interval * 60_000;
  const asked = [...new Set(random.starts)].sort((a, b) => a - b).flatMap((cell) => grid.slotAt(cell) ?? []);
  return {
    ours: {
      periods: availablePeriods(ask, 512),
      slots: availableSlots({ ...ask, intervalMs }, 512),
      overlapping: overlappingSlots({ ...ask, intervalMs }, 512),
      asked: askedSlots(ask, random.starts.map(instant), 512),
      refused: unavailablePieces(ask),
    },
    oracle: {
      periods: found(grid.periods()),
      slots: found(grid.slots(random.interval)),
      overlapping: found(grid.overlapping(random.interval)),
      asked: found(asked),
      refused: grid.refused().map(({ from, to, members }) => ({ start: instant(from), end: instant(to), members })),
    },
  };
}

describe('field case 28: meeting time against a brute-force minute grid', () => {
  it(`given ${numRuns} random asks, when answered, then periods, slots and refusals are those of the grid`, () => {
    fc.assert(
      fc.property(randomAsk, (random) => {
        const { ours, oracle } = answers(random);
        expect(ours).toEqual(oracle);
      }),
      { numRuns },
    );
  }, 300_000);
});
