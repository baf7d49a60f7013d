/** The query costs more than its {@link WorkBudget} allows. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

/** Limits the work of a query, in steps of some tens of nanoseconds: a period read, a start tried, a name returned. */
export class WorkBudget {
  private remaining: number;

  constructor(steps: number) {
    this.remaining = steps;
  }

  /** Throws {@link TooMuchWork} once the budget is exhausted. */
  spend(steps: number): void {
    this.remaining -= steps;
    if (this.remaining < 0) throw new TooMuchWork('the query needs more work than is allowed');
  }
}
