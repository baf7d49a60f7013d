import { setTimeout as delay } from 'node:timers/promises';
import type { TopicContract } from '@kalends/contracts';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '../log.js';
import type { Delivered } from '../nest/decorators.js';
import type { Transport } from '../transport.js';

export interface RebuilderOptions<Body> {
  pool: Pool;
  transport: Transport;
  contract: TopicContract<Body>;
  /** Marks all that is held as older than any record, in steps; what arrives from then on counts as new. */
  distrust(): Promise<void>;
  /** Takes records as the handler of the topic does. */
  apply(batch: Delivered<Body>[]): Promise<void>;
  /** Removes what is still marked; returns how many things. */
  sweep(): Promise<number>;
  log: Log;
  /** Between two looks for a request, in milliseconds (2,000). */
  lookEveryMs?: number;
}

export interface Rebuilder {
  start(): void;
  stop(): Promise<void>;
}

/** PostgreSQL's advisory lock of whoever rebuilds, per schema. */
const lockSql = "SELECT pg_try_advisory_lock(hashtextextended(current_schema() || ' rebuild', 3)) AS mine";

/**
 * Does the rebuilds that operators ask for ({@link rebuilds}), one replica at a time and again from the start after a
 * crash: marks, reads the topic from its first message to the end noted after marking, removes what was not in it. The
 * projection answers all the while, from what it held and what it has read again.
 */
export function createRebuilder<Body>(options: RebuilderOptions<Body>): Rebuilder {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await look(options, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) options.log.warn({ err: error }, 'a rebuild will be tried again');
      });
      await delay(options.lookEveryMs ?? 2_000, undefined, { signal: stopping.signal, ref: false }).catch(() => null);
    }
  };
  return {
    start: () => void (running = loop()),
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

async function look<Body>(options: RebuilderOptions<Body>, signal: AbortSignal): Promise<void> {
  const { rowCount } = await options.pool.query('SELECT FROM rebuild WHERE ended_at IS NULL LIMIT 1');
  if (rowCount === 0) return;
  // a session's lock: gone with the process
  const client = await options.pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>(lockSql);
    if (rows[0]?.mine) await rebuildAll(options, client, signal);
  } finally {
    client.release(true);
  }
}

async function rebuildAll<Body>(options: RebuilderOptions<Body>, client: PoolClient, signal: AbortSignal) {
  const { rows } = await client.query<{ rebuild_id: string }>(
    `UPDATE rebuild SET started_at = now(), records = 0 WHERE ended_at IS NULL RETURNING rebuild_id::text`,
  );
  const ids = rows.map(({ rebuild_id }) => rebuild_id);
  if (ids.length === 0) return;
  const { contract, log, transport } = options;
  log.info({ event: 'rebuild-began', topic: contract.name }, `rebuilding from ${contract.name}`);
  await options.distrust();
  // after marking: what a consumer took before it may be marked too, and is read again
  const to = await transport.ends(contract.name);
  let records = 0;
  const handle = async (batch: Delivered<Body>[]) => {
    await options.apply(batch);
    records += batch.length;
    await client.query('UPDATE rebuild SET records = $2 WHERE rebuild_id = ANY($1::bigint[])', [ids, records]);
    log.info({ event: 'rebuild-reads', records }, `rebuilding: ${records} records read`);
  };
  await transport.replay(contract, { to, handle, signal });
  if (signal.aborted) return;
  const removed = await options.sweep();
  await client.query('UPDATE rebuild SET ended_at = now(), removed = $2 WHERE rebuild_id = ANY($1::bigint[])', [
    ids,
    removed,
  ]);
  log.info({ event: 'rebuild-done', records, removed }, `rebuilt: ${records} records read, ${removed} things removed`);
}
