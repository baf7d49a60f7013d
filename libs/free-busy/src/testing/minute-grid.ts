/**
 * An oracle for the meeting functions: time is a row of cells (of a minute each, for example), every query is answered
 * by trying all cells, and no code is shared with the code under test.
 */

/** `[from, to)` in cells. */
export type Span = readonly [from: number, to: number];

export interface GridMember {
  sub: string;
  busy: readonly Span[];
  held: readonly Span[];
  /** Whether the meeting may occupy a cell. */
  within: (cell: number) => boolean;
  unknown: boolean;
  /** In place of those of the request. */
  before?: number;
  after?: number;
}

export interface GridRequest {
  groups: { required: number | null; members: GridMember[] }[];
  duration: number;
  before: number;
  after: number;
  periods: readonly Span[];
}

export interface GridFound {
  from: number;
  to: number;
  participants: string[];
}

export interface GridRefused {
  from: number;
  to: number;
  members: { sub: string; reason: string }[];
}

const covers = (spans: readonly Span[], cell: number) => spans.some(([from, to]) => from <= cell && cell < to);

/** Answers one request; no meeting is possible outside `[0, size)`. */
export class MinuteGrid {
  private readonly known = new Map<GridMember, boolean[]>();

  constructor(
    readonly request: GridRequest,
    private readonly size: number,
  ) {}

  /** Whether the member can be in a meeting over exactly these cells, buffers included. */
  canMeet(member: GridMember, from: number, to: number): boolean {
    const starts = this.meetableCells(member);
    for (let cell = from; cell < to; cell++) if (!starts[cell]) return false;
    return true;
  }

  /** The first and the last cell that a meeting in this cell needs free, buffers included. */
  private around(member: GridMember, cell: number): [first: number, last: number] {
    return [cell - (member.before ?? this.request.before), cell + (member.after ?? this.request.after)];
  }

  /** Cells that a meeting of one cell could occupy. */
  private meetableCells(member: GridMember): boolean[] {
    let cells = this.known.get(member);
    if (cells) return cells;
    const isTaken = (cell: number) => covers(member.busy, cell) || covers(member.held, cell);
    cells = Array.from({ length: this.size }, (_, cell) => {
      if (member.unknown || !member.within(cell)) return false;
      const [first, last] = this.around(member, cell);
      for (let near = first; near <= last; near++) if (isTaken(near)) return false;
      return true;
    });
    this.known.set(member, cells);
    return cells;
  }

  /** Whether the cell is part of some meeting that the member could attend inside this query period. */
  isFree(member: GridMember, cell: number, [from, to]: Span): boolean {
    const { duration } = this.request;
    for (let start = Math.max(from, cell - duration + 1); start <= Math.min(cell, to - duration); start++) {
      if (this.canMeet(member, start, start + duration)) return true;
    }
    return false;
  }

  /** The chosen indexes per group among those for whom `free` is true; null if a group is not met. */
  private choose(free: (member: GridMember) => boolean): number[][] | null {
    const choice = this.request.groups.map(({ required, members }) => {
      const places = members.flatMap((member, place) => (free(member) ? [place] : []));
      const needed = required ?? members.length;
      return places.length >= needed && needed > 0 ? places.slice(0, needed) : null;
    });
    return choice.length > 0 && choice.every((places) => places !== null) ? (choice as number[][]) : null;
  }

  private names(choice: number[][]): string[] {
    const named = choice.flatMap((places, group) => places.map((at) => this.request.groups[group]!.members[at]!.sub));
    return named.filter((sub, i) => named.indexOf(sub) === i);
  }

  /** The available periods of all query periods, ascending, without duplicates. */
  periods(): GridFound[] {
    const found = this.request.periods.flatMap((period) => this.periodsOf(period));
    found.sort((a, b) => a.from - b.from || a.to - b.to);
    return found.filter((one, i) => JSON.stringify(one) !== JSON.stringify(found[i - 1]));
  }

  private periodsOf(period: Span): GridFound[] {
    const found: GridFound[] = [];
    let open: { from: number; label: string; choice: number[][] } | null = null;
    for (let cell = period[0]; cell <= period[1]; cell++) {
      const choice = cell < period[1] ? this.choose((member) => this.isFree(member, cell, period)) : null;
      const label = JSON.stringify(choice);
      if (open && open.label !== label) {
        if (cell - open.from >= this.request.duration) {
          found.push({ from: open.from, to: cell, participants: this.names(open.choice) });
        }
        open = null;
      }
      if (!open && choice) open = { from: cell, label, choice };
    }
    return found;
  }

  /** The slot that starts in this cell, whatever the query periods are; null if it is not possible. */
  slotAt(from: number): GridFound | null {
    const to = from + this.request.duration;
    const choice = this.choose((member) => this.canMeet(member, from, to));
    return choice && { from, to, participants: this.names(choice) };
  }

  /** Every slot on the grids of the query periods, ascending, without duplicates. */
  overlapping(interval: number): GridFound[] {
    const starts = new Set<number>();
    for (const [from, to] of this.request.periods) {
      for (let start = from; start + this.request.duration <= to; start += interval) starts.add(start);
    }
    const sorted = [...starts].sort((a, b) => a - b);
    return sorted.flatMap((start) => this.slotAt(start) ?? []);
  }

  /** The greedy choice of slots that do not overlap. */
  slots(interval: number): GridFound[] {
    let end = -Infinity;
    return this.overlapping(interval).filter((slot) => {
      if (slot.from < end) return false;
      end = slot.to;
      return true;
    });
  }

  /** Requested time that is not available, in maximal pieces of equal reasons. */
  refused(): GridRefused[] {
    const available = this.periods();
    const pieces: GridRefused[] = [];
    const sorted = [...this.request.periods].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (let cell = 0; cell < this.size; cell++) {
      const period = sorted.find(([from, to]) => from <= cell && cell < to);
      if (!period || available.some(({ from, to }) => from <= cell && cell < to)) continue;
      const members = this.reasonsAt(cell, period);
      const last = pieces.at(-1);
      if (last?.to === cell && JSON.stringify(last.members) === JSON.stringify(members)) last.to = cell + 1;
      else pieces.push({ from: cell, to: cell + 1, members });
    }
    return pieces;
  }

  private reasonsAt(cell: number, period: Span): GridRefused['members'] {
    const members = this.request.groups.flatMap((group) => group.members);
    const refusing = members.flatMap((member) =>
      this.isFree(member, cell, period) ? [] : [{ sub: member.sub, reason: this.reason(member, cell, period) }],
    );
    return refusing.filter(({ sub }, i) => refusing.findIndex((one) => one.sub === sub) === i);
  }

  /** The reason; a run that is too short takes the reason of its end, else of its start, inside the query period. */
  private reason(member: GridMember, cell: number, [from, to]: Span): string {
    for (let at = cell; at < to; at++) {
      const reason = this.reasonOfCell(member, at);
      if (reason) return reason;
    }
    for (let at = cell; at >= from; at--) {
      const reason = this.reasonOfCell(member, at);
      if (reason) return reason;
    }
    return 'outside_periods';
  }

  private reasonOfCell(member: GridMember, cell: number): string | null {
    if (member.unknown) return 'unknown';
    if (covers(member.busy, cell)) return 'busy';
    if (covers(member.held, cell)) return 'held';
    const [first, last] = this.around(member, cell);
    for (let near = first; near <= last; near++) {
      if (covers(member.busy, near) || covers(member.held, near)) return 'buffer';
    }
    return member.within(cell) ? null : 'outside_periods';
  }
}
