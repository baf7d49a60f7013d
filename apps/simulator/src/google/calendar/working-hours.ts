import { invalid } from '../api-error.js';
import type { CalendarHours } from '../model.js';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const isMinute = (given: unknown) => Number.isInteger(given) && (given as number) >= 0 && (given as number) <= 1_440;

const isPeriod = ({ dayOfWeek, periodStart, periodEnd }: NonNullable<CalendarHours['availableTimes']>[number]) =>
  weekdays.includes(dayOfWeek ?? '') && isMinute(periodStart) && isMinute(periodEnd);

/**
 * The working hours of a written calendar, whose members are of the right types already; undefined: they stay. By the discovery document,
 * null and an empty object change nothing, only primary calendars have hours, and none cannot be switched on.
 */
export function writtenHours(given: unknown, isPrimary: boolean): CalendarHours | undefined {
  const hours = (given ?? {}) as CalendarHours;
  if (Object.keys(hours).length === 0) return undefined;
  const { availableTimes = [], workingHoursEnabled = false } = hours;
  if (!isPrimary) throw invalid('Only a primary calendar has working hours.');
  if (workingHoursEnabled && availableTimes.length === 0) throw invalid('Working hours without times are not enabled.');
  if (!availableTimes.every(isPeriod)) throw invalid('Invalid value for availableTimes.');
  return { workingHoursEnabled, availableTimes };
}
