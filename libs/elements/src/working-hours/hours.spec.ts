import { describe, expect, it } from 'vitest';
import { defaultHours, fromWeekly, isInOrder, toWeekly } from './hours.js';

describe('weekly hours', () => {
  it('given periods in any order, then they are by day and in order, and the same when written again', () => {
    const periods = [
      { day: 'monday', start_time: '13:00', end_time: '17:00' },
      { day: 'monday', start_time: '09:00', end_time: '12:00' },
    ];
    expect(toWeekly(fromWeekly(periods))).toEqual(periods.toReversed());
    expect(toWeekly(defaultHours())).toHaveLength(5);
  });

  it.each<[[string, string][], boolean]>([
    [[['09:00', '12:00'], ['12:00', '17:00']], true], // prettier-ignore
    [[['12:00', '17:00'], ['09:00', '12:00']], true], // prettier-ignore
    [[['09:00', '12:00'], ['11:00', '17:00']], false], // prettier-ignore
    [[['09:00', '09:00']], false],
    [[['17:00', '09:00']], false],
    [[], true],
  ])('given %j, then they are in order: %s', (ranges, expected) => {
    expect(isInOrder(new Map([['monday', ranges]]))).toBe(expected);
  });
});
