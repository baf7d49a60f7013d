import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import {
  isLockNotAvailable,
  unlocked,
  withoutWaiting,
  type LockAccounts,
  type Waiting,
} from '../pool/account-locks.js';
import { AccountLanes, type Yields } from './account-lanes.js';
import { lastWithCommit, type Sent } from './last-with-commit.js';

/** Writes of one account that are stored together, in order. */
export interface AccountWrites<Write> {
  accountId: string;
  writes: readonly Write[];
}

/** What the requests of one transaction are stored by. */
export interface Locked<Loaded> {
  loaded: Loaded;
  isLocked(accountId: string): boolean;
  /** Requests of one account have the transaction for themselves, and may take long. */
  isAlone: boolean;
}

/** How a service stores writes. */
export interface WriteStore<Write, Loaded, Outcome> {
  lock: LockAccounts;
  /** Sent together with the lock, so its snapshot is newer. */
  load: (client: PoolClient, writes: readonly Write[]) => Promise<Loaded>;
  /**
   * Decides and stores requests of locked accounts, each with an outcome per write. Null: it was left out, because its account
   * is not locked, or because it takes too long to be stored with others.
   */
  store: (
    client: PoolClient,
    requests: readonly AccountWrites<Write>[],
    locked: Locked<Loaded>,
  ) => Promise<Sent<(Outcome[] | null)[]>>;
  /** Whether an error would not pass by trying again at once, whatever is stored: the database cannot be reached. */
  isTransient: (error: unknown) => boolean;
  /** The outcome of a write that failed alone. Without this, its request is rejected as a whole. */
  failed?: (error: unknown) => Outcome;
}

/** A deadlock ends with its transaction. */
const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '40P01';

interface Pending<Write, Outcome> extends AccountWrites<Write> {
  /** Its writes are stored together or not at all. */
  whole: boolean;
  /** It shares no transaction: a shared one has failed. */
  alone: boolean;
  /** Runs work in the context of its caller, of whose trace it is part. */
  within<T>(this: void, work: () => T): T;
  settle(outcomes: Outcome[]): void;
  reject(error: unknown): void;
  /** Called instead of waiting for an account that another session has locked. */
  giveUp?(): void;
}

/** Takes the first requests, which share a transaction in this order; the writes of one stay together. */
function takeGroup<Write, Outcome>(queue: Pending<Write, Outcome>[], maxWrites: number): Pending<Write, Outcome>[] {
  let [count, writes] = [0, 0];
  for (const request of queue) {
    writes += request.writes.length;
    if (count > 0 && (request.alone || queue[0]!.alone || writes > maxWrites)) break;
    count += 1;
  }
  return queue.splice(0, count);
}

/** The request's writes as requests of their own, which settle it together. */
function partsOf<Write, Outcome>(
  request: Pending<Write, Outcome>,
  failed: (error: unknown) => Outcome,
): Pending<Write, Outcome>[] {
  const outcomes: Outcome[] = [];
  const settle = (some: Outcome[]) => {
    outcomes.push(...some);
    if (outcomes.length === request.writes.length) request.settle(outcomes);
  };
  const reject = (error: unknown) => settle([failed(error)]);
  return request.writes.map((write) => ({ ...request, writes: [write], alone: true, settle, reject }));
}

/**
 * Stores writes of accounts, each account's in order, with few transactions: requests that arrive while one is in progress
 * share the next; a single one does not wait. One statement locks the accounts, one loads what the writes are decided by, and
 * what is stored is sent together with COMMIT. A request that cannot share a transaction (its account is locked, it takes
 * long, or the transaction failed) moves to a lane of its account, where it delays no others.
 */
export class GroupCommit<Write, Loaded, Outcome> {
  private waiting: Pending<Write, Outcome>[] = [];
  private running = false;
  private readonly lanes: AccountLanes<Pending<Write, Outcome>>;

  /** `maxWrites`: per transaction. Half of the pool is left to others when accounts are locked for long. */
  constructor(
    private readonly pool: Pool,
    private readonly writeStore: WriteStore<Write, Loaded, Outcome>,
    private readonly maxWrites: number,
  ) {
    const concurrency = Math.max(1, Math.floor((pool.options.max ?? 1) / 2));
    this.lanes = new AccountLanes((lane) => this.storeAlone(lane), concurrency);
  }

  /**
   * Resolves when all is durable; waits while another session has locked the account. `apart`: it takes long. `whole`: its writes
   * are stored together or not at all.
   */
  store(request: AccountWrites<Write>, { apart = false, whole = false } = {}): Promise<Outcome[]> {
    return new Promise((settle, reject) => {
      const within = AsyncLocalStorage.snapshot();
      this.add({ ...request, whole, alone: false, within, settle, reject }, apart);
    });
  }

  /** {@link store}, or undefined, with nothing stored, if another session has locked the account. */
  storeUnlessLocked(request: AccountWrites<Write>): Promise<Outcome[] | undefined> {
    return new Promise((settle, reject) => {
      const within = AsyncLocalStorage.snapshot();
      const giveUp = () => settle(undefined);
      this.add({ ...request, whole: false, alone: false, within, settle, reject, giveUp }, false);
    });
  }

  private add(request: Pending<Write, Outcome>, apart: boolean): void {
    if (this.lanes.has(request.accountId)) return this.lanes.add(request);
    this.waiting.push(request);
    if (apart) return this.setApart([], new Set([request.accountId]));
    if (this.running) return;
    this.running = true;
    // requests of the same turn of the event loop share a transaction
    setImmediate(() => void this.run());
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.storeTogether(takeGroup(this.waiting, this.maxWrites));
    this.running = false;
  }

  private async storeTogether(group: readonly Pending<Write, Outcome>[]): Promise<void> {
    try {
      const outcomes = await withoutWaiting((waiting) => this.transaction(group, waiting, false));
      const leftOut = group.filter((_request, index) => outcomes[index] === null);
      for (const { giveUp } of leftOut) giveUp?.();
      this.setApart(leftOut.filter(({ giveUp }) => !giveUp));
      group.forEach((request, index) => outcomes[index] && request.settle(outcomes[index]));
    } catch (error) {
      if (this.isRetried(error)) this.setApart(group.map((request) => ({ ...request, alone: true })));
      else for (const request of group) request.reject(error);
    }
  }

  /** Queued requests of the same accounts are moved too, to keep the account's order. */
  private setApart(
    requests: readonly Pending<Write, Outcome>[],
    accountIds = new Set(requests.map(({ accountId }) => accountId)),
  ): void {
    const follows = ({ accountId }: Pending<Write, Outcome>) => accountIds.has(accountId);
    for (const request of [...requests, ...this.waiting.filter(follows)]) this.lanes.add(request);
    this.waiting = this.waiting.filter((request) => !follows(request));
  }

  /** Requests of one account. If their transaction fails, they are tried one by one, and then write by write. */
  private async storeAlone(lane: Pending<Write, Outcome>[]): Promise<Yields> {
    const requests = takeGroup(lane, this.maxWrites);
    try {
      const isPatient = requests.every(({ giveUp }) => !giveUp);
      const outcomes = await this.transaction(requests, isPatient ? 'patiently' : 'briefly', true);
      requests.forEach((request, index) => request.settle(outcomes[index]!));
    } catch (error) {
      if (isLockNotAvailable(error)) {
        for (const { giveUp } of requests) giveUp?.();
        lane.unshift(...requests.filter(({ giveUp }) => !giveUp));
        return 'yields';
      }
      lane.unshift(...this.smaller(requests, error));
    }
    return undefined;
  }

  /** What to try next after requests of one account have failed together: none if nothing smaller is left. */
  private smaller(requests: readonly Pending<Write, Outcome>[], error: unknown): Pending<Write, Outcome>[] {
    const [first] = requests;
    const { failed } = this.writeStore;
    const isRetried = this.isRetried(error);
    if (isRetried && requests.length > 1) return requests.map((request) => ({ ...request, alone: true }));
    if (isRetried && failed && !first!.whole && first!.writes.length > 1) return partsOf(first!, failed);
    for (const { reject } of requests) reject(error);
    return [];
  }

  private isRetried(error: unknown): boolean {
    return isDeadlock(error) || !this.writeStore.isTransient(error);
  }

  private transaction(
    requests: readonly Pending<Write, Outcome>[],
    waiting: Waiting,
    isAlone: boolean,
  ): Promise<(Outcome[] | null)[]> {
    const accountIds = requests.map(({ accountId }) => accountId);
    const lockAndLoad = async (client: PoolClient) => {
      const [{ rows }, loaded] = await Promise.all([
        client.query<{ account_id: string | null }>(this.writeStore.lock(accountIds, waiting)),
        this.writeStore.load(
          client,
          requests.flatMap(({ writes }) => writes),
        ),
      ]);
      const skipped = unlocked(accountIds, rows);
      return { loaded, isAlone, isLocked: (accountId: string) => !skipped.has(accountId) };
    };
    const store = (client: PoolClient, locked: Locked<Loaded>) => this.writeStore.store(client, requests, locked);
    return requests[0]!.within(() => lastWithCommit(this.pool, lockAndLoad, store));
  }
}
