import type { EventRecord } from '@kalends/contracts';
import { busyPeriods, type Counting, type Period } from '@kalends/free-busy';
import { expand, type Budget } from '@kalends/icalendar';
import { blockMs, blocksOf, type BlockEntry } from './blocks.js';

const allTime: Period = { start: -62_135_596_800_000, end: 253_402_300_799_000 };

/** True when the event has more than one instance, or instances only (RFC 5545 §3.8.5). */
export const isRecurring = ({ series }: Pick<EventRecord, 'series'>) =>
  series.recurrence !== undefined || series.master === null;

const dayMs = 86_400_000;

/** Packing limits: instances of one series, periods of one calendar. */
const instanceLimit = 12_000;
const calendarLimit = 400_000;

/** How many instances the next series of a calendar may have when `used` of its periods are packed; at least one. */
export const seriesLimit = (used: number): number =>
  Math.max(1, Math.min(instanceLimit, Math.floor((calendarLimit - used) / 10)));

/** The steps that the searches for all series of one calendar may take, of those that a query or a transaction expands. */
export const bounds = { steps: 2_000_000 };

/** The steps left to each calendar. */
export class StepsOfCalendars {
  private readonly byCalendar = new Map<string, Budget>();

  of(calendarId: string): Budget {
    const steps = this.byCalendar.get(calendarId) ?? { remaining: bounds.steps };
    this.byCalendar.set(calendarId, steps);
    return steps;
  }
}

interface Bounds {
  /** As declared of the calendar. */
  counting?: Counting | undefined;
  /** Most instances of the series. */
  limit?: number;
  steps?: Budget;
}

/**
 * The busy periods of a record within `window`. Of a series at most `limit` instances are expanded, as far as `steps` suffice;
 * the rest of its time is busy ({@link busyPeriods}).
 */
export function entriesOf(
  record: EventRecord,
  window: Period,
  { limit = instanceLimit, steps, counting }: Bounds = {},
): BlockEntry[] {
  if (record.deleted) return [];
  const options = {
    floatingTzid: record.floating_tzid,
    ownAddresses: record.own_addresses,
    limit,
    ...(steps && { steps }),
    ...(counting && { counting }),
  };
  return busyPeriods(record.series, window, options).map((one) => ({
    ...one,
    managed: record.event_id !== undefined,
    eventUid: record.event_uid,
  }));
}

/** The period of an event that does not recur, a day wider if it is all-day; all time when it recurs. */
export function boundsOf(record: EventRecord): Period {
  if (isRecurring(record)) return allTime;
  const [only] = expand(record.series, allTime, { floatingZone: record.floating_tzid });
  return only ? { start: only.startMs - dayMs, end: only.endMs + dayMs } : { start: 0, end: 0 };
}

/** Blocks from `from` (inclusive) to `to` (exclusive). */
export interface Horizon {
  from: number;
  to: number;
}

const spanOfHorizon = ({ from, to }: Horizon): Period => ({ start: from * blockMs, end: to * blockMs });

/** The entries of a record by block; those beyond the horizon are computed on demand. */
export function entriesByBlock(record: EventRecord, horizon: Horizon, most: Bounds): Map<number, BlockEntry[]> {
  const byBlock = new Map<number, BlockEntry[]>();
  for (const entry of entriesOf(record, spanOfHorizon(horizon), most)) {
    for (const block of blocksOf(entry)) {
      if (block < horizon.from || block >= horizon.to) continue;
      const existing = byBlock.get(block);
      if (existing) existing.push(entry);
      else byBlock.set(block, [entry]);
    }
  }
  return byBlock;
}
