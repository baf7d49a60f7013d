import type { Found, SlotRequest } from './meeting-request.js';
import { searchOverlapping, type SlotSearch } from './slots.js';

/** One meeting of a sequence and the required time between it and its neighbours, ms; a maximum of null is no bound. */
export interface SequenceStep {
  sequence_id: string | number;
  ask: SlotRequest;
  beforeMin: number;
  beforeMax: number | null;
  afterMin: number;
  afterMax: number | null;
}

interface FoundStep extends Found {
  sequence_id: string | number;
}

/** The links of a step that can follow the one chosen before it. */
interface Next {
  /** The index of the first of them. */
  firstNext: number;
  /** The latest start of their meetings. */
  latest: number;
}

/** A possible meeting of a step after which the rest of the sequence is possible. */
interface Link extends Next {
  slot: FoundStep;
}

interface Following {
  level: Level;
  least: number;
  most: number;
}

/** Index of the first of these that does not start before `ms`; their number if there is none. */
function placeFrom(links: readonly Link[], ms: number): number {
  let [low, high] = [0, links.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (links[middle]!.slot.start < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The links of one step, ascending, drawn lazily. Time before the start that was searched last, and after all links
 * drawn before, is skipped: paths are walked in order, so it is never needed again.
 */
class Level {
  private readonly links: Link[] = [];
  private readonly search: SlotSearch;
  private from = -Infinity;
  private ended = false;

  constructor(
    private readonly step: SequenceStep,
    private readonly following: Following | undefined,
  ) {
    this.search = searchOverlapping(step.ask);
  }

  /** The link at an index that is drawn, or the next one. */
  at(place: number): Link | undefined {
    if (place === this.links.length) this.draw();
    return this.links[place];
  }

  /** The index of the first link that does not start before `ms`; undefined if there is none. */
  firstFrom(ms: number): number | undefined {
    const place = placeFrom(this.links, ms);
    if (place < this.links.length) return place;
    this.from = Math.max(this.from, ms);
    return this.at(place) && place;
  }

  /** Draws one more link, if there is one. */
  private draw(): void {
    while (!this.ended) {
      const slot = this.search.slotFrom(this.from);
      const next = slot && this.nextOf(slot);
      if (!slot || !next) {
        // if no slot can follow this one, none can follow a later one
        this.ended = true;
        return;
      }
      this.from = slot.start + 1;
      if (next.start <= next.latest) {
        const { firstNext, latest } = next;
        this.links.push({ slot: { ...slot, sequence_id: this.step.sequence_id }, firstNext, latest });
        return;
      }
      // the next meeting would have to wait longer than allowed: this one must be later
      this.from = Math.max(this.from, slot.start + next.start - next.latest);
    }
  }

  private nextOf(slot: Found): { firstNext: number; start: number; latest: number } | undefined {
    if (!this.following) return { firstNext: 0, start: 0, latest: Infinity };
    const { level, least, most } = this.following;
    const firstNext = level.firstFrom(slot.end + least);
    if (firstNext === undefined) return undefined;
    return { firstNext, start: level.at(firstNext)!.slot.start, latest: slot.end + most };
  }
}

const unbounded = (max: number | null) => max ?? Infinity;

/** The levels of these steps, the first one first. */
function levelsOf(steps: readonly SequenceStep[]): Level[] {
  const levels: Level[] = [];
  for (let i = steps.length - 1; i >= 0; i--) {
    const [step, next] = [steps[i]!, steps[i + 1]];
    const following = next && {
      level: levels[0]!,
      least: Math.max(step.afterMin, next.beforeMin),
      most: Math.min(unbounded(step.afterMax), unbounded(next.beforeMax)),
    };
    levels.unshift(new Level(step, following));
  }
  return levels;
}

/** All paths through the links from one step on, by start. */
function* pathsFrom(levels: readonly Level[], level: number, { firstNext, latest }: Next): Generator<FoundStep[]> {
  for (let place = firstNext; ; place++) {
    const link = levels[level]!.at(place);
    if (!link || link.slot.start > latest) return;
    if (level + 1 === levels.length) yield [link.slot];
    else for (const rest of pathsFrom(levels, level + 1, link)) yield [link.slot, ...rest];
  }
}

/**
 * The sequences of meetings, one per step in the order given, each on the grid of its step (as `overlappingSlots`):
 * from the end of one to the start of the next at least the greater of the minimums of both sides, at most the smaller
 * of their maximums. In order of the first start, then the second, and so on; at most `maxResults`. Only as much of the
 * requested time is searched as these need.
 */
export function sequences(steps: readonly SequenceStep[], maxResults: number): FoundStep[][] {
  if (steps.length === 0 || maxResults <= 0) return [];
  const found: FoundStep[][] = [];
  for (const path of pathsFrom(levelsOf(steps), 0, { firstNext: 0, latest: Infinity })) {
    found.push(path);
    if (found.length >= maxResults) break;
  }
  return found;
}

/** The earliest path from a link: of each step the first link that can follow. */
function firstPath(levels: readonly Level[], first: Link): FoundStep[] {
  const path = [first.slot];
  let last = first;
  for (const level of levels.slice(1)) {
    last = level.at(last.firstNext)!;
    path.push(last.slot);
  }
  return path;
}

/** Of the {@link sequences} that begin at the same instant, the first; at most `maxResults`. */
export function firstSequences(steps: readonly SequenceStep[], maxResults: number): FoundStep[][] {
  const levels = levelsOf(steps);
  const found: FoundStep[][] = [];
  for (let place = 0; found.length < maxResults; place++) {
    const link = levels[0]?.at(place);
    if (!link) break;
    found.push(firstPath(levels, link));
  }
  return found;
}
