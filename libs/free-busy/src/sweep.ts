import type { MeetingRequest, MemberGroup } from './meeting-request.js';
import { Changes } from './changes.js';
import { GroupChoice } from './group-choice.js';
import type { Periods } from './period.js';

/** A stretch of time with one choice of members; read `participants` before the next stretch is drawn. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  participants(): string[];
}

/** The members who are free now, in all groups; members are numbered across the groups. */
class Choice {
  private readonly groups: GroupChoice[];
  private readonly groupOf: GroupChoice[] = [];
  private readonly placeOf: number[] = [];

  constructor(private readonly requestedGroups: readonly MemberGroup[]) {
    this.groups = requestedGroups.map(({ members, required }) => new GroupChoice(members.length, required));
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
      for (const place of group.chosen()) subs.add(this.requestedGroups[i]!.members[place]!.sub);
    }
    return [...subs];
  }
}

/**
 * Walks through time and yields, ascending and maximal, each stretch in which all groups are met by one choice: the
 * earliest `required` members of each who are in a run. `runs`: per member of all groups, in order, none before
 * `origin` (epoch ms).
 */
export function* sweep(
  { groups, work }: Pick<MeetingRequest, 'groups' | 'work'>,
  runs: readonly Periods[],
  origin: number,
): Generator<Stretch> {
  // each is sorted, whether or not the walk gets that far
  work?.spend(runs.reduce((sum, { length }) => sum + 1 + length, 0));
  const changes = new Changes(runs, origin);
  const choice = new Choice(groups);
  const participants = () => choice.participants();
  let start: number | null = null;
  while (changes.nextInstant()) {
    const { instant } = changes;
    work?.spend(1 + changes.to - changes.from);
    let cut = start === null;
    for (let i = changes.from; i < changes.to; i++) cut ||= choice.concerns(changes.trackAt(i));
    if (cut && start !== null) yield { start, end: instant, participants };
    for (let i = changes.from; i < changes.to; i++) choice.change(changes.trackAt(i), changes.isStart(i));
    if (cut) start = choice.met ? instant : null;
  }
}
