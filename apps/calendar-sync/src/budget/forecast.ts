import type { EpochMs } from '@kalends/icalendar';
import { hourOf, type HourUse } from './day-use.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Known {
  day: { start: EpochMs; end: EpochMs };
  now: EpochMs;
  /** Of this day, and of the days before. */
  hours: readonly HourUse[];
}

/** How many of the last seven days were seen from their first hour on. */
const daysBefore = (hours: readonly HourUse[], start: EpochMs): number => {
  const first = Math.min(...hours.map(({ hour }) => hour));
  return Math.min(7, Math.floor((start - first) / dayMs));
};

const mean = (uses: ReadonlyMap<EpochMs, number>, hour: EpochMs, days: number): number => {
  let sum = 0;
  for (let back = 1; back <= days; back += 1) sum += uses.get(hour - back * dayMs) ?? 0;
  return sum / days;
};

/** Evenly, from the hours of today so far. */
const linear = (used: number, { day, now }: Known): number =>
  Math.round((used * (day.end - day.start)) / Math.max(now - day.start, hourMs / 4));

/**
 * Requests by the end of the provider's day: what was used so far, and for the hours that remain as many as on the days before at the same
 * time, or if none is known, as many as so far.
 */
export function forecast(known: Known): number {
  const { day, now, hours } = known;
  const used = hours.filter(({ hour }) => hour >= day.start).reduce((sum, { requests }) => sum + requests, 0);
  const days = hours.length === 0 ? 0 : daysBefore(hours, day.start);
  if (days === 0) return linear(used, known);
  const uses = new Map(hours.map(({ hour, requests }) => [hour, requests]));
  const current = hourOf(now);
  let rest = mean(uses, current, days) * (1 - (now - current) / hourMs);
  for (let hour = current + hourMs; hour < day.end; hour += hourMs) rest += mean(uses, hour, days);
  return Math.round(used + rest);
}
