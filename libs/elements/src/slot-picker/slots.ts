import { instantOf, isoOf } from '../base/time.js';

export interface Slot {
  start: string;
  end: string;
  participants?: { sub: string }[];
  bookable_event_id?: string;
}

export interface Period {
  start: string;
  end: string;
}

/** A query as `POST /v1/availability` takes it. */
export interface AvailabilityQuery {
  query_periods?: Period[];
  [member: string]: unknown;
}

export interface Found {
  available_slots?: Slot[];
  available_bookable_events?: Slot[];
  available_periods?: Slot[];
}

type Ask = (query: object) => Promise<Found>;

const dayMs = 86_400_000;
/** Kalends answers at most 35 days at once. */
const spanMs = 34 * dayMs;
/** As many as one answer has. */
const most = 512;
/** Most answers for one part: 5 minutes apart for 34 days are 20. */
const maxAnswers = 24;

/** A query in parts that are answered at once, in order of time; periods stay whole, so that their starts stay those of the query. */
export function partsOf(query: AvailabilityQuery): AvailabilityQuery[] {
  const { query_periods: periods, ...others } = query;
  if (!Array.isArray(periods)) return [query];
  const sorted = periods.toSorted((a, b) => instantOf(a.start) - instantOf(b.start));
  const parts: Period[][] = [];
  for (const period of sorted) {
    const part = parts.at(-1);
    if (part && instantOf(period.end) - instantOf(part[0]!.start) <= spanMs) part.push(period);
    else parts.push([period]);
  }
  return parts.map((query_periods) => ({ ...others, query_periods }));
}

const after = (periods: readonly Period[], start: number): Period[] =>
  periods
    .filter((one) => instantOf(one.end) > start)
    .map((one) => (instantOf(one.start) < start ? { ...one, start: isoOf(start) } : one));

const isSlot = (slot: Slot) => instantOf(slot.start) < instantOf(slot.end);

/** Every slot of a part, ascending: an answer that is full continues at its last start. */
export async function slotsOf(part: AvailabilityQuery, ask: Ask): Promise<Slot[]> {
  if (part.bookable_events) return ((await ask(part)).available_bookable_events ?? []).filter(isSlot);
  const found = new Map<string, Slot>();
  let query: AvailabilityQuery = { response_format: 'overlapping_slots', max_results: most, ...part };
  for (let n = 0; n < maxAnswers; n++) {
    const { available_slots: slots = [] } = await ask(query);
    const before = found.size;
    for (const slot of slots.filter(isSlot)) found.set(slot.start, slot);
    const last = slots.at(-1);
    if (slots.length < most || found.size === before || !query.query_periods || !last) break;
    query = { ...query, query_periods: after(query.query_periods, instantOf(last.start)) };
  }
  return [...found.values()].sort((a, b) => instantOf(a.start) - instantOf(b.start));
}
