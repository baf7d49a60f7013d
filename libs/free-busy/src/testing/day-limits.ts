/** An oracle for limits on events per local day or week: dates are read from `Intl`, and no code is shared. */

interface Limit {
  limit: number;
  period: 'day' | 'week';
  tzid: string;
}

export interface CountedDays extends Limit {
  /** Events by the day, or the Monday, that they start in. */
  counts: Map<string, number>;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const known = new Map<string, string>();

/** The local date, or the date of the Monday on or before it. */
function periodOf(ms: number, tzid: string, period: Limit['period']): string {
  const key = `${tzid} ${period} ${ms}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const options = { timeZone: tzid, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = formats.get(tzid) ?? new Intl.DateTimeFormat('en-CA', options);
  formats.set(tzid, format);
  let date = format.format(ms);
  while (period === 'week' && new Date(`${date}T12:00:00Z`).getUTCDay() !== 1) {
    date = new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  }
  known.set(key, date);
  return date;
}

/** Counts events, each on its date in its own zone. */
export function countedDays(limit: Limit, events: readonly { ms: number; tzid: string }[]): CountedDays {
  const counts = new Map<string, number>();
  for (const { ms, tzid } of events) {
    const period = periodOf(ms, tzid, limit.period);
    counts.set(period, (counts.get(period) ?? 0) + 1);
  }
  return { ...limit, counts };
}

/** Whether an instant is in a day or week that has reached the limit. */
export const isLimited = ({ counts, limit, period, tzid }: CountedDays, ms: number): boolean =>
  (counts.get(periodOf(ms, tzid, period)) ?? 0) >= limit;
