import { Inject } from '@nestjs/common';
import { GroupCommit } from '@kalends/postgres';
import { currentTraceparent, requestFields } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { poolToken } from '../../http/injection-tokens.js';
import { acceptedWrites } from './accept-write.js';
import type { Loaded } from './load-writes.js';
import { Failed, type Outcome, type Write, type WriteRefusal } from './write.js';

/** Maximum number of writes that share a transaction; a request's own stay together. */
const maxWrites = 64;

/** The outcome of writes of which all are accepted or none: why, if they are not. Throws the error of `decide`. */
function outcomeOf(outcomes: readonly Outcome[]): 'accepted' | WriteRefusal {
  const refused = outcomes.find((one) => one !== 'accepted');
  if (refused instanceof Failed) throw refused.error;
  return refused ?? 'accepted';
}

/** Accepts the writes of requests, those of an account in order. */
export class WriteQueue {
  private readonly groups: GroupCommit<Write, Loaded[], Outcome>;

  constructor(@Inject(poolToken) pool: Pool) {
    this.groups = new GroupCommit(pool, acceptedWrites, maxWrites);
  }

  /** Resolves when the write is durable, or with why it is refused; rejects with the error of `decide`. */
  async accept(write: Write): Promise<'accepted' | WriteRefusal> {
    return this.acceptWhole([write]);
  }

  /** Accepts the writes of one call, of which all are accepted or none; resolves and rejects as {@link accept}. */
  async acceptWhole(writes: readonly Write[]): Promise<'accepted' | WriteRefusal> {
    return outcomeOf(await this.acceptAll(writes));
  }

  /** Accepts the writes of one request, all of one account, in one transaction; each has its own outcome. */
  async acceptAll(writes: readonly Write[]): Promise<Outcome[]> {
    if (!writes[0]) return [];
    const { accountId } = writes[0].target;
    const traceparent = currentTraceparent();
    const { request_id: requestId } = requestFields();
    const caused = { ...(traceparent && { traceparent }), ...(requestId && { requestId }) };
    const all = writes.map((write) => ({ ...write, ...caused }));
    const apart = all.some(({ isSeries }) => isSeries);
    const whole = all.some(({ isWhole }) => isWhole);
    try {
      return await this.groups.store({ accountId, writes: all }, { apart, whole });
    } catch (error) {
      return writes.map(() => new Failed(error));
    }
  }
}
