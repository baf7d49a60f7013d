import type { Slot } from '../booking-link.js';
import type { Formats } from './formats.js';

/** A time to pick. */
export interface PickableTime {
  start: number;
  label: string;
}

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

export type DayTimes =
  | { kind: 'few'; times: PickableTime[] }
  | { kind: 'parts'; parts: { part: PartOfDay; times: PickableTime[] }[] }
  /** Hours that have times, of which one is open. */
  | { kind: 'hours'; hours: { hour: number; label: string; isOpen: boolean }[]; times: PickableTime[] };

const few = 8;
const many = 100;
const noon = 12;
const evening = 17;

const partOf = (hour: number): PartOfDay => (hour < noon ? 'morning' : hour < evening ? 'afternoon' : 'evening');

/** How the times of a day are laid out, so that nobody has to read more than they can see. */
export function decideDayTimes(slots: readonly Pick<Slot, 'start'>[], formats: Formats, hour: number | null): DayTimes {
  const labels = formats.labels(slots);
  const times = slots.map(({ start }, n) => ({ start, label: labels[n]!, hour: formats.hour(start) }));
  const only = (own: typeof times) => own.map(({ start, label }) => ({ start, label }));
  if (times.length <= few) return { kind: 'few', times: only(times) };
  if (times.length <= many) {
    const parts = (['morning', 'afternoon', 'evening'] as const)
      .map((part) => ({ part, times: only(times.filter((one) => partOf(one.hour) === part)) }))
      .filter((one) => one.times.length > 0);
    return { kind: 'parts', parts };
  }
  const all = [...new Set(times.map((one) => one.hour))];
  const open = hour !== null && all.includes(hour) ? hour : all[0]!;
  const hours = all.map((one) => {
    const first = times.find((time) => time.hour === one)!;
    return { hour: one, label: formats.hourTime(first.start), isOpen: one === open };
  });
  return { kind: 'hours', hours, times: only(times.filter((one) => one.hour === open)) };
}
