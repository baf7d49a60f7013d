import type { Found } from '@kalends/free-busy';

/** Names each person once, and findings by the person's place: of 512 findings with 30 people little is left to send. */
export class People {
  readonly people: string[] = [];
  private readonly places = new Map<string, number>();

  /** The same finding with places in {@link people} for its participants. */
  byPlace<One extends Found>(found: One) {
    return { ...found, participants: found.participants.map((sub) => this.placeOf(sub)) };
  }

  private placeOf(sub: string): number {
    const held = this.places.get(sub);
    if (held !== undefined) return held;
    this.places.set(sub, this.people.length);
    return this.people.push(sub) - 1;
  }
}
