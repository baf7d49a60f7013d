/**
 * The earliest `required` free members of one group, updated while members become free and busy. Members are identified
 * by their index in the group; `last` is the index of the last chosen one, or the group's size while too few are free.
 */
export class GroupChoice {
  private readonly free: Uint8Array;
  private readonly required: number;
  private count = 0;
  private last: number;

  constructor(
    readonly size: number,
    required: number | null,
  ) {
    this.free = new Uint8Array(size);
    // An empty group is never met.
    this.required = Math.max(1, required ?? size);
    this.last = size;
  }

  get met(): boolean {
    return this.last < this.size;
  }

  /** Whether the choice, if there is one, changes when this member becomes free or busy. */
  concerns(place: number): boolean {
    return place <= this.last;
  }

  becomeFree(place: number): void {
    this.free[place] = 1;
    this.count++;
    if (this.count === this.required) this.last = this.freeBefore(this.size);
    else if (this.count > this.required && place < this.last) this.last = this.freeBefore(this.last);
  }

  becomeBusy(place: number): void {
    this.free[place] = 0;
    this.count--;
    if (this.count < this.required) this.last = this.size;
    else if (place <= this.last) this.last = this.freeAfter(this.last);
  }

  /** The indexes of the chosen members; only while the group is met. */
  chosen(): number[] {
    const places: number[] = [];
    for (let place = 0; place <= this.last; place++) if (this.free[place]) places.push(place);
    return places;
  }

  private freeBefore(place: number): number {
    do place--;
    while (place >= 0 && !this.free[place]);
    return place;
  }

  private freeAfter(place: number): number {
    do place++;
    while (place < this.size && !this.free[place]);
    return place;
  }
}
