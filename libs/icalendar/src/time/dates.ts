import { LocalDate } from '../model.js';
import { dateString, dayNumber, dayOfDate, daysInMonth } from './civil.js';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A valid calendar day in the form `YYYY-MM-DD`, or `null` (30 February, `2026-1-5`, anything else). */
export function parseDate(text: string): LocalDate | null {
  const m = DATE.exec(text);
  return m && isRealDay(+m[1]!, +m[2]!, +m[3]!) ? text : null;
}

export const isRealDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

/** The date `n` days later (earlier if negative). */
export const addDays = (date: LocalDate, n: number): LocalDate => dateString(dayOfDate(date) + n);

/** Milliseconds of the date's UTC midnight, by which all-day instances are ordered. */
export const utcMidnight = (date: LocalDate): number => dayOfDate(date) * 86_400_000;

/** 0 = Sunday … 6 = Saturday. */
export function weekday(date: LocalDate): number {
  return (((dayNumber(+date.slice(0, 4), +date.slice(5, 7), +date.slice(8, 10)) + 4) % 7) + 7) % 7;
}
