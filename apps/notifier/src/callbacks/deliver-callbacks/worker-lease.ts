import { databaseNow } from '@kalends/postgres';
import { randomToken } from '@kalends/security';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';

/** A worker without a heartbeat for this long is dead: others take over its claimed callbacks. */
const leaseMs = 6_000;

const registerSql = `
  INSERT INTO worker (worker_id, alive_until) VALUES ($1, ${databaseNow} + ${leaseMs})
  ON CONFLICT (worker_id) DO UPDATE SET alive_until = excluded.alive_until`;
const removeDeadSql = `DELETE FROM worker WHERE alive_until < ${databaseNow}`;
const freeSql = `
  UPDATE delivery SET lease_id = NULL
  WHERE lease_id IS NOT NULL AND NOT EXISTS (SELECT FROM worker WHERE worker_id = lease_id)`;

const takeoverIntervalMs = 60_000;

/** One heartbeat per worker instead of a lease per callback; and the takeover from dead workers. */
export class WorkerLease {
  readonly workerId = `wrk_${randomToken(16)}`;
  private timer: NodeJS.Timeout | undefined;
  private takeoverIn = 0;

  constructor(
    private readonly pool: Pool,
    private readonly log: Logger,
    /** Called when callbacks of dead workers are claimable again. */
    private readonly onFreed: () => void,
  ) {}

  async start(): Promise<void> {
    await this.beat();
    this.timer = setInterval(() => {
      this.beat().catch((error: unknown) => this.log.warn({ err: error }, 'heartbeat failed'));
    }, leaseMs / 3);
  }

  /** Call it when nothing is in flight any more. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.pool.query('DELETE FROM worker WHERE worker_id = $1', [this.workerId]);
  }

  private async beat(): Promise<void> {
    await this.pool.query({ name: 'life-sign', text: registerSql, values: [this.workerId] });
    const { rowCount: dead } = await this.pool.query({ name: 'remove-dead-workers', text: removeDeadSql });
    this.takeoverIn -= leaseMs / 3;
    // also periodically without a death: a worker may have claimed something after it was declared dead
    if (dead === 0 && this.takeoverIn > 0) return;
    this.takeoverIn = takeoverIntervalMs;
    const { rowCount: freed } = await this.pool.query({ name: 'free-leases', text: freeSql });
    if (!freed) return;
    this.log.info({ event: 'deliveries.taken_over', callbacks: freed }, 'deliveries.taken_over');
    this.onFreed();
  }
}
