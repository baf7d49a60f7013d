import type { Periods } from './period.js';

/**
 * The starts and ends of several tracks of periods in chronological order, walked instant by instant. Each change is
 * one sortable number: the time since `origin` (epoch ms, not after any of them), then the track, then whether it is a
 * start.
 */
export class Changes {
  /** The current instant, epoch ms; its changes are those from `from` to before `to`. */
  instant: number;
  from = 0;
  to = 0;
  private time = 0;
  private readonly codes: number;
  private readonly sorted: Float64Array;

  /** Throws RangeError if the times are too far apart for such numbers: centuries, with a thousand tracks. */
  constructor(
    tracks: readonly Periods[],
    private readonly origin: number,
  ) {
    this.instant = origin;
    this.codes = 2 ** Math.ceil(Math.log2(2 * tracks.length + 1));
    let size = 0;
    for (const track of tracks) size += track.length;
    const changes = new Float64Array(size);
    const bounds = [0];
    let at = 0;
    for (const [index, track] of tracks.entries()) {
      for (let i = 0; i < track.length; i++) changes[at++] = this.code(track[i]! - origin, index, i % 2 === 0);
      bounds.push(at);
    }
    this.sorted = mergeRuns(changes, bounds);
  }

  /** Advances to the next instant with changes; false after the last one. */
  nextInstant(): boolean {
    if (this.to === this.sorted.length) return false;
    this.from = this.to;
    this.time = Math.floor(this.sorted[this.from]! / this.codes);
    this.instant = this.origin + this.time;
    const limit = (this.time + 1) * this.codes;
    while (this.to < this.sorted.length && this.sorted[this.to]! < limit) this.to++;
    return true;
  }

  /** The track of a change at this instant. */
  trackAt(i: number): number {
    return (this.sorted[i]! - this.time * this.codes) >> 1;
  }

  /** Whether a change at this instant is a start. */
  isStart(i: number): boolean {
    return this.sorted[i]! % 2 === 1;
  }

  private code(time: number, track: number, start: boolean): number {
    const code = time * this.codes + 2 * track + (start ? 1 : 0);
    if (code > Number.MAX_SAFE_INTEGER) throw new RangeError('the requested time is too long');
    return code;
  }
}

/** Two neighbouring runs: from `start` to before `middle`, and from there to before `end`. */
interface Neighbours {
  start: number;
  middle: number;
  end: number;
}

/** Merges two neighbouring runs of `from`, each ascending, into the same place of `to`. */
function mergeTwo(from: Float64Array, to: Float64Array, { start, middle, end }: Neighbours): void {
  let [left, right] = [start, middle];
  for (let at = start; at < end; at++) {
    const isLeft = left < middle && (right >= end || from[left]! <= from[right]!);
    to[at] = isLeft ? from[left++]! : from[right++]!;
  }
}

/**
 * Merges neighbouring ascending runs, `bounds[i]` to before `bounds[i + 1]`, into one: each track is already sorted, so
 * merging takes a third of the time of sorting everything. May overwrite `runs`.
 */
function mergeRuns(runs: Float64Array, bounds: readonly number[]): Float64Array {
  let [from, to]: [Float64Array, Float64Array] = [runs, new Float64Array(runs.length)];
  for (let current = bounds; current.length > 2;) {
    const merged = [0];
    for (let i = 0; i + 1 < current.length; i += 2) {
      const middle = current[i + 1]!;
      const end = current[i + 2] ?? middle;
      mergeTwo(from, to, { start: current[i]!, middle, end });
      merged.push(end);
    }
    [from, to] = [to, from];
    current = merged;
  }
  return from;
}
