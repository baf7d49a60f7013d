import { describe, expect, it } from 'vitest';
import { instantOf, isoOf } from '../base/time.js';
import { partsOf, slotsOf, type AvailabilityQuery, type Slot } from './slots.js';

const at = (day: number, time = '09:00') => `2026-12-${String(day).padStart(2, '0')}T${time}:00Z`;
const minute = 60_000;

/** Answers as the API does: a slot every five minutes, the first 512. */
function api(): { asked: AvailabilityQuery[]; ask: (query: object) => Promise<{ available_slots: Slot[] }> } {
  const asked: AvailabilityQuery[] = [];
  const ask = async (query: AvailabilityQuery) => {
    asked.push(query);
    const starts = query.query_periods!.flatMap(({ start, end }) => {
      const count = Math.floor((instantOf(end) - instantOf(start)) / (5 * minute));
      return Array.from({ length: count }, (_, n) => instantOf(start) + n * 5 * minute);
    });
    return { available_slots: starts.slice(0, 512).map((ms) => ({ start: isoOf(ms), end: isoOf(ms + 5 * minute) })) };
  };
  return { asked, ask: ask as never };
}

describe('the slots of a query', () => {
  it('given more than 512, then the answers are continued, and each slot is there once', async () => {
    const { ask, asked } = api();
    const slots = await slotsOf({ query_periods: [{ start: at(1), end: at(6) }] }, ask);
    expect([slots.length, new Set(slots.map(({ start }) => start)).size, asked.length]).toEqual([1440, 1440, 3]);
    expect([slots[0]!.start, slots.at(-1)!.end]).toEqual([at(1), at(6)]);
  });

  it('given an answer that ignores what was requested, then the requests end', async () => {
    let calls = 0;
    const same = Array.from({ length: 512 }, (_, n) => ({ start: isoOf(instantOf(at(1)) + n * minute), end: at(20) }));
    const ask = async () => (calls++, { available_slots: same });
    await slotsOf({ query_periods: [{ start: at(1), end: at(6) }] }, ask);
    expect(calls).toBe(2);
  });

  it('given periods of many weeks, then each part is one that is answered, and its periods are whole', () => {
    const days = [1, 8, 15, 22, 29].map((day) => ({ start: at(day), end: at(day, '17:00') }));
    const later = { start: '2027-02-01T09:00:00Z', end: '2027-02-01T17:00:00Z' };
    const parts = partsOf({ query_periods: [later, ...days], required_duration: { minutes: 30 } });
    expect(parts).toEqual([
      { query_periods: days, required_duration: { minutes: 30 } },
      { query_periods: [later], required_duration: { minutes: 30 } },
    ]);
  });

  it('given slots that are none, then they are left out', async () => {
    const ask = async () => ({ available_slots: [{ start: 'x', end: 'y' }, { start: at(2), end: at(1) }, { start: at(1), end: at(2) }] }); // prettier-ignore
    expect(await slotsOf({}, ask)).toEqual([{ start: at(1), end: at(2) }]);
  });
});
