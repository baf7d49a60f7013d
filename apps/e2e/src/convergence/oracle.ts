import type { GoogleResource, GoogleTime } from './google.js';

/** One occurrence as an application should see it; times as `GET /v1/events` writes them for Etc/UTC. */
export interface Occurrence {
  summary: string;
  start: string;
  end: string;
  transparency: string;
}

/** Epoch ms, half-open. */
export interface Span {
  start: number;
  end: number;
}

const day = 86_400_000;
const isOpaque = ({ transparency }: { transparency?: string }) => transparency !== 'transparent';
const iso = (ms: number) => new Date(ms).toISOString().replace('.000', '');

/** A time in a UTC calendar as epoch ms; `date` means midnight. */
const msOf = (time: GoogleTime = {}): number => Date.parse(time.date ?? time.dateTime ?? '');

function occurrence({ summary = '', transparency = 'opaque', start }: GoogleResource, at: Span): Occurrence {
  const shown = (ms: number) => (start?.date === undefined ? iso(ms) : iso(ms).slice(0, 10));
  return { summary, transparency, start: shown(at.start), end: shown(at.end) };
}

const spanOf = ({ start, end }: GoogleResource): Span => ({ start: msOf(start), end: msOf(end) });

/** The starts of `RRULE:FREQ=DAILY|WEEKLY;COUNT=n` without `EXDATE:…Z`, where no day has 23 or 25 hours. */
function startsOf({ recurrence = [], start }: GoogleResource): number[] {
  const [, frequency, count] =
    /^RRULE:FREQ=(DAILY|WEEKLY);COUNT=(\d+)(,EXDATE:\d{8}T\d{6}Z)*$/.exec(recurrence.join()) ?? [];
  if (count === undefined) throw new Error(`the oracle does not support ${recurrence.join()}`);
  const step = frequency === 'DAILY' ? day : 7 * day;
  const excluded = recurrence.filter((line) => line.startsWith('EXDATE:')).map((line) => line.slice('EXDATE:'.length));
  const all = Array.from({ length: Number(count) }, (_, index) => msOf(start) + index * step);
  return all.filter((ms) => !excluded.includes(iso(ms).replaceAll(/[-:]/g, '')));
}

/**
 * Interprets the resources of one Google calendar (Google's documentation of recurring events): single events, series
 * without moved or cancelled instances, and the moved ones. Independent code: none of the service's.
 */
export function occurrencesOf(resources: readonly GoogleResource[]): Occurrence[] {
  const live = (one: GoogleResource) => one.status !== 'cancelled';
  const exceptions = resources.filter(({ recurringEventId }) => recurringEventId !== undefined);
  const single = resources.filter((one) => one.recurringEventId === undefined && live(one));
  return single.flatMap((one) => {
    const { start, end } = spanOf(one);
    if (one.recurrence === undefined) return [occurrence(one, { start, end })];
    const own = exceptions.filter(({ recurringEventId }) => recurringEventId === one.id);
    const replaced = new Set(own.map(({ originalStartTime }) => msOf(originalStartTime)));
    const regular = startsOf(one).filter((at) => !replaced.has(at));
    return [
      ...regular.map((at) => occurrence(one, { start: at, end: at + end - start })),
      ...own.filter(live).map((exception) => occurrence(exception, spanOf(exception))),
    ];
  });
}

/** The periods of a window without opaque events. */
export function freeOf(occurrences: readonly Occurrence[], window: Span): Span[] {
  const busy = occurrences
    .filter(isOpaque)
    .map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
    .sort((a, b) => a.start - b.start);
  const free: Span[] = [];
  let from = window.start;
  for (const { start, end } of busy) {
    if (start > from) free.push({ start: from, end: Math.min(start, window.end) });
    from = Math.max(from, end);
    if (from >= window.end) return free;
  }
  return [...free, { start: from, end: window.end }];
}

const keyOf = ({ summary, start, end, transparency }: Occurrence) => `${summary} | ${start} | ${end} | ${transparency}`;

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

export interface Difference {
  lost: string[];
  ghosts: string[];
  doubles: string[];
}

/** Lost: expected, not shown; ghost: shown, not expected; double: shown more often than expected. */
export function difference(expected: readonly string[], shown: readonly string[]): Difference {
  const [expectedCounts, shownCounts] = [counted(expected), counted(shown)];
  const result: Difference = { lost: [], ghosts: [], doubles: [] };
  for (const [key, count] of expectedCounts) if ((shownCounts.get(key) ?? 0) < count) result.lost.push(key);
  for (const [key, count] of shownCounts) {
    const expectedCount = expectedCounts.get(key) ?? 0;
    if (expectedCount === 0) result.ghosts.push(key);
    else if (count > expectedCount) result.doubles.push(key);
  }
  return result;
}

export const compareOccurrences = (expected: readonly Occurrence[], shown: readonly Occurrence[]): Difference =>
  difference(expected.map(keyOf), shown.map(keyOf));

/** A free time that is not offered is a ghost of an event; an offered time that is not free has lost one. */
export function compareFree(expected: readonly Span[], offered: readonly Span[]): Difference {
  const keys = (spans: readonly Span[]) => spans.map(({ start, end }) => `free ${iso(start)} – ${iso(end)}`);
  const { lost, ghosts, doubles } = difference(keys(expected), keys(offered));
  return { lost: ghosts, ghosts: lost, doubles };
}

export const sum = (differences: readonly Difference[]): Difference => ({
  lost: differences.flatMap(({ lost }) => lost),
  ghosts: differences.flatMap(({ ghosts }) => ghosts),
  doubles: differences.flatMap(({ doubles }) => doubles),
});
