import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { accountUsed } from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Logger } from '@kalends/service-runtime';
import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';
import { clockToken, logToken, poolToken, relayToken, type Clock } from '../http/injection-tokens.js';

/** calendar-sync knows this interval (`useRepeatedMs`). */
const repeatMs = 2 * 3_600_000;
/** Accounts of which the last use is remembered; of more, some are published more often. */
const maxKnown = 200_000;
/** Uses that wait to be published; more are noted with the next request. */
const maxWaiting = 10_000;

/**
 * Which accounts are read or queried, for calendar-sync, which polls them more often: in memory, and published at most every two hours for
 * each, so that no request waits for a statement. What a process that ends has not published is lost, as the next use repeats it.
 */
@Injectable()
export class AccountUses implements OnModuleDestroy {
  private readonly known = new Map<string, EpochMs>();
  private readonly waiting = new Map<string, EpochMs>();
  private publishing: Promise<void> = Promise.resolve();

  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(logToken) private readonly log: Logger,
    @Inject(relayToken) private readonly relay: { wake(): void },
  ) {}

  note(accountId: string): void {
    const now = this.clock();
    const last = this.known.get(accountId);
    if ((last !== undefined && now - last < repeatMs) || this.waiting.size >= maxWaiting) return;
    // the order of a Map is that of insertion
    this.known.delete(accountId);
    this.known.set(accountId, now);
    this.waiting.set(accountId, now);
    if (this.known.size > maxKnown) this.known.delete(this.known.keys().next().value!);
  }

  /** Publishes what was noted; what cannot be published is noted again with the next use. */
  publish(): Promise<void> {
    this.publishing = this.publishing.then(() => this.publishNow());
    return this.publishing;
  }

  private async publishNow(): Promise<void> {
    if (this.waiting.size === 0) return;
    const uses = [...this.waiting].map(([account_id, at]) => ({ account_id, at }));
    this.waiting.clear();
    try {
      await inTransaction(this.pool, (client) =>
        addToOutbox(
          sqlOf(client),
          uses.map((one) => message(accountUsed, one)),
        ),
      );
      this.relay.wake();
    } catch (error) {
      for (const { account_id } of uses) this.known.delete(account_id);
      this.log.warn({ err: error }, 'uses of accounts were not published');
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.publish();
  }
}
