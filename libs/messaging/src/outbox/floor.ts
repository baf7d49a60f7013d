/** The transactions that a statement saw (PostgreSQL's manual, 9.27.8), as transaction ids. */
export interface Snapshot {
  /** The lowest that was still going on: all before it are seen, or will never be. */
  readonly oldest: bigint;
  /** The first that had not begun. */
  readonly next: bigint;
}

/** Rows up to `id` are final once all transactions before `next` have ended. */
interface Mark {
  readonly id: string;
  readonly next: bigint;
}

const lowest = '0';

/**
 * Where a pass over the outbox begins. Ids are given out in order, but transactions commit in any: a row may appear below
 * one that was sent long ago. A row that has not appeared belongs to a transaction that was going on when a higher one was
 * seen; as soon as all such have ended, and a whole pass has seen what they left, nothing appears below any more. Without
 * this each pass would go over all that was sent since the last VACUUM.
 *
 * What takes an id before its transaction has one of its own could escape this, and so could a sequence that is set back:
 * every `sweepMs` a pass begins at the lowest id.
 */
export class Floor {
  private id = lowest;
  private waiting: Mark | undefined;
  private reached: Mark | undefined;
  private final: string | undefined;
  private isFirstPage = true;
  private sweptAt = -Infinity;

  constructor(private readonly sweepMs: number) {}

  /** A pass begins: the id after which it reads. `at`: ms. */
  begin(at: number): string {
    this.isFirstPage = true;
    this.final = undefined;
    this.reached = undefined;
    if (at - this.sweptAt < this.sweepMs) return this.id;
    this.sweptAt = at;
    return lowest;
  }

  /** A page of the pass was read; `last`: the id of its last row, if it had any. */
  read(snapshot: Snapshot, last: string | undefined): void {
    if (this.isFirstPage && this.waiting && snapshot.oldest >= this.waiting.next) this.final = this.waiting.id;
    this.isFirstPage = false;
    if (last !== undefined) this.reached = { id: last, next: snapshot.next };
  }

  /** The pass is over. Unless all of it was sent, what was left is where it is. */
  end(allSent: boolean): void {
    if (allSent && this.final !== undefined) {
      if (BigInt(this.final) > BigInt(this.id)) this.id = this.final;
      this.waiting = undefined;
    }
    if (allSent && !this.waiting) this.waiting = this.reached;
  }
}
