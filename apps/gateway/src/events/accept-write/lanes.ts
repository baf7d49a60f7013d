/**
 * Work by account: an account's work runs in order, one piece after another; a limited number of accounts run concurrently.
 * `run` removes at least one piece from the front of a lane's queue, and does not reject.
 */
export class Lanes<Work extends { accountId: string }> {
  private readonly lanes = new Map<string, Work[]>();
  private readonly due: Work[][] = [];
  private running = 0;

  constructor(
    private readonly run: (waiting: Work[]) => Promise<void>,
    private readonly concurrency: number,
  ) {}

  /** Whether work of this account is running or queued here. */
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
    while (lane.length > 0) await this.run(lane);
    this.lanes.delete(accountId);
  }
}
