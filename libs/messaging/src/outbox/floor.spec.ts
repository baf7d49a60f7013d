import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Floor, type Snapshot } from './floor.js';

interface Transaction {
  xid: bigint;
  ids: number[];
}

const never = Infinity;

/** An outbox as PostgreSQL has it: ids and transaction ids in order of asking, rows seen once committed. */
class ModelOutbox {
  private nextXid = 100n;
  private lastId = 0;
  readonly open: Transaction[] = [];
  readonly rows = new Set<number>();

  begin(): void {
    this.open.push({ xid: this.nextXid++, ids: [] });
  }
  add(which: number): void {
    this.open[which % this.open.length]?.ids.push(++this.lastId);
  }
  end(which: number, commits: boolean): void {
    const [ended] = this.open.splice(which % Math.max(1, this.open.length), 1);
    if (commits) for (const id of ended?.ids ?? []) this.rows.add(id);
  }
  page(after: number): { ids: number[]; snapshot: Snapshot } {
    const ids = [...this.rows].filter((id) => id > after).sort((a, b) => a - b);
    const oldest = this.open.reduce((low, { xid }) => (xid < low ? xid : low), this.nextXid);
    return { ids: ids.slice(0, 2), snapshot: { oldest, next: this.nextXid } };
  }
}

/** Passes over it, page by page; what is read is sent and deleted. */
class ModelRelay {
  private after: number | null = null;
  /** What a pass that has begun must send. */
  private owed: number[] = [];

  constructor(
    private readonly outbox: ModelOutbox,
    private readonly floor: Floor,
  ) {}

  step(): void {
    if (this.after === null) {
      this.owed = [...this.outbox.rows];
      this.after = Number(this.floor.begin(0));
    }
    const { ids, snapshot } = this.outbox.page(this.after);
    const last = ids.at(-1);
    this.floor.read(snapshot, last === undefined ? undefined : String(last));
    for (const id of ids) this.outbox.rows.delete(id);
    this.after = last ?? null;
    if (last !== undefined) return;
    this.floor.end(true);
    expect(this.owed.filter((id) => this.outbox.rows.has(id))).toEqual([]);
  }
  pass(): void {
    do this.step();
    while (this.after !== null);
  }
}

const operation = fc.tuple(
  fc.constantFrom('begin', 'add', 'add', 'commit', 'commit', 'abort', 'step', 'step', 'step'),
  fc.nat(9),
);

function play(operations: [string, number][], floor: Floor): { outbox: ModelOutbox; relay: ModelRelay } {
  const outbox = new ModelOutbox();
  const relay = new ModelRelay(outbox, floor);
  for (const [name, which] of operations) {
    if (name === 'begin') outbox.begin();
    else if (name === 'add') outbox.add(which);
    else if (name === 'step') relay.step();
    else outbox.end(which, name === 'commit');
  }
  return { outbox, relay };
}

/** Without sweeps but the first: nothing may depend on them. */
const withoutSweeps = () => new Floor(never);

describe('where a pass over the outbox begins', () => {
  it('given transactions that end in any order amid passes, when a pass is over, then all that was there at its beginning is sent', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 40, maxLength: 80 }), (operations) => {
        const { outbox, relay } = play(operations, withoutSweeps());
        relay.pass();
        while (outbox.open.length > 0) outbox.end(0, true);
        relay.pass();
        relay.pass();
        expect([...outbox.rows]).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('given that no transaction is left, when some passes more are over, then the next begins after all that was sent', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 20, maxLength: 60 }), (operations) => {
        const floor = withoutSweeps();
        const { outbox, relay } = play(operations, floor);
        while (outbox.open.length > 0) outbox.end(0, true);
        relay.pass();
        relay.pass();
        outbox.begin();
        outbox.add(0);
        outbox.end(0, true);
        const [last] = outbox.page(0).ids;
        for (let passes = 0; passes < 4; passes += 1) relay.pass();
        expect(floor.begin(0)).toBe(String(last));
      }),
    );
  });

  it('given a pass that did not send all, when the next begins, then it begins where that one did', () => {
    const floor = withoutSweeps();
    for (const allSent of [true, false, true]) {
      const from = floor.begin(0);
      floor.read({ oldest: 10n, next: 10n }, '7');
      floor.end(allSent);
      expect(from).toBe('0');
    }
    expect(floor.begin(0)).toBe('7');
  });

  it('given a floor, when it is time to sweep, then the pass begins at the lowest id, and those after it do not', () => {
    const floor = new Floor(5_000);
    for (let passes = 0; passes < 3; passes += 1) {
      floor.begin(1_000);
      floor.read({ oldest: 10n, next: 10n }, '7');
      floor.end(true);
    }
    expect([5_999, 6_000, 6_001].map((at) => floor.begin(at))).toEqual(['7', '0', '7']);
  });
});
