import type { EventRecord } from '@kalends/contracts';
import {
  expandBounded,
  isExpandable,
  isWholeInTime,
  recurrenceBounds,
  type Budget,
  type EpochMs,
  type Occurrence,
  type Period,
} from '@kalends/icalendar';
import type { TimeSlices } from '@kalends/service-runtime';
import { allTime, day, isRecurring } from './occurrence-row.js';

/**
 * Maximum materialised: instances of one series and of all series of one calendar, bytes of one series; and the steps of the
 * searches for all series of one calendar in one transaction.
 */
export const bounds = { series: 4_000, calendar: 200_000, seriesBytes: 32 * 1_048_576, steps: 10_000_000 };

/** Why a series is truncated. */
export type TruncationReason = 'too_many_instances' | 'unsupported_rule' | 'too_large';

/** A truncated series: it is complete only between `shownFrom` and `shownTo`. Epoch ms. */
export interface Truncation {
  reason: TruncationReason;
  shownFrom: EpochMs;
  shownTo: EpochMs;
  /** All of its instances are between these; `lastMs` null: without end. */
  firstMs: EpochMs;
  lastMs: EpochMs | null;
}

/**
 * Maximum number of instances of the next series of a calendar, of which `used` are taken: at most a tenth of the remainder,
 * so that a few dense series leave room for the others.
 */
export const roomFor = (used: number): number =>
  Math.max(0, Math.min(bounds.series, Math.floor((bounds.calendar - used) / 10)));

export interface Materialised {
  occurrences: Occurrence[];
  truncation: Truncation | null;
}

export interface MaterialiseOptions {
  /** Maximum number of instances of a series; events that do not recur are not bounded. */
  room: number;
  /** The steps left to its calendar. */
  steps?: Budget;
  now: EpochMs;
  slices: TimeSlices;
}

/**
 * The materialised occurrences of an event: all that overlap the horizon, or, if those exceed the room, the first ones from
 * a day before `now` on (from `now` on, if they would not reach it; from the beginning of the horizon, if there are none
 * from then on).
 */
export async function materialise(
  record: EventRecord,
  horizon: Period,
  { room, steps, now, slices }: MaterialiseOptions,
): Promise<Materialised> {
  const options = { floatingZone: record.floating_tzid, includeCancelled: true, ...(steps && { steps }) };
  const partly = record.series.truncated ? truncationOf(record, 'too_large') : null;
  if (!isRecurring(record)) {
    return { occurrences: expandBounded(record.series, allTime, options).occurrences, truncation: partly };
  }
  const whole = expandBounded(record.series, horizon, { ...options, limit: room });
  if (whole.completeUntil === null) {
    const truncation = isExpandable(record.series) ? partly : truncationOf(record, 'unsupported_rule');
    return { occurrences: whole.occurrences, truncation };
  }
  const from = async (start: EpochMs) => {
    await slices.next();
    const span = { start: Math.max(horizon.start, start), end: horizon.end };
    return { span, ...expandBounded(record.series, span, { ...options, limit: room }) };
  };
  const recent = await from(now - day);
  const reachesNow = recent.completeUntil === null || recent.completeUntil > now;
  const part = reachesNow ? recent : await from(now);
  const shown = part.occurrences.length > 0 ? part : { span: horizon, ...whole };
  const { span, occurrences, completeUntil } = shown;
  const shownTo = Math.max(span.start, completeUntil ?? span.end);
  const truncation = { ...truncationOf(record, 'too_many_instances'), shownFrom: span.start, shownTo };
  return { occurrences, truncation };
}

/** A series with no complete period. */
function truncationOf(record: EventRecord, reason: TruncationReason): Truncation {
  const { firstMs, lastMs } = recurrenceBounds(record.series, { floatingZone: record.floating_tzid });
  const isEndKnown = reason !== 'unsupported_rule' && isWholeInTime(record.series);
  return { reason, shownFrom: 0, shownTo: 0, firstMs, lastMs: isEndKnown ? lastMs : null };
}
