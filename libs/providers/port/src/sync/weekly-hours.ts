import { weekdays, type WorkingHours } from '@kalends/contracts';

/** Hours of one weekday, in minutes from its midnight; those that end no later than they begin end on the next day. */
export interface DayHours {
  day: (typeof weekdays)[number];
  start: number;
  end: number;
}

/** Most of them that a week may have. */
export const maxDayHours = 100;
const dayMinutes = 1_440;

const two = (n: number) => String(n).padStart(2, '0');
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

const nextDay = (day: DayHours['day']) => weekdays[(weekdays.indexOf(day) + 1) % weekdays.length]!;

function withinDays({ day, start, end }: DayHours): DayHours[] {
  if (end > start) return [{ day, start, end }];
  const rest = end === 0 ? [] : [{ day: nextDay(day), start: 0, end }];
  return [{ day, start, end: dayMinutes }, ...rest];
}

/** Working hours as they are published; days without minutes, or beyond their day, are left out. */
export const weeklyHours = (tzid: string, days: readonly DayHours[]): WorkingHours => ({
  tzid,
  weekly_periods: days
    .slice(0, maxDayHours)
    .filter(({ start, end }) => start >= 0 && start < dayMinutes && end >= 0 && end <= dayMinutes)
    .flatMap(withinDays)
    .map(({ day, start, end }) => ({ day, start_time: clock(start), end_time: clock(end) })),
});
