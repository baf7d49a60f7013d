import type { TopicContract } from '@kalends/topics';
import type { Pool } from 'pg';
import type { Log } from '../log.js';
import type { Delivered } from '../nest/decorators.js';
import type { Transport } from '../../transport.js';
import { sqlOf } from '../sql/sql.js';
import { rebuilds } from './requests.js';
import { createRequestedWork, type RequestedWork } from './requested-work.js';

interface RebuilderOptions<Body> {
  pool: Pool;
  transport: Transport;
  contract: TopicContract<Body>;
  /** Marks all rows stale, in steps; whatever arrives afterwards counts as new. */
  markStale(): Promise<void>;
  /** Applies records as the handler of the topic does. */
  apply(batch: Delivered<Body>[]): Promise<void>;
  /** Deletes what is still stale; returns how much. */
  deleteStale(): Promise<number>;
  log: Log;
  /** Poll interval for requests, in milliseconds (2,000). */
  pollIntervalMs?: number;
}

type Rebuilder = RequestedWork;

/**
 * Requests a rebuild when the time zone data of the program are other ones than those of the projection: its local times may mean other
 * instants now. `release`: the name of IANA's release; `table`: one of the projection.
 */
export async function rebuildForZones(
  { pool, log }: { pool: Pool; log: Log },
  zones: { release: string; table: string },
): Promise<void> {
  if (!(await rebuilds.requestForZones(sqlOf(pool), zones))) return;
  log.info(
    { event: 'rebuild.requested', zone_release: zones.release },
    `local times are converted again with the time zone data ${zones.release}, in 5 minutes`,
  );
}

/**
 * Runs the rebuilds that operators request: marks rows stale, reads the topic from its first message to the end noted after
 * marking, deletes what is still stale. The projection keeps answering, from its old rows and those read again.
 */
export function createRebuilder<Body>(options: RebuilderOptions<Body>): Rebuilder {
  const { pool, log, pollIntervalMs } = options;
  return createRequestedWork({ pool, log, pollIntervalMs, run: (report, signal) => rebuild(options, report, signal) });
}

async function rebuild<Body>(
  { contract, log, transport, markStale, apply, deleteStale }: RebuilderOptions<Body>,
  report: (records: number) => Promise<void>,
  signal: AbortSignal,
): Promise<number | undefined> {
  log.info({ event: 'rebuild.started', topic: contract.name }, `rebuilding from ${contract.name}`);
  await markStale();
  // after marking: what a consumer handled before may be marked too, and is read again
  const to = await transport.ends(contract.name);
  let records = 0;
  const handle = async (batch: Delivered<Body>[]) => {
    await apply(batch);
    records += batch.length;
    await report(records);
    log.info({ event: 'rebuild.progressed', records }, `rebuilding: ${records} records read`);
  };
  await transport.replay(contract, { to, handle, signal });
  if (signal.aborted) return undefined;
  const removed = await deleteStale();
  log.info(
    { event: 'rebuild.completed', records, removed },
    `rebuilt: ${records} records read, ${removed} things removed`,
  );
  return removed;
}
