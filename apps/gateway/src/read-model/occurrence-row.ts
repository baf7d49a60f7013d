import type { EventRecord } from '@kalends/contracts';
import { expand, type EpochMs, type EventTime, type Occurrence, type Period } from '@kalends/icalendar';
import { wireOf } from './wire.js';

export const day = 86_400_000;
const allTime: Period = { start: -62_135_596_800_000, end: 253_402_300_799_000 };

/** Classes of occurrences: what began before a window and reaches into it lies within `reach` before it. */
export const classes = { timed: 0, longTimed: 1, allDay: 2, longAllDay: 3 } as const;
export const reach = { timed: day, allDay: 7 * day } as const;

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
  return record.series.zones?.[tzid] ? 'Etc/UTC' : tzid;
};

function classOf({ start, startMs, endMs }: Occurrence): number {
  if ('date' in start) return endMs - startMs <= reach.allDay ? classes.allDay : classes.longAllDay;
  return endMs - startMs <= reach.timed ? classes.timed : classes.longTimed;
}

const instanceOf = ({ recurrence_id: id }: Occurrence) => (id === null ? '' : String(id));

/** True when the event has more than one instance, or instances only (RFC 5545 §3.8.5). */
export const isRecurring = ({ series }: EventRecord) => series.recurrence !== undefined || series.master === null;

/**
 * The rows of one event: all of it when it does not recur, else what overlaps `horizon`. Cancelled instances, and all
 * those of a deleted event, are rows marked deleted, so that a delta can tell of them.
 */
export function occurrenceRows(record: EventRecord, horizon: Period): OccurrenceRow[] {
  const occurrences = expand(record.series, isRecurring(record) ? horizon : allTime, {
    floatingZone: record.floating_tzid,
    includeCancelled: true,
  });
  return occurrences.map((occurrence) => {
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
  });
}
