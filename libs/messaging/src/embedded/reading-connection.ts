import { createPool, patiently } from '@kalends/postgres';
import type pg from 'pg';
import { pause } from '../core/dispatch/backoff.js';
import { describe } from '../core/errors/sort.js';
import type { Log } from '../core/log.js';

const lockSql = `SELECT pg_try_advisory_lock(hashtextextended('kalends.bus', 0)) AS locked`;
/** Bounded: a server that does not respond must not delay the exit. */
const unlock = { text: `SELECT pg_advisory_unlock(hashtextextended('kalends.bus', 0))`, query_timeout: 1_000 };
const retryIntervalMs = 250;

/** Another process has the embedded bus of this database. */
class BusInUse extends Error {
  constructor() {
    super(
      'another Kalends process uses this database: without Kafka it is for one process only (stop the other one, or set ' +
        'KAFKA_BROKERS to run several)',
    );
  }
}

/**
 * The one connection over which messages are read for delivery. Its session has an advisory lock that only one process can
 * have: after losing it, a process reads nothing until it has the lock again.
 */
export class ReadingConnection {
  private readonly pool: pg.Pool;
  private client: pg.PoolClient | undefined;
  private connecting: Promise<pg.PoolClient> | undefined;

  constructor(
    url: string,
    private readonly log: Log,
  ) {
    this.pool = createPool({ url, max: 1, applicationName: 'kalends bus' });
  }

  /** Whether this process has the bus. */
  get isOpen(): boolean {
    return this.client !== undefined;
  }

  /** Waits at most this long for another process to end; then throws {@link BusInUse}. */
  async open(timeoutMs: number): Promise<void> {
    const last = performance.now() + timeoutMs;
    for (let isFirst = true; ; isFirst = false) {
      try {
        await patiently(() => this.connected(), last - performance.now());
        return;
      } catch (error) {
        if (!(error instanceof BusInUse) || performance.now() >= last) throw error;
        if (isFirst)
          this.log.warn({ seconds: timeoutMs / 1_000 }, 'another process uses this database; waiting for it to end');
        await pause(retryIntervalMs);
      }
    }
  }

  async query<Row extends pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const client = await this.connected();
    return client.query<Row>(query as string, values);
  }

  async close(): Promise<void> {
    const client = await this.connecting?.catch(() => undefined);
    if (client && client === this.client) {
      // a session ends some time after its connection is closed: the next process need not wait for that
      await client.query(unlock).catch(() => undefined);
      this.drop(client);
    }
    await this.pool.end();
  }

  private connected(): Promise<pg.PoolClient> {
    this.connecting ??= this.connect().catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    });
    return this.connecting;
  }

  private async connect(): Promise<pg.PoolClient> {
    const client = await this.pool.connect();
    try {
      const { rows } = await client.query<{ locked: boolean }>(lockSql);
      if (!rows[0]?.locked) throw new BusInUse();
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.client = client;
    client.once('end', () => this.drop(client, new Error('the connection has ended')));
    return client;
  }

  private drop(client: pg.PoolClient, error?: Error): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.connecting = undefined;
    client.release(true);
    if (error)
      this.log.warn({ error: describe(error) }, 'lost the connection that messages are read over; reconnecting');
  }
}
