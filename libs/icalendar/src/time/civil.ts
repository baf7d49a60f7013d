import { LocalDate, LocalDateTime } from '../model.js';

/**
 * A wall clock reading counted as if it were UTC: milliseconds since 1970-01-01T00:00:00 of the same clock. All local
 * arithmetic uses such numbers; a zone converts one into an instant.
 */
export type Wall = number;

export const SECOND = 1000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

interface Civil {
  year: number;
  month: number;
  day: number;
}

/** Days from 1970-01-01 to the given day of the proleptic Gregorian calendar. */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Inverse of {@link dayNumber}. */
export function civilOf(dayNo: number): Civil {
  const z = dayNo + 719_468;
  const era = Math.floor(z / 146_097);
  const doe = z - era * 146_097;
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365);
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const month = mp < 10 ? mp + 3 : mp - 9;
  return { year: yoe + era * 400 + (month <= 2 ? 1 : 0), month, day: doy - Math.floor((153 * mp + 2) / 5) + 1 };
}

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : MONTH_LENGTHS[month - 1]!;

/** Day of the week, 0 = Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (dayNo: number): number => (((dayNo + 4) % 7) + 7) % 7;

const TWO = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));

export const pad2 = (n: number): string => TWO[n]!;

/** What four digits of a year can name: what is outside is written as the nearest that they can. */
const FIRST_DAY = dayNumber(0, 1, 1);
export const LAST_DAY = dayNumber(9999, 12, 31);

const dateStrings = new Map<number, LocalDate>();

/** `YYYY-MM-DD` of a day number, from year 0 to 9999. Cached, as the same few hundred days are requested repeatedly. */
export function dateString(dayNo: number): LocalDate {
  const known = dateStrings.get(dayNo);
  if (known !== undefined) return known;
  const { year, month, day } = civilOf(Math.max(FIRST_DAY, Math.min(LAST_DAY, dayNo)));
  const text = `${String(year).padStart(4, '0')}-${pad2(month)}-${pad2(day)}`;
  if (dateStrings.size > 20_000) dateStrings.clear();
  dateStrings.set(dayNo, text);
  return text;
}

const timeStrings = new Map<number, string>();

/** `THH:MM:SS` of a second of the day. */
export function timeString(second: number): string {
  const known = timeStrings.get(second);
  if (known !== undefined) return known;
  const text = `T${pad2(Math.floor(second / 3600))}:${pad2(Math.floor(second / 60) % 60)}:${pad2(second % 60)}`;
  if (timeStrings.size > 5000) timeStrings.clear();
  timeStrings.set(second, text);
  return text;
}

/** `YYYY-MM-DDTHH:MM:SS` of a wall clock reading (whole seconds), from year 0 to the last second of 9999. */
export function wallString(reading: Wall): LocalDateTime {
  const wall = Math.max(FIRST_DAY * DAY, Math.min(LAST_DAY * DAY + DAY - SECOND, reading));
  const dayNo = Math.floor(wall / DAY);
  return dateString(dayNo) + timeString(Math.floor((wall - dayNo * DAY) / SECOND));
}

/** Day number of a well-formed `YYYY-MM-DD`. */
export const dayOfDate = (date: LocalDate): number =>
  dayNumber(+date.slice(0, 4), +date.slice(5, 7), +date.slice(8, 10));

/** Wall clock reading of a well-formed `YYYY-MM-DDTHH:MM:SS`. */
export const wallOf = (local: LocalDateTime): Wall =>
  dayOfDate(local) * DAY + (+local.slice(11, 13) * 3600 + +local.slice(14, 16) * 60 + +local.slice(17, 19)) * SECOND;
