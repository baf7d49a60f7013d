import type { Found, MeetingRequest, SlotRequest } from './meeting-request.js';
import { inOrder, meetingTimes } from './available-periods.js';
import { runsWithin, startsOf } from './member-runs.js';
import type { Period, Periods } from './period.js';
import { sweep, type Stretch } from './sweep.js';

/** The first instant of a grid, or of a list, that is not before `ms`; undefined if there is none. */
type NextStart = (ms: number) => number | undefined;

const QUARTER = 900_000;

const gridFrom =
  (origin: number, intervalMs: number): NextStart =>
  (ms) =>
    ms <= origin ? origin : origin + Math.ceil((ms - origin) / intervalMs) * intervalMs;

function fromList(sorted: readonly number[]): NextStart {
  let at = 0;
  return (ms) => {
    while (at < sorted.length && sorted[at]! < ms) at++;
    return sorted[at];
  };
}

/** Draws the possible starts of one query period, in order. */
class StartCursor {
  private readonly stretches: Generator<Stretch>;
  private stretch: Stretch | undefined;
  private named: string[] | undefined;
  private readonly next: NextStart;

  constructor(
    request: MeetingRequest,
    times: readonly Periods[],
    { period, next }: { period: Period; next: NextStart },
  ) {
    this.next = next;
    // A slot is possible if its start is in such a stretch: so its members are those free for all of the slot.
    const starts = times.map((time) => startsOf(runsWithin(time, period, request.durationMs), request.durationMs));
    this.stretches = sweep(request, starts, period.start);
    this.advance();
  }

  /** The first possible start that is not before `ms`; `ms` must not decrease from call to call. */
  startFrom(ms: number): number | undefined {
    for (; this.stretch; this.advance()) {
      const { start, end } = this.stretch;
      if (end <= ms) continue;
      const slot = this.next(Math.max(start, ms));
      if (slot === undefined) return undefined;
      if (slot < end) return slot;
    }
    return undefined;
  }

  /** The members chosen for the slot that `startFrom` returned last. */
  participants(): string[] {
    return (this.named ??= this.stretch!.participants());
  }

  private advance(): void {
    this.named = undefined;
    const { value, done } = this.stretches.next();
    this.stretch = done ? undefined : (value as Stretch);
  }
}

/** Draws the slots of several query periods in one order. */
export class SlotSearch {
  private readonly times: Periods[];
  private readonly waiting: Period[];
  private open: StartCursor[] = [];

  constructor(
    private readonly request: SlotRequest,
    private readonly intervalMs: number,
  ) {
    this.times = meetingTimes(request);
    this.waiting = inOrder(request.periods).reverse();
  }

  /** The first slot that does not start before `ms`, which must not decrease from call to call. */
  slotFrom(ms: number): Found | undefined {
    let best: { start: number; cursor: StartCursor } | undefined;
    const consider = (cursor: StartCursor) => {
      const start = cursor.startFrom(ms);
      if (start === undefined) return false;
      if (!best || start < best.start) best = { start, cursor };
      return true;
    };
    this.request.work?.spend(1 + this.open.length);
    this.open = this.open.filter(consider);
    while (this.waiting.length > 0 && (!best || this.waiting.at(-1)!.start < best.start)) {
      const period = this.waiting.pop()!;
      const next = gridFrom(period.start, this.intervalMs);
      const cursor = new StartCursor(this.request, this.times, { period, next });
      if (consider(cursor)) this.open.push(cursor);
    }
    if (!best) return undefined;
    const participants = best.cursor.participants();
    this.request.work?.spend(participants.length);
    return { start: best.start, end: best.start + this.request.durationMs, participants };
  }
}

/** After each found slot the search continues `stepMs` after its start. */
function slotsOf(search: SlotSearch, stepMs: number, maxResults: number): Found[] {
  const found: Found[] = [];
  let slot = search.slotFrom(-Infinity);
  while (slot && found.length < maxResults) {
    found.push(slot);
    if (found.length < maxResults) slot = search.slotFrom(slot.start + stepMs);
  }
  return found;
}

const overlappingInterval = ({ intervalMs, durationMs }: SlotRequest) => intervalMs ?? Math.min(durationMs, QUARTER);

/** Draws what {@link overlappingSlots} lists. */
export const searchOverlapping = (request: SlotRequest) => new SlotSearch(request, overlappingInterval(request));

/**
 * Slots that do not overlap, ascending: always the earliest possible one on the grid of its query period (`intervalMs`,
 * by default the duration) that begins when the previous one has ended.
 */
export function availableSlots(request: SlotRequest, maxResults: number): Found[] {
  return slotsOf(new SlotSearch(request, request.intervalMs ?? request.durationMs), request.durationMs, maxResults);
}

/**
 * Every possible slot on the grid of its query period, ascending. `intervalMs` is by default 15 minutes, or the
 * duration if that is shorter.
 */
export function overlappingSlots(request: SlotRequest, maxResults: number): Found[] {
  return slotsOf(searchOverlapping(request), 1, maxResults);
}

/**
 * Every one of the requested `starts` (epoch ms) at which the meeting is possible, ascending; `periods` of the request
 * is ignored.
 */
export function requestedSlots(request: MeetingRequest, starts: readonly number[], maxResults: number): Found[] {
  const sorted = Float64Array.from(new Set(starts)).sort();
  if (sorted.length === 0) return [];
  const period = { start: sorted[0]!, end: sorted.at(-1)! + request.durationMs };
  const times = meetingTimes({ ...request, periods: [period] });
  const cursor = new StartCursor(request, times, { period, next: fromList([...sorted]) });
  const found: Found[] = [];
  for (let start = cursor.startFrom(-Infinity); start !== undefined && found.length < maxResults;) {
    const participants = cursor.participants();
    request.work?.spend(1 + participants.length);
    found.push({ start, end: start + request.durationMs, participants });
    start = cursor.startFrom(start + 1);
  }
  return found;
}
