/** What an account's work did: the place it had is given to another account's. */
export type Yields = 'yields' | undefined;

const pauseMs = 50;

/**
 * Work by account: an account's runs in order, one piece after another, beside that of a limited number of accounts. `run`
 * takes at least one piece from the front of its queue, or yields, and does not reject.
 */
export class AccountLanes<Work extends { accountId: string }> {
  private readonly lanes = new Map<string, Work[]>();
  private readonly due: Work[][] = [];
  private running = 0;

  constructor(
    private readonly run: (waiting: Work[]) => Promise<Yields>,
    private readonly concurrency: number,
  ) {}

  /** Whether work of this account is running or waits here. */
  has(accountId: string): boolean {
    return this.lanes.has(accountId);
  }

  add(work: Work): void {
    const lane = this.lanes.get(work.accountId);
    if (lane) {
      lane.push(work);
      return;
    }
    const opened = [work];
    this.lanes.set(work.accountId, opened);
    this.due.push(opened);
    // after everything added in this tick, which may share a transaction
    queueMicrotask(() => this.start());
  }

  private start(): void {
    while (this.running < this.concurrency && this.due.length > 0) {
      this.running += 1;
      void this.runLane(this.due.shift()!).then(() => {
        this.running -= 1;
        this.start();
      });
    }
  }

  private async runLane(lane: Work[]): Promise<void> {
    const { accountId } = lane[0]!;
    while (lane.length > 0) {
      if ((await this.run(lane)) === 'yields' && lane.length > 0) return this.later(lane);
    }
    this.lanes.delete(accountId);
  }

  /** Not at once: all accounts that wait may be locked. */
  private later(lane: Work[]): void {
    setTimeout(() => {
      this.due.push(lane);
      this.start();
    }, pauseMs);
  }
}
