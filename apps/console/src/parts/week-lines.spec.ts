import { describe, expect, it } from 'vitest';
import { weekLines } from './week-lines.js';

const period = (day: string, start_time: string, end_time: string) => ({ day, start_time, end_time });

describe('the hours of a week, in few lines', () => {
  it('given days with the same hours, then those that follow one another are one line, and free days none', () => {
    const days = ['monday', 'tuesday', 'thursday', 'friday'].map((day) => period(day, '09:00', '17:00'));
    expect(weekLines(days)).toEqual([
      { name: 'Mon–Tue', hours: '09:00–17:00' },
      { name: 'Thu–Fri', hours: '09:00–17:00' },
    ]);
  });

  it('given several periods of a day, in any order, then they are in its line, by time', () => {
    expect(weekLines([period('sunday', '14:00', '18:00'), period('sunday', '09:00', '12:30')])).toEqual([
      { name: 'Sun', hours: '09:00–12:30, 14:00–18:00' },
    ]);
  });

  it('given a week without hours, then there is no line', () => expect(weekLines([])).toEqual([]));
});
