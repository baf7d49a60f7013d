/** Answering costs more than its {@link WorkBudget} allows. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

/** Bounds what an answer may cost, in steps of some tens of nanoseconds: a period looked at, a start tried, a name told. */
export class WorkBudget {
  private left: number;

  constructor(steps: number) {
    this.left = steps;
  }

  /** Throws {@link TooMuchWork} once there is none left. */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new TooMuchWork('the question needs more work than is allowed');
  }
}
