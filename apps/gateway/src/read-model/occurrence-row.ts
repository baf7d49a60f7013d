import type { EventRecord } from '@kalends/contracts';
import {
  expand,
  type EpochMs,
  type EventTime,
  type ExpandOptions,
  type Occurrence,
  type Period,
  ownZone,
} from '@kalends/icalendar';
import { wireOf } from './wire.js';

export const day = 86_400_000;
export const allTime: Period = { start: -62_135_596_800_000, end: 253_402_300_799_000 };

const hour = 3_600_000;

/**
 * Classes of occurrences by length, timed ones before all-day ones. An occurrence that reaches into a window begins at most
 * its class's `reach` (ms) before it; the longest classes, which are rare, have no reach.
 */
export const classes = { timed: 0, dayTimed: 1, longTimed: 2, allDay: 3, longAllDay: 4 } as const;
export const reach: readonly (number | null)[] = [2 * hour, day, null, 7 * day, null];

/** All-day occurrences are matched by date, timed ones by instant. */
export const isAllDayClass = (cls: number) => cls >= classes.allDay;

/** One row of the table `occurrence`. Times: instants, for all-day ones the UTC midnights of their dates. */
export interface OccurrenceRow {
  instance: string;
  class: number;
  startMs: EpochMs;
  endMs: EpochMs;
  deleted: boolean;
  startTzid: string | null;
  endTzid: string | null;
  wire: string;
}

const tzidOf = (time: EventTime, record: EventRecord) => {
  if ('date' in time) return null;
  const tzid = time.tzid ?? record.floating_tzid;
  return ownZone(record.series.zones, tzid) ? 'Etc/UTC' : tzid;
};

function classOf({ start, startMs, endMs }: Occurrence): number {
  const candidates = 'date' in start ? [classes.allDay] : [classes.timed, classes.dayTimed];
  const fitting = candidates.find((cls) => endMs - startMs <= reach[cls]!);
  return fitting ?? ('date' in start ? classes.longAllDay : classes.longTimed);
}

/** The id of an instance within its series: epoch ms or date of its original start; '' for a single event. */
export const instanceOf = ({ recurrence_id: id }: Occurrence) => (id === null ? '' : String(id));

/** True when the event has more than one instance, or instances only (RFC 5545 §3.8.5). */
export const isRecurring = ({ series }: EventRecord) => series.recurrence !== undefined || series.master === null;

/** The row of one occurrence. Those of a deleted event, and cancelled ones, are marked deleted. */
export function rowOf(record: EventRecord, occurrence: Occurrence): OccurrenceRow {
  const deleted = record.deleted || occurrence.cancelled;
  return {
    instance: instanceOf(occurrence),
    class: classOf(occurrence),
    startMs: occurrence.startMs,
    endMs: occurrence.endMs,
    deleted,
    startTzid: tzidOf(occurrence.start, record),
    endTzid: tzidOf(occurrence.end, record),
    wire: wireOf(record, occurrence, deleted),
  };
}

/**
 * The rows of one event: the event if it does not recur, else what overlaps `horizon`. Cancelled instances, and all those of
 * a deleted event, are rows marked deleted, so that a delta includes them.
 */
export function occurrenceRows(
  record: EventRecord,
  horizon: Period,
  options: Pick<ExpandOptions, 'limit' | 'startsFrom'> = {},
): OccurrenceRow[] {
  const occurrences = expand(record.series, isRecurring(record) ? horizon : allTime, {
    floatingZone: record.floating_tzid,
    includeCancelled: true,
    ...options,
  });
  return occurrences.map((occurrence) => rowOf(record, occurrence));
}
