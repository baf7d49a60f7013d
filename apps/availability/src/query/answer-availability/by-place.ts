import type { Found } from '@kalends/free-busy';

/** Lists each person once and refers to them by position: it keeps the message small for 512 findings with 30 people. */
export class People {
  readonly people: string[] = [];
  private readonly places = new Map<string, number>();

  /** The same finding with positions in {@link people} for its participants. */
  byPlace<One extends Found>(found: One) {
    return { ...found, participants: found.participants.map((sub) => this.placeOf(sub)) };
  }

  private placeOf(sub: string): number {
    const existing = this.places.get(sub);
    if (existing !== undefined) return existing;
    this.places.set(sub, this.people.length);
    return this.people.push(sub) - 1;
  }
}
