import { HOUR, MINUTE, SECOND } from '../time/civil.js';

/**
 * The times of a day that BYHOUR, BYMINUTE and BYSECOND name, without listing them: a rule of a few hundred characters
 * may name all 86,400.
 */
export interface DayTimes {
  length: number;
  hours: readonly number[];
  minutes: readonly number[];
  seconds: readonly number[];
}

const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

/** The times of every combination; the lists may have duplicates. */
export function dayTimes(
  hoursNamed: readonly number[],
  minutesNamed: readonly number[],
  secondsNamed: readonly number[],
): DayTimes {
  const [hours, minutes, seconds] = [ascending(hoursNamed), ascending(minutesNamed), ascending(secondsNamed)];
  return { length: hours.length * minutes.length * seconds.length, hours, minutes, seconds };
}

/** The time with an index, in ms since the day's beginning; ascending. */
export function timeAt({ hours, minutes, seconds }: DayTimes, index: number): number {
  const minute = Math.floor(index / seconds.length);
  const hour = Math.floor(minute / minutes.length);
  return hours[hour]! * HOUR + minutes[minute % minutes.length]! * MINUTE + seconds[index % seconds.length]! * SECOND;
}
