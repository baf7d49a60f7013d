export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

export type Weekday = (typeof weekdays)[number];

export interface WeeklyPeriod {
  day: string;
  start_time: string;
  end_time: string;
}

/** Start and end by weekday. */
export type Hours = Map<string, [string, string][]>;

export const defaultHours = (): Hours => new Map(weekdays.slice(1, 6).map((day) => [day, [['09:00', '17:00']]]));

export function fromWeekly(periods: readonly WeeklyPeriod[]): Hours {
  const hours: Hours = new Map();
  for (const { day, start_time, end_time } of periods)
    hours.set(day, [...(hours.get(day) ?? []), [start_time, end_time]]);
  for (const ranges of hours.values()) ranges.sort();
  return hours;
}

export const toWeekly = (hours: Hours): WeeklyPeriod[] =>
  weekdays.flatMap((day) => (hours.get(day) ?? []).map(([start_time, end_time]) => ({ day, start_time, end_time })));

/** Whether each range ends after it starts, and before the next one of its day. */
export const isInOrder = (hours: Hours): boolean =>
  [...hours.values()].every((ranges) =>
    ranges.toSorted().every(([start, end], n, all) => start < end && (n === 0 || all[n - 1]![1] <= start)),
  );
