import type { Found, SlotAsk } from './ask.js';
import { overlappingSlots } from './slots.js';

/** One meeting of a sequence and the time wanted between it and its neighbours, ms; a maximum of null is no bound. */
export interface SequenceStep {
  sequence_id: string | number;
  ask: SlotAsk;
  beforeMin: number;
  beforeMax: number | null;
  afterMin: number;
  afterMax: number | null;
}

export interface FoundStep extends Found {
  sequence_id: string | number;
}

/** A possible meeting of a step, with the place of the first one of the next step that can follow it. */
interface Link {
  slot: FoundStep;
  firstNext: number;
  /** The latest start of the next meeting. */
  latest: number;
}

const unbounded = (max: number | null) => max ?? Infinity;

/** The meetings of a step behind which the rest of the sequence is possible. */
function linksOf(step: SequenceStep, following: SequenceStep | undefined, next: readonly Link[]): Link[] {
  const slots = overlappingSlots(step.ask, Infinity).map((slot) => ({ ...slot, sequence_id: step.sequence_id }));
  if (!following) return slots.map((slot) => ({ slot, firstNext: 0, latest: Infinity }));
  const least = Math.max(step.afterMin, following.beforeMin);
  const most = Math.min(unbounded(step.afterMax), unbounded(following.beforeMax));
  const links: Link[] = [];
  let firstNext = 0;
  for (const slot of slots) {
    while (firstNext < next.length && next[firstNext]!.slot.start < slot.end + least) firstNext++;
    if (firstNext === next.length) break;
    const latest = slot.end + most;
    if (next[firstNext]!.slot.start <= latest) links.push({ slot, firstNext, latest });
  }
  return links;
}

/** All ways through the links from one step on, by start. */
function* waysFrom(levels: readonly Link[][], level: number, first: number, latest: number): Generator<FoundStep[]> {
  const links = levels[level]!;
  for (let i = first; i < links.length && links[i]!.slot.start <= latest; i++) {
    const link = links[i]!;
    if (level + 1 === levels.length) yield [link.slot];
    else for (const rest of waysFrom(levels, level + 1, link.firstNext, link.latest)) yield [link.slot, ...rest];
  }
}

/**
 * The sequences of meetings, one per step in the order given, each on the grid of its step (as `overlappingSlots`): from
 * the end of one to the start of the next at least the greater of the minimums of both sides, at most the smaller of
 * their maximums. In order of the first start, then the second, and so on; at most `maxResults`.
 */
export function sequences(steps: readonly SequenceStep[], maxResults: number): FoundStep[][] {
  if (steps.length === 0) return [];
  const levels: Link[][] = [];
  // From the last step backwards, so that no way through them ends before its end.
  for (let i = steps.length - 1; i >= 0; i--) levels.unshift(linksOf(steps[i]!, steps[i + 1], levels[0] ?? []));
  const found: FoundStep[][] = [];
  for (const way of waysFrom(levels, 0, 0, Infinity)) {
    if (found.length >= maxResults) break;
    found.push(way);
  }
  return found;
}
