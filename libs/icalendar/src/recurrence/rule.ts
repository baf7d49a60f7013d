/** RFC 5545 §3.3.10, from the coarsest to the finest. */
export const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** UNTIL as written: a day, a local time, or a time in UTC. Wall clock ms; `day` is the midnight of the day. */
export type Until = { kind: 'date' | 'local' | 'utc'; wall: number };

/** A recurrence rule. Weekdays count from 0 = Sunday; `n` is 0 if the rule has no ordinal. */
export interface Rule {
  freq: Frequency;
  interval: number;
  count?: number;
  until?: Until;
  bySecond?: number[];
  byMinute?: number[];
  byHour?: number[];
  byDay?: { weekday: number; n: number }[];
  byMonthDay?: number[];
  byYearDay?: number[];
  byWeekNo?: number[];
  byMonth?: number[];
  bySetPos?: number[];
  weekStart: number;
}

export type RuleRefusal = 'malformed-rule' | 'unsupported-rscale';
