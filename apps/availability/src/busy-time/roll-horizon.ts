import type { EventRecord } from '@kalends/contracts';
import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { blockOf, blockMs } from './blocks.js';
import { entriesOf } from './event-rows.js';
import { lockAccount, lockHorizon, readHorizon, readHorizonFor } from './locks.js';
import { addToBlocks } from './pack-events.js';

/** Blocks of 28 days that are packed before and after now. */
const behind = 2;
const ahead = 15;
const page = 200;

interface Reaching {
  account_id: string;
  calendar_id: string;
  event_uid: string;
}

const nextSql = `
  SELECT account_id, calendar_id, event_uid FROM event
  WHERE NOT deleted AND (recurring OR (start_ms < $2 AND end_ms > $1)) AND (calendar_id, event_uid) > ($3, $4)
  ORDER BY calendar_id, event_uid LIMIT ${page}`;

/** Packs the new blocks of one event; blocks that have its entries already are unchanged. */
async function extend(pool: Pool, one: Reaching, from: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockAccount(client, one.account_id);
    const { write, countings } = await readHorizonFor(client, [one.account_id]);
    const { rows } = await client.query<{ record: EventRecord; blocks: number[] }>(
      'SELECT record, blocks FROM event WHERE calendar_id = $1 AND event_uid = $2 AND NOT deleted',
      [one.calendar_id, one.event_uid],
    );
    const stored = rows[0];
    if (!stored) return;
    const entries = entriesOf(
      stored.record,
      { start: from * blockMs, end: write.to * blockMs },
      { counting: countings.get(one.calendar_id) },
    );
    await addToBlocks(client, one, { entries, filled: stored.blocks, within: { from, to: write.to } });
  });
}

/** From here on every writer fills up to the new target; the beginning only moves forward. */
async function moveTarget(pool: Pool, from: number, to: number): Promise<void> {
  await inTransaction(pool, async (client: PoolClient) => {
    await lockHorizon(client);
    await client.query(
      `UPDATE projection SET horizon_target = greatest(horizon_target, $2),
         horizon_from = CASE WHEN horizon_to = 0 THEN $1 ELSE greatest(horizon_from, $1) END,
         horizon_to = CASE WHEN horizon_to = 0 THEN $1 ELSE horizon_to END`,
      [from, to],
    );
  });
  // after the commit, so that no writer waits: none packs these any more
  await pool.query('DELETE FROM busy_block WHERE block < $1', [from]);
}

/**
 * Rolls the span of packed busy time when it ends less than 14 blocks ahead of `now` (epoch ms): first the target, then
 * every event that overlaps the new blocks, then readers trust them. Safe to repeat after a crash.
 */
export async function rollHorizon(pool: Pool, now: number, onProgress: (events: number) => void): Promise<boolean> {
  const { read } = await readHorizon(pool);
  const [from, to] = [blockOf(now) - behind, blockOf(now) + ahead];
  if (read.to >= to - 1 && read.from >= from - 1) return false;
  await moveTarget(pool, from, to);
  const begin = Math.max((await readHorizon(pool)).read.to, from);
  let [last, count] = [{ calendar_id: '', event_uid: '' }, 0];
  for (;;) {
    const values = [begin * blockMs, to * blockMs, last.calendar_id, last.event_uid];
    const { rows } = await pool.query<Reaching>(nextSql, values);
    for (const one of rows) await extend(pool, one, begin);
    count += rows.length;
    onProgress(count);
    if (rows.length < page) break;
    last = rows.at(-1)!;
  }
  await pool.query('UPDATE projection SET horizon_to = horizon_target WHERE projection_id = 1');
  return true;
}

/** Sets the horizon of a new database, so that there is one to pack into. `now`: epoch ms. */
export async function prepareHorizon(pool: Pool, now: number): Promise<void> {
  const { read } = await readHorizon(pool);
  if (read.to === 0) await rollHorizon(pool, now, () => undefined);
}
