import type { EventRecord } from '@kalends/contracts';
import { TimeSlices } from '@kalends/service-runtime';
import type { PoolClient } from 'pg';
import { blocksOf, pack, unpack, type BlockEntry, type PackedBlock } from './blocks.js';
import type { Countings } from './locks.js';
import { boundsOf, entriesByBlock, isRecurring, seriesLimit, StepsOfCalendars, type Horizon } from './event-rows.js';

type Key = string;
const keyOf = (calendarId: string, block: number): Key => `${calendarId}\n${block}`;

interface BlockRow extends PackedBlock {
  calendar_id: string;
  block: number;
}

interface Saved {
  calendar_id: string;
  event_uid: string;
  /** The blocks of its previous entries. */
  old_blocks: number[] | null;
}

/** A confirmed hold ends when its event arrives, regardless of the event's state. */
const saveSql = `
  WITH fresh AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::boolean[], $6::boolean[], $7::boolean[],
                         $8::bigint[], $9::bigint[], $10::text[], $11::text[])
      AS fresh (account_id, calendar_id, event_uid, revision, deleted, managed, recurring, start_ms, end_ms, blocks, record)
  ), stored AS (
    SELECT event.calendar_id, event.event_uid, event.blocks FROM event JOIN fresh USING (calendar_id, event_uid)
  ), saved AS (
    INSERT INTO event AS present
      (account_id, calendar_id, event_uid, revision, deleted, managed, recurring, start_ms, end_ms, blocks, record)
    SELECT account_id, calendar_id, event_uid, revision, deleted, managed, recurring, start_ms, end_ms, blocks::integer[],
           record::jsonb FROM fresh
    ON CONFLICT (calendar_id, event_uid) DO UPDATE
      SET revision = excluded.revision, deleted = excluded.deleted, managed = excluded.managed,
          recurring = excluded.recurring, start_ms = excluded.start_ms, end_ms = excluded.end_ms,
          blocks = excluded.blocks, record = excluded.record
      WHERE present.revision < excluded.revision
    RETURNING calendar_id, event_uid
  ), ended AS (
    DELETE FROM hold USING fresh JOIN saved USING (calendar_id, event_uid)
    WHERE pinned_calendar_id = fresh.calendar_id AND pinned_event_uid = fresh.event_uid AND pinned_ms < fresh.revision
  )
  SELECT saved.calendar_id, saved.event_uid, stored.blocks AS old_blocks
  FROM saved LEFT JOIN stored USING (calendar_id, event_uid)`;

type Packed = { record: EventRecord; byBlock: Map<number, BlockEntry[]> };

async function saveEvents(client: PoolClient, packed: readonly Packed[]): Promise<Saved[]> {
  const column = <Value>(of: (one: Packed) => Value) => packed.map(of);
  const bounds = packed.map(({ record }) => boundsOf(record));
  const { rows } = await client.query<Saved>({
    name: 'save-events',
    text: saveSql,
    values: [
      column(({ record }) => record.account_id),
      column(({ record }) => record.calendar_id),
      column(({ record }) => record.event_uid),
      column(({ record }) => record.revision),
      column(({ record }) => record.deleted),
      column(({ record }) => record.event_id !== undefined),
      column(({ record }) => isRecurring(record)),
      bounds.map(({ start }) => start),
      bounds.map(({ end }) => end),
      column(({ byBlock }) => `{${[...byBlock.keys()].join(',')}}`),
      column(({ record }) => (record.deleted ? null : JSON.stringify(record))),
    ],
  });
  return rows;
}

interface BlockChange {
  accountId: string;
  calendarId: string;
  block: number;
  /** Events whose entries are removed. */
  removed: Set<string>;
  added: BlockEntry[];
}

function changesOf(saved: readonly Saved[], packed: readonly Packed[]): Map<Key, BlockChange> {
  const changes = new Map<Key, BlockChange>();
  const at = (accountId: string, calendarId: string, block: number) => {
    const key = keyOf(calendarId, block);
    const existing = changes.get(key) ?? { accountId, calendarId, block, removed: new Set<string>(), added: [] };
    changes.set(key, existing);
    return existing;
  };
  const byEvent = new Map(packed.map((one) => [`${one.record.calendar_id}\n${one.record.event_uid}`, one]));
  for (const { calendar_id, event_uid, old_blocks } of saved) {
    const { record, byBlock } = byEvent.get(`${calendar_id}\n${event_uid}`)!;
    for (const block of old_blocks ?? []) at(record.account_id, calendar_id, block).removed.add(event_uid);
    for (const [block, entries] of byBlock) at(record.account_id, calendar_id, block).added.push(...entries);
  }
  return changes;
}

async function readBlocks(client: PoolClient, changes: readonly BlockChange[]): Promise<Map<Key, BlockEntry[]>> {
  const { rows } = await client.query<BlockRow>({
    name: 'read-blocks',
    text: `SELECT calendar_id, block, spans, flags, event_uids FROM busy_block
           JOIN unnest($1::text[], $2::integer[]) AS requested (calendar_id, block) USING (calendar_id, block)`,
    values: [changes.map(({ calendarId }) => calendarId), changes.map(({ block }) => block)],
  });
  return new Map(rows.map((row) => [keyOf(row.calendar_id, row.block), unpack(row, row.block)]));
}

/** Rewrites blocks; an empty one remains as an empty row, so that a later rewrite always finds it. */
async function writeBlocks(client: PoolClient, changes: BlockChange[], existing: Map<Key, BlockEntry[]>) {
  const packed = changes.map(({ calendarId, block, removed, added }) => {
    const remaining = (existing.get(keyOf(calendarId, block)) ?? []).filter(({ eventUid }) => !removed.has(eventUid));
    return pack(
      [...remaining, ...added].sort((a, b) => a.start - b.start),
      block,
    );
  });
  await client.query({
    name: 'write-blocks',
    text: `INSERT INTO busy_block (account_id, calendar_id, block, spans, flags, event_uids)
           SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::bytea[], $5::bytea[], $6::text[])
           ON CONFLICT (calendar_id, block) DO UPDATE
             SET spans = excluded.spans, flags = excluded.flags, event_uids = excluded.event_uids`,
    values: [
      changes.map(({ accountId }) => accountId),
      changes.map(({ calendarId }) => calendarId),
      changes.map(({ block }) => block),
      packed.map(({ spans }) => spans),
      packed.map(({ flags }) => flags),
      packed.map(({ event_uids }) => event_uids),
    ],
  });
}

/** How many packed periods each of these calendars has. */
async function readLoads(client: PoolClient, records: readonly EventRecord[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ calendar_id: string; periods: number }>({
    name: 'read-loads',
    text: `SELECT calendar_id, sum(octet_length(flags))::int AS periods FROM busy_block
           WHERE calendar_id = ANY ($1::text[]) GROUP BY calendar_id`,
    values: [[...new Set(records.map(({ calendar_id }) => calendar_id))]],
  });
  return new Map(rows.map((row) => [row.calendar_id, row.periods]));
}

/** Time limit for computing the busy time of one transaction. */
const deadlineMs = 20_000;

/** Where busy time is packed, and what is declared of calendars. */
interface Packing {
  horizon: Horizon;
  countings?: Countings;
}

async function packedRecords(
  client: PoolClient,
  records: readonly EventRecord[],
  { horizon, countings }: Packing,
): Promise<Packed[]> {
  const loads = records.some(isRecurring) ? await readLoads(client, records) : new Map<string, number>();
  const slices = new TimeSlices({ deadlineMs });
  const steps = new StepsOfCalendars();
  const packed: Packed[] = [];
  for (const record of records) {
    await slices.next();
    const used = loads.get(record.calendar_id) ?? 0;
    const counting = countings?.get(record.calendar_id);
    const most = { limit: seriesLimit(used), steps: steps.of(record.calendar_id), counting };
    const byBlock = entriesByBlock(record, horizon, most);
    packed.push({ record, byBlock });
    loads.set(
      record.calendar_id,
      [...byBlock.values()].reduce((sum, entries) => sum + entries.length, used),
    );
  }
  return packed;
}

/**
 * Updates the busy time of events from those records that are newer than the stored ones. In the caller's transaction, which
 * has locked their accounts. Returns the events that were newer.
 */
export async function packEvents(
  client: PoolClient,
  records: readonly EventRecord[],
  packing: Packing,
): Promise<{ calendar_id: string; event_uid: string }[]> {
  if (records.length === 0) return [];
  const packed = await packedRecords(client, records, packing);
  const saved = await saveEvents(client, packed);
  const changes = [...changesOf(saved, packed).values()];
  if (changes.length > 0) await writeBlocks(client, changes, await readBlocks(client, changes));
  return saved;
}

const movedSql = `
  UPDATE event SET blocks = fresh.blocks::integer[]
  FROM unnest($1::text[], $2::text[], $3::text[]) AS fresh (calendar_id, event_uid, blocks)
  WHERE (event.calendar_id, event.event_uid) = (fresh.calendar_id, fresh.event_uid)`;

/** Packs stored events again, since they count otherwise now. In the caller's transaction, under the account's lock. */
export async function repackEvents(
  client: PoolClient,
  stored: readonly { record: EventRecord; old_blocks: number[] }[],
  packing: Packing,
): Promise<void> {
  if (stored.length === 0) return;
  const packed = await packedRecords(
    client,
    stored.map(({ record }) => record),
    packing,
  );
  const saved = stored.map(({ record: { calendar_id, event_uid }, old_blocks }) => ({
    calendar_id,
    event_uid,
    old_blocks,
  }));
  const changes = [...changesOf(saved, packed).values()];
  if (changes.length > 0) await writeBlocks(client, changes, await readBlocks(client, changes));
  await client.query(movedSql, [
    packed.map(({ record }) => record.calendar_id),
    packed.map(({ record }) => record.event_uid),
    packed.map(({ byBlock }) => `{${[...byBlock.keys()].join(',')}}`),
  ]);
}

/**
 * Adds an event's entries to blocks of `within` that lack them: for a horizon that rolls forward. In the caller's
 * transaction, under the account's lock.
 */
export async function addToBlocks(
  client: PoolClient,
  event: { account_id: string; calendar_id: string; event_uid: string },
  { entries, filled, within }: { entries: readonly BlockEntry[]; filled: readonly number[]; within: Horizon },
): Promise<void> {
  const changes = new Map<number, BlockChange>();
  for (const entry of entries) {
    for (const block of blocksOf(entry)) {
      if (block < within.from || block >= within.to || filled.includes(block)) continue;
      const { account_id: accountId, calendar_id: calendarId } = event;
      const change = changes.get(block) ?? { accountId, calendarId, block, removed: new Set(), added: [] };
      change.added.push(entry);
      changes.set(block, change);
    }
  }
  const all = [...changes.values()];
  if (all.length === 0) return;
  await writeBlocks(client, all, await readBlocks(client, all));
  await client.query('UPDATE event SET blocks = blocks || $3 WHERE calendar_id = $1 AND event_uid = $2', [
    event.calendar_id,
    event.event_uid,
    all.map(({ block }) => block),
  ]);
}
