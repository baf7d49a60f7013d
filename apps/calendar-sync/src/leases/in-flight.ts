import { databaseNow } from '@kalends/postgres';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';

/** A lease expires after this time unless renewed: work of a killed process waits no longer. */
export const leaseMs = 6_000;

interface InFlightOptions {
  pool: Pool;
  /** The leased table, with columns `lease_id` and `lease_until`. */
  table: 'profile' | 'pending_write';
  limit: number;
  /** Called when a task has ended. */
  onFree: () => void;
  log: Logger;
}

/** Tasks in flight, each under a lease that is renewed while it runs. */
export class InFlight {
  private readonly works = new Map<string, Promise<void>>();
  private renewal: NodeJS.Timeout | undefined;

  constructor(private readonly options: InFlightOptions) {}

  get free(): number {
    return this.options.limit - this.works.size;
  }

  run(leaseId: string, work: () => Promise<void>): void {
    const done = work()
      .catch((error: unknown) => this.options.log.error({ err: error, table: this.options.table }, 'a task failed'))
      .finally(() => {
        this.works.delete(leaseId);
        if (this.works.size === 0) this.stopRenewing();
        this.options.onFree();
      });
    this.works.set(leaseId, done);
    this.renewal ??= setInterval(() => void this.renew(), leaseMs / 3);
  }

  /** Resolves when no task is in flight. */
  async drained(): Promise<void> {
    while (this.works.size > 0) await Promise.all(this.works.values());
  }

  private stopRenewing(): void {
    clearInterval(this.renewal);
    this.renewal = undefined;
  }

  private async renew(): Promise<void> {
    const { pool, table, log } = this.options;
    try {
      await pool.query(
        `UPDATE ${table} SET lease_until = ${databaseNow} + ${leaseMs} WHERE lease_id = ANY ($1::text[]) AND lease_id IS NOT NULL`,
        [[...this.works.keys()]],
      );
    } catch (error) {
      log.warn({ err: error, table }, 'leases could not be renewed');
    }
  }
}
