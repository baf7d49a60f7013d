import { calendarState, type CalendarStateRecord } from '@kalends/contracts';
import {
  addToOutbox,
  createRebuilder,
  message,
  messagingMigrations,
  openEmbeddedTransport,
  rebuilds,
  sqlOf,
  type Transport,
} from '@kalends/messaging';
import { createLogger } from '@kalends/service-runtime';
import { createPool, migrate } from '@kalends/postgres';
import { startTestDatabase, waitUntil } from '@kalends/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  calendarOf,
  eventOf,
  nextRevision,
  openAvailabilityDatabase,
  profileOf,
  type AvailabilityDatabase,
} from '../availability-database.fixture.js';
import { unpack, type PackedBlock } from './blocks.js';
import { projectBatch } from './project-batch.js';
import { markStale, deleteStale } from './rebuild.js';

const log = createLogger({ service: 'availability', level: 'silent' });

let database: AvailabilityDatabase;
let bus: Awaited<ReturnType<typeof startTestDatabase>>;
let transport: Transport;
let outbox: Pool;

beforeAll(async () => {
  database = await openAvailabilityDatabase();
  bus = await startTestDatabase();
  outbox = createPool({ url: bus.url, schema: 'calendar_sync', max: 1 });
  await migrate({ pool: outbox, schema: 'calendar_sync', folders: [messagingMigrations] });
  transport = await openEmbeddedTransport({ connectionString: bus.url });
  await transport.ensureTopics([calendarState]);
  const relay = transport.relay({ pool: outbox });
  relay.start();
  // resolves when the outbox is a part of the log
  await relay.stop();
});
afterAll(async () => {
  await transport.close();
  await outbox.end();
  await bus.stop();
  await database.stop();
});

/** Everything that readers see: the accounts, and the busy time of each event. */
async function seen(pool: Pool) {
  const profiles = await pool.query(
    'SELECT profile_id, connected, deleted, abs(revision) AS r FROM profile ORDER BY 1',
  );
  const calendars = await pool.query(
    'SELECT calendar_id, synced, deleted, abs(revision) AS r FROM calendar ORDER BY 1',
  );
  const blocks = await pool.query<PackedBlock & { calendar_id: string; block: number }>(
    'SELECT * FROM busy_block ORDER BY calendar_id',
  );
  const busy = blocks.rows.flatMap((row) =>
    unpack(row, row.block).map(({ start, end, eventUid }) => `${row.calendar_id} ${eventUid} ${start} ${end}`),
  );
  return { profiles: profiles.rows, calendars: calendars.rows, busy: busy.sort() };
}

async function rebuild(between: () => Promise<void> = async () => undefined) {
  const { pool } = database;
  const rebuilder = createRebuilder({
    pool,
    transport,
    contract: calendarState,
    markStale: async () => {
      await markStale(pool);
      await between();
    },
    apply: (batch) => projectBatch(pool, batch),
    deleteStale: () => deleteStale(pool),
    log,
    pollIntervalMs: 20,
  });
  const id = await rebuilds.request(sqlOf(pool));
  rebuilder.start();
  await waitUntil(async () => (await rebuilds.progress(sqlOf(pool), id))?.state === 'done');
  await rebuilder.stop();
  return rebuilds.progress(sqlOf(pool), id);
}

const publish = async (...records: CalendarStateRecord[]) => {
  const messages = records.map((record) => message(calendarState, record));
  await addToOutbox(sqlOf(outbox), messages);
  await projectBatch(database.pool, records.map((body) => ({ body }))); // prettier-ignore
};

describe('a rebuild of busy time', () => {
  it('given a projection that is wrong in every way, when rebuilt, then it matches the topic', async () => {
    const events = ['one', 'two', 'three'].map((uid, day) =>
      eventOf('ann', uid, `2026-11-2${day}T09:00:00`, `2026-11-2${day}T10:00:00`),
    );
    await publish(profileOf('ann'), calendarOf('ann'), ...events);
    const moved = { ...events[0]!, ...eventOf('ann', 'one', '2026-11-25T09:00:00', '2026-11-25T10:00:00') };
    await publish(moved, { ...events[1]!, revision: nextRevision(), deleted: true });
    const right = await seen(database.pool);
    expect(right.busy).toEqual(
      [
        ['one', '2026-11-25T09:00:00Z', '2026-11-25T10:00:00Z'],
        ['three', '2026-11-22T09:00:00Z', '2026-11-22T10:00:00Z'],
      ].map(([uid, start, end]) => `cal_ann ${uid} ${Date.parse(start!)} ${Date.parse(end!)}`),
    );

    // a ghost with its profile, an event that lost its time, one that kept its old time, an entry without an event
    await database.apply('bob', profileOf('bob'), calendarOf('bob'), eventOf('bob', 'ghost', '2026-11-21T09:00:00', '2026-11-21T10:00:00')); // prettier-ignore
    await database.apply('ann', eventOf('ann', 'extra', '2026-11-21T11:00:00', '2026-11-21T12:00:00'));
    await database.apply('ann', eventOf('ann', 'orphan', '2026-11-21T13:00:00', '2026-11-21T14:00:00'));
    await database.apply('ann', { ...eventOf('ann', 'one', '2026-11-26T09:00:00', '2026-11-26T10:00:00') });
    await database.pool.query("DELETE FROM event WHERE event_uid = 'orphan'");
    await database.pool.query("UPDATE profile SET connected = false, revision = revision + 1000 WHERE account_id = 'ann'"); // prettier-ignore
    expect((await seen(database.pool)).busy).not.toEqual(right.busy);

    const progress = await rebuild();
    expect(await seen(database.pool)).toEqual(right);
    // read: includes two that were replaced later; removed: the ghost event, its calendar, its profile, the extra event
    expect(progress).toMatchObject({ state: 'done', records: 7, removed: 4 });
  });

  it('given records that arrive while it runs, when it ends, then they are applied', async () => {
    const late = eventOf('ann', 'late', '2026-11-27T09:00:00', '2026-11-27T10:00:00');
    await rebuild(() => publish(late));
    const { busy } = await seen(database.pool);
    expect(busy.some((one) => one.includes('late'))).toBe(true);
    const { rows } = await database.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM event WHERE revision <= 0',
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('given readers, when it runs, then busy time never disappears', async () => {
    const before = (await seen(database.pool)).busy;
    let during: string[] = [];
    await rebuild(async () => void (during = (await seen(database.pool)).busy));
    expect(during).toEqual(before);
  });
});
