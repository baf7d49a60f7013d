import type { Period } from '../period.js';
import type { WorkingRule } from '../working-time.js';

/** What a clock shows: weekday and minute of the day. */
export interface Reading {
  day: string;
  minute: number;
}

/** Reads the clock of a zone at every `stepMs`, using `Intl` alone. */
export function readClock(tzid: string, window: Period, stepMs: number): Reading[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: tzid,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const readings: Reading[] = [];
  for (let ms = window.start; ms < window.end; ms += stepMs) {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    readings.push({ day: part.weekday!.toLowerCase(), minute: Number(part.hour) * 60 + Number(part.minute) });
  }
  return readings;
}

const minuteOf = (time: string) => {
  const [hour, minute] = time.split(':').map(Number);
  return hour! * 60 + minute!;
};

/** Whether the clock shows a working time. */
export const isWorking = (rule: WorkingRule, { day, minute }: Reading): boolean =>
  rule.weekly_periods.some(
    (one) => one.day === day && minuteOf(one.start_time) <= minute && minute < minuteOf(one.end_time),
  );
