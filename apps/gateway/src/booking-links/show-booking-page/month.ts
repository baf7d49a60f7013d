import { addDays, weekday, type LocalDate } from '@kalends/icalendar';

/** A month: `YYYY-MM`. */
export type Month = string;

export const monthOf = (date: LocalDate): Month => date.slice(0, 7);

export const firstOf = (month: Month): LocalDate => `${month}-01`;

/** The longest month and a few days: in the next one, wherever that begins. */
const beyond = 31;

export const nextMonth = (month: Month): Month => monthOf(addDays(firstOf(month), beyond));

export const previousMonth = (month: Month): Month => monthOf(addDays(firstOf(month), -1));

export function daysFrom(from: LocalDate, to: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = from; day < to; day = addDays(day, 1)) days.push(day);
  return days;
}

const week = 7;

/** The weeks of a month, null where a day is another month's. `firstDay`: 0 = Sunday … 6 = Saturday. */
export function weeksOf(month: Month, firstDay: number): (LocalDate | null)[][] {
  const first = firstOf(month);
  const days = daysFrom(first, firstOf(nextMonth(month)));
  const before = (weekday(first) - firstDay + week) % week;
  const cells = [...Array.from({ length: before }, () => null), ...days];
  const rows = Math.ceil(cells.length / week);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: week }, (_, column) => cells[row * week + column] ?? null),
  );
}
