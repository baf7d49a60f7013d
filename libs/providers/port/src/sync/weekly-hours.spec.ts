import { describe, expect, it } from 'vitest';
import { maxDayHours, weeklyHours, type DayHours } from './weekly-hours.js';

const periods = (...days: DayHours[]) =>
  weeklyHours('Europe/Berlin', days).weekly_periods.map((one) => `${one.day} ${one.start_time}-${one.end_time}`);

describe('working hours of a week', () => {
  it('given hours of a day, then their times on its clock, until its end', () => {
    expect(periods({ day: 'monday', start: 545, end: 1_020 }, { day: 'friday', start: 0, end: 1_440 })).toEqual([
      'monday 09:05-17:00',
      'friday 00:00-24:00',
    ]);
  });

  it('given a night shift, then it continues on the next day, also into the next week', () => {
    expect(periods({ day: 'saturday', start: 1_320, end: 360 })).toEqual([
      'saturday 22:00-24:00',
      'sunday 00:00-06:00',
    ]);
    expect(periods({ day: 'monday', start: 1_320, end: 0 })).toEqual(['monday 22:00-24:00']);
  });

  it('given times that no day has, or more than a week needs, then they are left out', () => {
    expect(periods({ day: 'monday', start: -1, end: 60 }, { day: 'monday', start: 0, end: 1_441 })).toEqual([]);
    expect(periods({ day: 'monday', start: 1_440, end: 60 })).toEqual([]);
    const many = Array.from({ length: 200 }, () => ({ day: 'monday' as const, start: 0, end: 60 }));
    expect(periods(...many)).toHaveLength(maxDayHours);
  });
});
