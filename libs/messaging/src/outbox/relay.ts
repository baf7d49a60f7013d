import { errorKind, isTracing, startSpan } from '@kalends/service';
import pg from 'pg';
import { senderGroup, storeDeadLetter } from '../dead-letter/dead-letter.js';
import { backoffMs, pause } from '../dispatch/backoff.js';
import { now } from '../clock.js';
import { header, type OutgoingMessage } from '../envelope/envelope.js';
import { MessageTooLarge } from '../errors/errors.js';
import { describe } from '../errors/sort.js';
import { silent, type Log } from '../log.js';
import { sqlOf } from '../sql/sql.js';
import type { Transport } from '../transport.js';
import { Floor } from './floor.js';
import { deleteRows, readPage, type OutboxRow } from './rows.js';

export interface OutboxRelayOptions {
  /** the service's pool: its search_path leads to the schema with the outbox */
  readonly pool: pg.Pool;
  readonly transport: Pick<Transport, 'publish' | 'track'>;
  /** whose outbox: spans tell it */
  readonly service?: string;
  /** how often to look without being woken, in ms (1 000) */
  readonly pollMs?: number;
  /** how often to look from the lowest row on, in ms (5 000) */
  readonly sweepMs?: number;
  readonly log?: Log;
}

export interface OutboxRelay {
  /** Begins; another relay of the same outbox, in whatever process, waits for this one to end. */
  start(): void;
  /** To be called right after the commit of a transaction that added to the outbox. */
  wake(): void;
  /** Ends after the page in hand. */
  stop(): Promise<void>;
}

/**
 * Carries a service's outbox to the bus: one relay at a time (advisory lock on a connection of its own), unsent rows in
 * id order in every pass, from the lowest on that may still appear (rows commit out of order: {@link Floor}), sent rows
 * deleted.
 */
export function createOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  return new Relay(options);
}

class Relay implements OutboxRelay {
  private readonly stopping = new AbortController();
  private readonly log: Log;
  private running: Promise<void> | undefined;
  private woken = false;
  private wakeUp: (() => void) | undefined;
  private untrack: (() => void) | undefined;

  constructor(private readonly options: OutboxRelayOptions) {
    this.log = options.log ?? silent;
  }

  start(): void {
    if (this.running) return;
    this.untrack = this.options.transport.track({ settled: () => this.settled() });
    this.running = this.run();
  }

  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.untrack?.();
    this.wakeUp?.();
    await this.running;
  }

  private async settled(): Promise<boolean> {
    const { rows } = await this.options.pool.query('SELECT 1 FROM outbox LIMIT 1');
    if (rows.length > 0) this.wake();
    return rows.length === 0;
  }

  private async run(): Promise<void> {
    for (let failures = 0; !this.stopping.signal.aborted; failures++) {
      try {
        await this.runConnected(() => (failures = 0));
      } catch (error) {
        this.log.warn({ error: describe(error) }, 'outbox relay lost its connection, trying again');
        await pause(backoffMs(failures + 1), this.stopping.signal);
      }
    }
  }

  /** Works on one connection until stopped or until it breaks. */
  private async runConnected(working: () => void): Promise<void> {
    const schema = await this.options.pool.query<{ name: string }>('SELECT current_schema() AS name');
    const client = new pg.Client(this.options.pool.options as pg.ClientConfig);
    const broken = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('connection ended')));
    });
    broken.catch(() => undefined);
    try {
      await client.connect();
      await Promise.race([broken, this.relay(client, schema.rows[0]?.name ?? 'public', working)]);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async relay(client: pg.Client, schema: string, working: () => void): Promise<void> {
    await client.query(`SELECT set_config('search_path', quote_ident($1), false)`, [schema]);
    // a plan made while the outbox was small would go over the whole table ever after, and with it over all that was sent
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
    while (!(await this.locked(client, schema))) {
      if (this.stopping.signal.aborted) return;
      await pause(500, this.stopping.signal);
    }
    working();
    const floor = new Floor(this.options.sweepMs ?? 5_000);
    let failedPasses = 0;
    while (!this.stopping.signal.aborted) {
      this.woken = false;
      const allSent = await this.pass(client, floor);
      failedPasses = allSent ? 0 : failedPasses + 1;
      // what is new may belong to other lanes than what failed: a wake shortens the wait, but not to nothing
      if (!allSent) await pause(100, this.stopping.signal);
      if (!this.woken) await this.sleep(allSent ? (this.options.pollMs ?? 1_000) : backoffMs(failedPasses));
    }
  }

  private async locked(client: pg.Client, schema: string): Promise<boolean> {
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('kalends.outbox.' || $1, 0)) AS locked`,
      [schema],
    );
    return rows[0]?.locked ?? false;
  }

  /** Goes over all rows once; a lane of which something was not sent is left for the next pass. */
  private async pass(client: pg.Client, floor: Floor): Promise<boolean> {
    const failedLanes = new Set<string>();
    for (let after = floor.begin(performance.now()); !this.stopping.signal.aborted;) {
      const { rows, snapshot } = await readPage(client, after);
      const last = rows.at(-1);
      floor.read(snapshot, last?.id);
      if (!last) {
        floor.end(failedLanes.size === 0);
        return failedLanes.size === 0;
      }
      after = last.id;
      await this.send(
        client,
        rows.filter((row) => !failedLanes.has(laneOf(row))),
        failedLanes,
      );
    }
    return true;
  }

  private async send(client: pg.Client, rows: readonly OutboxRow[], failedLanes: Set<string>): Promise<void> {
    if (rows.length === 0) return;
    const begun = now();
    const outcomes = await this.options.transport.publish(rows);
    if (isTracing()) this.trace(rows, outcomes, begun);
    const gone: string[] = [];
    for (const [index, row] of rows.entries()) {
      const error = outcomes[index];
      if (!error) gone.push(row.id);
      else if (error instanceof MessageTooLarge) gone.push(await this.bury(client, row, error));
      else this.failed(row, error, failedLanes);
    }
    await deleteRows(client, gone);
  }

  /** A span each, in the trace of what put the message into the outbox. */
  private trace(rows: readonly OutboxRow[], outcomes: readonly (Error | undefined)[], startedAt: number): void {
    for (const [index, { topic, headers }] of rows.entries()) {
      const { [header.traceparent]: parent } = headers;
      if (parent === undefined) continue;
      const attributes = { 'messaging.operation.type': 'send', 'messaging.destination.name': topic };
      const { service } = this.options;
      const span = startSpan({ name: `send ${topic}`, kind: 'producer', service, parent, startedAt, attributes });
      const error = outcomes[index];
      span?.end(error && { error: errorKind(error) });
    }
  }

  private failed(row: OutboxRow, error: Error, failedLanes: Set<string>): void {
    const fields = { topic: row.topic, id: row.messageId, error: describe(error) };
    if (failedLanes.size === 0) this.log.warn(fields, 'message not sent, trying again');
    failedLanes.add(laneOf(row));
  }

  private async bury(client: pg.Client, row: OutboxRow, error: Error): Promise<string> {
    this.log.error({ topic: row.topic, id: row.messageId, error: describe(error) }, 'message can never be sent');
    const failure = { reason: 'too-large' as const, error: describe(error), deliveries: 1, maxBytes: row.maxBytes };
    await storeDeadLetter(sqlOf(client), senderGroup, row, failure);
    return row.id;
  }

  private async sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.woken || this.stopping.signal.aborted) this.wakeUp();
    });
    this.wakeUp = undefined;
  }
}

const laneOf = (row: OutgoingMessage): string => `${row.topic}\n${row.lane}`;
