import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '../log.js';

interface RequestedWorkOptions {
  pool: Pool;
  /**
   * Does the work from its start and reports how many records it has read; returns how many rows it removed, or undefined
   * when it was stopped before its end.
   */
  run(report: (records: number) => Promise<void>, signal: AbortSignal): Promise<number | undefined>;
  log: Log;
  /** Poll interval for requests, in milliseconds (2,000). */
  pollIntervalMs?: number;
}

export interface RequestedWork {
  start(): void;
  stop(): Promise<void>;
}

/** PostgreSQL's advisory lock of the replica that does it, per schema. */
const lockSql = "SELECT pg_try_advisory_lock(hashtextextended(current_schema() || ' rebuild', 3)) AS mine";

const isDue = 'ended_at IS NULL AND not_before <= now()';

/**
 * Does what operators request of a service through its table `rebuild` ({@link rebuilds}): one replica at a time, and again
 * from the start after a crash.
 */
export function createRequestedWork(options: RequestedWorkOptions): RequestedWork {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await poll(options, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) options.log.warn({ err: error }, 'requested work failed, retrying later');
      });
      await delay(options.pollIntervalMs ?? 2_000, undefined, { signal: stopping.signal, ref: false }).catch(
        () => null,
      );
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

async function poll(options: RequestedWorkOptions, signal: AbortSignal): Promise<void> {
  const { rowCount } = await options.pool.query(`SELECT FROM rebuild WHERE ${isDue} LIMIT 1`);
  if (rowCount === 0) return;
  // a session's lock: released when the process ends
  const client = await options.pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>(lockSql);
    if (rows[0]?.mine) await work(options, client, signal);
  } finally {
    client.release(true);
  }
}

async function work({ run }: RequestedWorkOptions, client: PoolClient, signal: AbortSignal): Promise<void> {
  const { rows } = await client.query<{ rebuild_id: string }>(
    `UPDATE rebuild SET started_at = now(), records = 0 WHERE ${isDue} RETURNING rebuild_id::text`,
  );
  const ids = rows.map(({ rebuild_id }) => rebuild_id);
  if (ids.length === 0) return;
  const report = async (records: number) => {
    await client.query('UPDATE rebuild SET records = $2 WHERE rebuild_id = ANY($1::bigint[])', [ids, records]);
  };
  const removed = await run(report, signal);
  if (removed === undefined) return;
  await client.query('UPDATE rebuild SET ended_at = now(), removed = $2 WHERE rebuild_id = ANY($1::bigint[])', [
    ids,
    removed,
  ]);
}
