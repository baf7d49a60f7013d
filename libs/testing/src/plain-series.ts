/**
 * Series as a list of days that a plain loop writes out, with clocks of `Intl`: an oracle for changes of single instances and of all that
 * follow. It shares no code with what it checks.
 */
export interface PlainInstance {
  /** `YYYY-MM-DD`: the day on which its series has it. */
  day: string;
  own: { startMs?: number; endMs?: number; summary?: string };
}

export interface PlainSeries {
  tzid: string;
  /** `HH:MM`; null: all-day. */
  time: string | null;
  minutes: number;
  summary: string;
  instances: PlainInstance[];
}

export interface PlainRule {
  frequency: 'daily' | 'weekly' | 'monthly';
  interval: number;
  count: number;
}

const dayMs = 86_400_000;
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function* daysOf(first: string, { frequency, interval, count }: PlainRule): Generator<string> {
  const [year, month, day] = first.split('-').map(Number) as [number, number, number];
  for (let n = 0; n < count; n++) {
    if (frequency === 'monthly') yield dayText(Date.UTC(year, month - 1 + n * interval, day));
    else yield dayText(Date.parse(first) + n * interval * (frequency === 'weekly' ? 7 : 1) * dayMs);
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clock of a zone shows at an instant, as if it were UTC. */
function clockAt(tzid: string, ms: number): number {
  const options = { timeZone: tzid, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' } as const;
  const format = formats.get(tzid) ?? new Intl.DateTimeFormat('sv-SE', options);
  formats.set(tzid, format);
  return Date.parse(`${format.format(ms).replace(' ', 'T')}Z`);
}

const instants = new Map<string, number>();

/** The first instant at which the clock shows a reading; in a gap, as before the change (RFC 5545 §3.3.5). */
function instantAt(tzid: string, day: string, time: string): number {
  const key = `${tzid} ${day} ${time}`;
  const ms = instants.get(key) ?? searched(tzid, day, time);
  instants.set(key, ms);
  return ms;
}

function searched(tzid: string, day: string, time: string): number {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  for (let ms = wanted - 15 * 3_600_000; ms <= wanted + 15 * 3_600_000; ms += 900_000)
    if (clockAt(tzid, ms) === wanted) return ms;
  return wanted - (clockAt(tzid, wanted - dayMs) - (wanted - dayMs));
}

export function plainSeries(start: Omit<PlainSeries, 'instances'> & { day: string }, rule: PlainRule): PlainSeries {
  const { day: first, ...series } = start;
  return { ...series, instances: [...daysOf(first, rule)].map((day) => ({ day, own: {} })) };
}

/** When an instance takes place unless it is changed. */
export const originalOf = ({ tzid, time }: PlainSeries, { day }: PlainInstance): number =>
  time === null ? Date.parse(`${day}T00:00:00Z`) : instantAt(tzid, day, time);

export interface PlainOccurrence {
  startMs: number;
  endMs: number;
  summary: string;
}

/** All that takes place, in order. */
export const occurrencesOf = (all: readonly PlainSeries[]): PlainOccurrence[] =>
  all
    .flatMap((series) =>
      series.instances.map((one) => {
        const startMs = one.own.startMs ?? originalOf(series, one);
        const endMs = one.own.endMs ?? originalOf(series, one) + series.minutes * 60_000;
        return { startMs, endMs, summary: one.own.summary ?? series.summary };
      }),
    )
    .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs || (a.summary < b.summary ? -1 : 1));

/** Divides a series before one of its instances: that and all later ones are a series of their own from now on. */
export function dividedBefore(series: PlainSeries, instance: PlainInstance): [before: PlainSeries, rest: PlainSeries] {
  const at = series.instances.findIndex(({ day }) => day >= instance.day);
  return [
    { ...series, instances: series.instances.slice(0, at) },
    { ...series, instances: series.instances.slice(at) },
  ];
}
