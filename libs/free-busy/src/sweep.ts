import type { MemberGroup } from './ask.js';
import { GroupChoice } from './group-choice.js';
import type { Periods } from './period.js';

/** A stretch of time over which one choice of members holds; ask for `participants` before the next stretch is drawn. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  participants(): string[];
}

/**
 * All changes of all runs in order of time, each as one number that sorts by itself: time since `origin`, then which
 * member, then 1 for "becomes free".
 */
function changesOf(runs: readonly Periods[], origin: number, codes: number): Float64Array {
  let size = 0;
  for (const one of runs) size += one.length;
  const changes = new Float64Array(size);
  let at = 0;
  for (const [member, one] of runs.entries()) {
    for (let i = 0; i < one.length; i++) {
      const time = one[i]! - origin;
      if (time * codes > Number.MAX_SAFE_INTEGER) throw new RangeError('the time asked about is too long to be swept');
      changes[at++] = time * codes + 2 * member + (i % 2 === 0 ? 1 : 0);
    }
  }
  return changes.sort();
}

/** Who is free now, in all groups; members are numbered through the groups. */
class Choice {
  private readonly groups: GroupChoice[];
  private readonly groupOf: GroupChoice[] = [];
  private readonly placeOf: number[] = [];

  constructor(private readonly asked: readonly MemberGroup[]) {
    this.groups = asked.map(({ members, required }) => new GroupChoice(members.length, required));
    for (const group of this.groups) {
      for (let place = 0; place < group.size; place++) {
        this.groupOf.push(group);
        this.placeOf.push(place);
      }
    }
  }

  get met(): boolean {
    for (const group of this.groups) if (!group.met) return false;
    return this.groups.length > 0;
  }

  concerns(member: number): boolean {
    return this.groupOf[member]!.concerns(this.placeOf[member]!);
  }

  change(member: number, free: boolean): void {
    if (free) this.groupOf[member]!.becomeFree(this.placeOf[member]!);
    else this.groupOf[member]!.becomeBusy(this.placeOf[member]!);
  }

  participants(): string[] {
    const subs = new Set<string>();
    for (const [i, group] of this.groups.entries()) {
      for (const place of group.chosen()) subs.add(this.asked[i]!.members[place]!.sub);
    }
    return [...subs];
  }
}

/**
 * Walks through time and yields, ascending and maximal, each stretch over which all groups are met by one choice: the
 * earliest `required` members of each who are in a run. `runs`: per member of all groups, in order, none before
 * `origin` (epoch ms).
 */
export function* sweep(groups: readonly MemberGroup[], runs: readonly Periods[], origin: number): Generator<Stretch> {
  const codes = 2 ** Math.ceil(Math.log2(2 * runs.length + 2));
  const changes = changesOf(runs, origin, codes);
  const choice = new Choice(groups);
  const participants = () => choice.participants();
  let start = -1;
  for (let i = 0; i < changes.length;) {
    const time = Math.floor(changes[i]! / codes);
    const limit = (time + 1) * codes;
    let next = i;
    let cut = start < 0;
    for (; next < changes.length && changes[next]! < limit; next++) {
      cut ||= choice.concerns((changes[next]! - time * codes) >> 1);
    }
    if (cut && start >= 0) yield { start: origin + start, end: origin + time, participants };
    for (; i < next; i++) {
      const code = changes[i]! - time * codes;
      choice.change(code >> 1, code % 2 === 1);
    }
    if (cut) start = choice.met ? time : -1;
  }
}
