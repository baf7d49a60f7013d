import { parseDate, weekday } from '../time/dates.js';
import { dayNames, positions, type RecurrencePattern } from './pattern.js';

/** The number of days of the month of a date. */
function daysIn(date: string): number {
  const month = date.slice(0, 8);
  return [31, 30, 29, 28].find((day) => parseDate(`${month}${day}`) !== null)!;
}

function isPlaced({ daysOfWeek, index }: RecurrencePattern, date: string): boolean {
  const days = (daysOfWeek ?? []).map((day) => dayNames.indexOf(day));
  const first = weekday(`${date.slice(0, 8)}01`);
  const all = Array.from({ length: daysIn(date) }, (_, at) => at + 1);
  const found = all.filter((day) => days.includes((first + day - 1) % 7));
  const position = positions[index ?? 'first'];
  return found.at(position > 0 ? position - 1 : position) === Number(date.slice(8));
}

const isDay = ({ dayOfMonth }: RecurrencePattern, date: string): boolean =>
  Number(date.slice(8)) === Math.min(dayOfMonth ?? 0, daysIn(date));

/** Whether a pattern has an occurrence on a date if its intervals begin there. */
export function matches(pattern: RecurrencePattern, date: string): boolean {
  const { type, daysOfWeek, month } = pattern;
  if (type === 'daily') return true;
  if (type === 'weekly') return daysOfWeek?.includes(dayNames[weekday(date)]!) ?? false;
  if (type?.endsWith('Yearly') && month !== Number(date.slice(5, 7))) return false;
  return type?.startsWith('relative') ? isPlaced(pattern, date) : isDay(pattern, date);
}
