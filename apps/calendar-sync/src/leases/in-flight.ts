import { databaseNow } from '@kalends/postgres';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';

/** A lease expires after this time unless renewed: work of a killed process waits no longer. */
export const leaseMs = 6_000;

/** A task that takes longer leaves its place to others: it waits for a slow server, or has much to read. */
const usualMs = 1_000;

interface InFlightOptions {
  pool: Pool;
  /** The leased table, with columns `lease_id` and `lease_until`. */
  table: 'profile' | 'pending_write';
  limit: number;
  /** Places of those that take longer: how many, and how many of them for one server. */
  slow: { limit: number; perServer: number };
  /** Called when a task has ended, or has left its place. */
  onFree: () => void;
  log: Logger;
  /** How long a task keeps its place, in ms; a second if absent. */
  usualMs?: number;
}

export interface Task {
  leaseId: string;
  /** Whose answers it waits for. */
  server: string;
  /** It is known to take long: it takes a slow place from its start. */
  isSlow?: boolean;
  /** It continues even if no slow place is free. */
  mayStay?: boolean;
  /** `signal` is aborted if the task takes long and no slow place is free, and when everything ends. */
  work: (signal: AbortSignal) => Promise<void>;
}

interface Running {
  server: string;
  isSlow: boolean;
  stop: AbortController;
  done: Promise<void>;
}

/**
 * Tasks in flight, each under a lease that is renewed while it runs. Those that wait for slow servers have places of their own, so that
 * fast ones never wait for them (ADR 0114).
 */
export class InFlight {
  private readonly works = new Map<string, Running>();
  private renewal: NodeJS.Timeout | undefined;

  constructor(private readonly options: InFlightOptions) {}

  /** Places for tasks that are not known to take long. */
  get free(): number {
    return Math.max(0, this.options.limit - this.count(({ isSlow }) => !isSlow));
  }

  /** Those that end for want of a place count until they have. */
  get freeSlow(): number {
    return Math.max(0, this.options.slow.limit - this.count(({ isSlow }) => isSlow));
  }

  /** The servers whose slow places are all taken. */
  fullServers(): string[] {
    const servers = new Set([...this.works.values()].map(({ server }) => server));
    return [...servers].filter((server) => !this.hasPlaceFor(server));
  }

  run(task: Task): void {
    const stop = new AbortController();
    const running: Running = { server: task.server, isSlow: task.isSlow ?? false, stop, done: Promise.resolve() };
    const timer = running.isSlow ? undefined : setTimeout(() => this.takesLong(running, task), this.usualMs);
    this.works.set(task.leaseId, running);
    running.done = task
      .work(stop.signal)
      .catch((error: unknown) => this.options.log.error({ err: error, table: this.options.table }, 'a task failed'))
      .finally(() => {
        clearTimeout(timer);
        this.works.delete(task.leaseId);
        if (this.works.size === 0) this.stopRenewing();
        this.options.onFree();
      });
    this.renewal ??= setInterval(() => void this.renew(), leaseMs / 3);
  }

  /** Whether a task that took so long, in ms, would have left its place. */
  isLong(ms: number): boolean {
    return ms >= this.usualMs;
  }

  /** Aborts every task at its next request. */
  abort(): void {
    for (const { stop } of this.works.values()) stop.abort();
  }

  /** Resolves when no task is in flight. */
  async drained(): Promise<void> {
    while (this.works.size > 0) await Promise.all([...this.works.values()].map(({ done }) => done));
  }

  private get usualMs(): number {
    return this.options.usualMs ?? usualMs;
  }

  private count(counts: (running: Running) => boolean): number {
    return [...this.works.values()].filter(counts).length;
  }

  private hasPlaceFor(server: string): boolean {
    const same = this.count((running) => running.isSlow && running.server === server);
    return this.freeSlow > 0 && same < this.options.slow.perServer;
  }

  private takesLong(running: Running, { mayStay }: Task): void {
    if (!mayStay && !this.hasPlaceFor(running.server)) running.stop.abort();
    running.isSlow = true;
    this.options.onFree();
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
