import { errorKind, isTracing, startSpan } from '@kalends/service-runtime';
import pg from 'pg';
import { senderGroup, storeDeadLetter } from '../dead-letter/dead-letter.js';
import { backoffMs, pause } from '../dispatch/backoff.js';
import { WakeUp } from '../dispatch/wake-up.js';
import { now } from '../clock.js';
import { header, type OutgoingMessage } from '../envelope/envelope.js';
import { MessageTooLarge } from '../errors/errors.js';
import { describe } from '../errors/sort.js';
import { silent, type Log } from '../log.js';
import { sqlOf } from '../sql/sql.js';
import type { Publisher, Transport } from '../../transport.js';
import { beginning, type Place } from './place.js';
import { deleteRows, readPage, type OutboxRow } from './rows.js';

export interface OutboxRelayOptions {
  /** the service's pool; its search_path selects the schema with the outbox */
  readonly pool: pg.Pool;
  /** service that owns the outbox; names it in spans */
  readonly service?: string;
  /** poll interval without a wake-up, in ms (1 000) */
  readonly pollMs?: number;
  readonly log?: Log;
}

/** Messages of an outbox that are not on the bus yet. `age`: seconds since the oldest was added; 0 without any. */
export interface Waiting {
  messages: number;
  age: number;
}

export interface OutboxRelay {
  /** Starts; another relay of the same outbox, in any process, waits until this one stops. */
  start(): void;
  /** Call it right after the commit of a transaction that added to the outbox. */
  wake(): void;
  waiting(): Promise<Waiting>;
  /** Stops after the current page. */
  stop(): Promise<void>;
}

/**
 * Publishes a service's outbox to the bus: one relay at a time (advisory lock on a dedicated connection), unsent rows in the
 * order of their places, sent rows deleted. A row is sent once no older transaction can add one before it; lanes that fail
 * are retried in the next pass.
 */
export function createOutboxRelay(
  options: OutboxRelayOptions,
  transport: Publisher & Pick<Transport, 'track'>,
): OutboxRelay {
  return new Relay(options, transport);
}

/** A database that was restored from another server has transaction ids of the future, whose rows would never be sent. */
const repairSql = `
  UPDATE outbox SET xid = pg_current_xact_id() WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())`;

/** Older open transactions usually end soon, without any notification. */
const waitMs = { first: 2, longest: 50 };

class Relay implements OutboxRelay {
  private readonly stopping = new AbortController();
  private readonly log: Log;
  private running: Promise<void> | undefined;
  private readonly wakeUp = new WakeUp();
  private untrack: (() => void) | undefined;

  /** Everything up to here is sent. */
  private sentTo = beginning;
  /** How long the last passes have waited for an older transaction, in ms; 0: not at all. */
  private waited = 0;

  constructor(
    private readonly options: OutboxRelayOptions,
    private readonly transport: Publisher & Pick<Transport, 'track'>,
  ) {
    this.log = options.log ?? silent;
  }

  start(): void {
    if (this.running) return;
    this.untrack = this.transport.track({ settled: () => this.settled() });
    this.running = this.run();
  }

  wake(): void {
    this.wakeUp.call();
  }

  async waiting(): Promise<Waiting> {
    const { rows } = await this.options.pool.query<Waiting>(
      `SELECT count(*)::float8 AS messages,
              coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS age FROM outbox`,
    );
    return rows[0]!;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.untrack?.();
    this.wakeUp.call();
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
        this.log.warn({ error: describe(error) }, 'outbox relay lost its connection, retrying');
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
    // a plan made while the outbox was small would scan the whole table from then on, including all rows already sent
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
    while (!(await this.locked(client, schema))) {
      if (this.stopping.signal.aborted) return;
      await pause(500, this.stopping.signal);
    }
    working();
    await client.query(repairSql);
    this.sentTo = beginning;
    let failedPasses = 0;
    while (!this.stopping.signal.aborted) {
      this.wakeUp.reset();
      const allSent = await this.pass(client);
      failedPasses = allSent ? 0 : failedPasses + 1;
      // new messages may belong to other lanes than the failed ones: a wake-up shortens the wait, but not to nothing
      if (!allSent) await pause(100, this.stopping.signal);
      if (this.stopping.signal.aborted) return;
      await this.wakeUp.wait(this.waited || (allSent ? (this.options.pollMs ?? 1_000) : backoffMs(failedPasses)));
    }
  }

  private async locked(client: pg.Client, schema: string): Promise<boolean> {
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('kalends.outbox.' || $1, 0)) AS locked`,
      [schema],
    );
    return rows[0]?.locked ?? false;
  }

  /** Passes over all rows once; a lane with an unsent message is left for the next pass. */
  private async pass(client: pg.Client): Promise<boolean> {
    const failedLanes = new Set<string>();
    for (let after = this.sentTo; !this.stopping.signal.aborted;) {
      const { rows, waits } = await readPage(client, after);
      const last = rows.at(-1);
      if (!last) {
        if (failedLanes.size === 0) this.sentTo = after;
        this.waited = waits ? Math.min(Math.max(this.waited * 2, waitMs.first), waitMs.longest) : 0;
        return failedLanes.size === 0;
      }
      after = last.place;
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
    const outcomes = await this.transport.publish(rows);
    if (isTracing()) this.trace(rows, outcomes, begun);
    const deletable: Place[] = [];
    for (const [index, row] of rows.entries()) {
      const error = outcomes[index];
      if (!error) deletable.push(row.place);
      else if (error instanceof MessageTooLarge) deletable.push(await this.deadLetter(client, row, error));
      else this.failed(row, error, failedLanes);
    }
    await deleteRows(client, deletable);
  }

  /** One span per message, in the trace of what added it to the outbox. */
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
    if (failedLanes.size === 0) this.log.warn(fields, 'message not sent, retrying');
    failedLanes.add(laneOf(row));
  }

  private async deadLetter(client: pg.Client, row: OutboxRow, error: Error): Promise<Place> {
    this.log.error({ topic: row.topic, id: row.messageId, error: describe(error) }, 'message can never be sent');
    const failure = { reason: 'too-large' as const, error: describe(error), deliveries: 1, maxBytes: row.maxBytes };
    await storeDeadLetter(sqlOf(client), { group: senderGroup, letter: row, failure });
    return row.place;
  }
}

const laneOf = (row: OutgoingMessage): string => `${row.topic}\n${row.lane}`;
