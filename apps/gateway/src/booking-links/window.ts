import type { AvailabilityBody } from '@kalends/public-api';
import type { EpochMs } from '@kalends/icalendar';
import type { SequenceQuery } from './booking-link.js';

/** Instants of starts, half-open. */
export interface Window {
  from: EpochMs;
  to: EpochMs;
}

const minute = 60_000;
const quarter = 15;

/** Minutes between starts: as `overlapping_slots` has them. */
const intervalOf = ({ start_interval, required_duration }: AvailabilityBody): number =>
  start_interval ?? Math.min(required_duration, quarter);

/** Periods are not times that somebody can pick. */
const formatOf = ({ response_format }: AvailabilityBody): 'slots' | 'overlapping_slots' =>
  response_format === 'slots' ? 'slots' : 'overlapping_slots';

/** Slots that do not overlap depend on those before: their periods stay whole. */
const isCut = (body: AvailabilityBody) => formatOf(body) !== 'slots';

/**
 * The query whose slots are those of the whole query that start in the window, and perhaps others: each period is cut at a start of
 * its own grid. `most`: slots that it returns. null: there can be none.
 */
export function withinWindow(
  availability: AvailabilityBody,
  { from, to }: Window,
  most: number,
): AvailabilityBody | null {
  const { available_periods, query_periods, query_slots, ...others } = availability;
  const body = { ...others, response_format: formatOf(availability), explain: false, include_member_statuses: false };
  if (query_slots) {
    const starts = query_slots.filter((start) => start >= from && start < to);
    return starts.length === 0 ? null : { ...body, query_slots: starts, max_results: most };
  }
  const whole = query_periods ?? available_periods ?? [];
  if (!isCut(availability)) return { ...body, query_periods: whole, max_results: Number.MAX_SAFE_INTEGER };
  const step = intervalOf(availability) * minute;
  const periods = whole.flatMap(({ start, end }) => {
    const first = start >= from ? start : start + Math.ceil((from - start) / step) * step;
    const last = Math.min(end, to - 1 + availability.required_duration * minute);
    return first < last ? [{ start: first, end: last }] : [];
  });
  return periods.length === 0 ? null : { ...body, query_periods: periods, max_results: most };
}

/** The same for a sequence, whose start is that of its first part: the others follow it wherever they can. */
export function sequenceWithinWindow(query: SequenceQuery, window: Window, most: number): SequenceQuery | null {
  const [first, ...others] = query.sequence;
  const cut = withinWindow(first!, window, most);
  return (
    cut && { ...query, sequence: [{ ...first!, query_periods: cut.query_periods! }, ...others], max_results: most }
  );
}
