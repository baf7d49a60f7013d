import { markRowsStale, deleteStaleRows, type ProjectedState } from '@kalends/messaging';
import type { Pool, PoolClient } from 'pg';
import { pack, unpack, type PackedBlock } from './blocks.js';
import { lockAccounts, readHorizon } from './locks.js';
import { packEvents } from './pack-events.js';

const projected: ProjectedState = {
  tables: ['profile', 'calendar', 'event'],
  lock: async (client, accountIds) => void (await client.query(lockAccounts(accountIds))),
};

/** Marks all busy time stale ({@link markRowsStale}). */
export const markStale = (pool: Pool): Promise<void> => markRowsStale(pool, projected);

interface StaleEvent {
  account_id: string;
  calendar_id: string;
  event_uid: string;
}

async function deleteStaleEvents(client: PoolClient, accountIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<StaleEvent>(
    'SELECT account_id, calendar_id, event_uid FROM event WHERE account_id = ANY ($1) AND revision < 0',
    [accountIds],
  );
  const { write } = await readHorizon(client);
  await packEvents(client, rows.map(deletedRecord), { horizon: write });
}

/** Revision 0: newer than stale rows, older than any record. */
const deletedRecord = (row: StaleEvent) => ({
  ...row,
  kind: 'event' as const,
  revision: 0,
  command: 0,
  deleted: true,
  changed_at: 0,
  own_addresses: [],
  floating_tzid: 'Etc/UTC',
  series: { uid: row.event_uid, master: null, overrides: [] },
});

interface BlockRow extends PackedBlock {
  calendar_id: string;
  block: number;
  /** The events of the calendar with entries in this block. */
  known: string[];
}

/** Removes from the accounts' blocks the entries without a stored event. */
async function scrubBlocks(client: PoolClient, accountIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<BlockRow>(
    `SELECT calendar_id, block, spans, flags, event_uids,
            ARRAY(SELECT event_uid FROM event
                  WHERE event.calendar_id = busy_block.calendar_id AND busy_block.block = ANY(event.blocks)) AS known
     FROM busy_block WHERE account_id = ANY ($1)`,
    [accountIds],
  );
  for (const row of rows) {
    const entries = unpack(row, row.block);
    const known = new Set(row.known);
    const remaining = entries.filter(({ eventUid }) => known.has(eventUid));
    if (remaining.length === entries.length) continue;
    const { spans, flags, event_uids } = pack(remaining, row.block);
    await client.query(
      'UPDATE busy_block SET spans = $3, flags = $4, event_uids = $5 WHERE calendar_id = $1 AND block = $2',
      [row.calendar_id, row.block, spans, flags, event_uids],
    );
  }
}

/** Deletes what is still stale after the whole topic has been read; returns how many profiles, calendars and events. */
export const deleteStale = (pool: Pool): Promise<number> =>
  deleteStaleRows(pool, projected, { before: deleteStaleEvents, after: scrubBlocks });
