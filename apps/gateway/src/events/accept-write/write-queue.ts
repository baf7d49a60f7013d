import { poolToken } from '../../http/injection-tokens.js';
import { Inject } from '@nestjs/common';
import { isTransient } from '@kalends/messaging';
import { currentTraceparent, requestFields } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { acceptOfAccount, acceptTogether, type WriteRequest } from './accept-together.js';
import { Failed, type Outcome, type Write, type WriteRefusal } from './accept-write.js';
import { Lanes } from './lanes.js';

interface Waiting extends WriteRequest {
  /** It shares no transaction: a shared one has failed. */
  alone: boolean;
  settle(outcomes: Outcome[]): void;
}

/** Maximum number of writes that share a transaction; a request's own stay together. */
const mostWrites = 64;

/** Takes the first requests, which share a transaction in this order. */
function takeGroup(waiting: Waiting[]): Waiting[] {
  let [count, writes] = [0, 0];
  for (const one of waiting) {
    writes += one.writes.length;
    if (count > 0 && (one.alone || waiting[0]!.alone || writes > mostWrites)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

/** A deadlock ends with the transaction; other transient errors would not pass within a moment. */
const isRetryable = (error: unknown) => !isTransient(error) || (error as { code?: unknown }).code === '40P01';

const failed = ({ writes }: Waiting, error: unknown) => writes.map(() => new Failed(error));

/**
 * Accepts writes: the command in the outbox and what readers see are stored in one transaction under the account's lock, in
 * the order of an account's requests. Requests that arrive while a transaction is in progress share the next one; a single
 * one does not wait. A request that cannot be accepted together with others (its account is locked, it is a series, or the
 * transaction failed) moves to a lane of its account, where it delays no others.
 */
export class WriteQueue {
  private waiting: Waiting[] = [];
  private running = false;
  private readonly lanes: Lanes<Waiting>;

  /** Half of the pool is left to others when accounts are locked for long. */
  constructor(@Inject(poolToken) private readonly pool: Pool) {
    const concurrency = Math.max(1, Math.floor((pool.options.max ?? 1) / 2));
    this.lanes = new Lanes((lane) => this.acceptLane(takeGroup(lane)), concurrency);
  }

  /** Resolves when the write is durable, or with why it is refused; rejects with the error of `decide`. */
  async accept(write: Write): Promise<'accepted' | WriteRefusal> {
    const [outcome] = await this.acceptAll([write]);
    if (outcome instanceof Failed) throw outcome.error;
    return outcome!;
  }

  /** Accepts the writes of one request, all of one account, in one transaction; each has its own outcome. */
  acceptAll(writes: readonly Write[]): Promise<Outcome[]> {
    if (!writes[0]) return Promise.resolve([]);
    const { accountId } = writes[0].target;
    const traceparent = currentTraceparent();
    const { request_id: requestId } = requestFields();
    const caused = { ...(traceparent && { traceparent }), ...(requestId && { requestId }) };
    const all = writes.map((write) => ({ ...write, ...caused }));
    return new Promise((settle) => this.add({ accountId, writes: all, alone: false, settle }));
  }

  private add(request: Waiting): void {
    if (this.lanes.has(request.accountId)) return this.lanes.add(request);
    this.waiting.push(request);
    if (request.writes.some(({ isSeries }) => isSeries)) return this.setApart([], new Set([request.accountId]));
    if (this.running) return;
    this.running = true;
    queueMicrotask(() => void this.run());
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.acceptGroup(takeGroup(this.waiting));
    this.running = false;
  }

  private async acceptGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await acceptTogether(this.pool, group);
      const skipped = group.filter((_request, index) => outcomes[index] === null);
      this.setApart(skipped);
      group.forEach((request, index) => outcomes[index] && request.settle(outcomes[index]));
    } catch (error) {
      if (isRetryable(error)) this.setApart(group.map((request) => ({ ...request, alone: true })));
      else for (const request of group) request.settle(failed(request, error));
    }
  }

  /** Queued requests of the same accounts are moved too, to keep the account's order. */
  private setApart(
    requests: readonly Waiting[],
    accountIds = new Set(requests.map(({ accountId }) => accountId)),
  ): void {
    const follows = ({ accountId }: Waiting) => accountIds.has(accountId);
    for (const request of [...requests, ...this.waiting.filter(follows)]) this.lanes.add(request);
    this.waiting = this.waiting.filter((request) => !follows(request));
  }

  /** Requests of one account; if their transaction fails, each request is tried separately, and then each of its writes. */
  private async acceptLane(requests: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await acceptOfAccount(this.pool, requests);
      requests.forEach((request, index) => request.settle(outcomes[index]!));
    } catch (error) {
      const isSmallest = requests.length === 1 && requests[0]!.writes.length === 1;
      if (isSmallest || !isRetryable(error)) {
        for (const request of requests) request.settle(failed(request, error));
      } else if (requests.length > 1) for (const request of requests) await this.acceptLane([request]);
      else await this.acceptEach(requests[0]!);
    }
  }

  private async acceptEach(request: Waiting): Promise<void> {
    const outcomes: Outcome[] = [];
    for (const write of request.writes) {
      await this.acceptLane([{ ...request, writes: [write], settle: (some) => outcomes.push(...some) }]);
    }
    request.settle(outcomes);
  }
}
