import type { AvailabilityBody } from '@kalends/public-api';
import { describe, expect, it } from 'vitest';
import type { SequenceQuery } from './booking-link.js';
import { sequenceWithinWindow, withinWindow } from './window.js';

const minute = 60_000;
const ten = Date.UTC(2026, 10, 20, 10);
const body = (more: Partial<AvailabilityBody>): AvailabilityBody => ({
  participants: [{ members: [{ sub: 'acc_1' }], required: 'all' }],
  required_duration: 30,
  buffer: { before: { minimum: 0, maximum: null }, after: { minimum: 0, maximum: null } },
  ...more,
});
const from = (start: number, hours: number) => ({ start, end: start + hours * 60 * minute });

describe('the query of a window', () => {
  it('given a period off the quarter hours, when cut, then starts stay on the grid of the whole period (SCH-5)', () => {
    const whole = body({ query_periods: [from(ten + 7 * minute, 8)] });
    const cut = withinWindow(whole, { from: ten + 60 * minute, to: ten + 120 * minute }, 10);
    // 10:07, 10:22 … 11:07 is the first start that is not before 11:00
    expect(cut?.query_periods).toEqual([{ start: ten + 67 * minute, end: ten + 150 * minute - 1 }]);
  });

  it('given a start_interval of its own, when cut, then that is the grid; the earlier name of the periods counts too', () => {
    const whole = body({ available_periods: [from(ten, 8)], start_interval: 25 });
    const cut = withinWindow(whole, { from: ten + 30 * minute, to: Infinity }, 10);
    expect(cut?.query_periods).toEqual([{ start: ten + 50 * minute, end: ten + 480 * minute }]);
    expect(cut?.available_periods).toBeUndefined();
  });

  it('given a meeting shorter than a quarter of an hour, then the grid is its length', () => {
    const whole = body({ query_periods: [from(ten, 1)], required_duration: 10 });
    expect(withinWindow(whole, { from: ten + 1, to: Infinity }, 1)?.query_periods?.[0]?.start).toBe(ten + 10 * minute);
  });

  it('given periods or no format, then slots are searched; slots that do not overlap depend on the whole period', () => {
    const whole = body({ query_periods: [from(ten, 8)], response_format: 'slots' });
    const window = { from: ten + 60 * minute, to: Infinity };
    expect(withinWindow(whole, window, 1)).toMatchObject({ response_format: 'slots', query_periods: [from(ten, 8)] });
    for (const response_format of ['periods', 'overlapping_slots', null, undefined] as const)
      expect(withinWindow({ ...whole, response_format }, window, 1)?.response_format).toBe('overlapping_slots');
  });

  it('given a sequence, then its first part is cut, and the others keep their periods (SCH-12)', () => {
    const step = { ...body({ query_periods: [from(ten, 8)] }), query_periods: [from(ten, 8)] };
    const query = { sequence: [step, step] } as unknown as SequenceQuery;
    const cut = sequenceWithinWindow(query, { from: ten + 60 * minute, to: ten + 61 * minute }, 3);
    expect(cut).toMatchObject({
      max_results: 3,
      sequence: [{ query_periods: [{ start: ten + 60 * minute, end: ten + 91 * minute - 1 }] }, step],
    });
    expect(sequenceWithinWindow(query, { from: ten + 9 * 60 * minute, to: Infinity }, 3)).toBeNull();
  });

  it('given starts in place of periods, then those in the window remain; given none, then there is no query', () => {
    const whole = body({ query_slots: [ten, ten + minute, ten + 2 * minute] });
    const window = { from: ten + minute, to: ten + 2 * minute };
    expect(withinWindow(whole, window, 5)?.query_slots).toEqual([ten + minute]);
    expect(withinWindow(whole, { from: 0, to: 1 }, 5)).toBeNull();
    expect(
      withinWindow(body({ query_periods: [from(ten, 1)] }), { from: ten + 90 * minute, to: Infinity }, 5),
    ).toBeNull();
  });
});
