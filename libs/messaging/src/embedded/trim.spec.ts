import { inTransaction } from '@kalends/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notes } from '../conformance/world.js';
import { startBusDatabase, type BusDatabase } from './bus-database.fixture.js';
import { LogTables } from './log-tables.js';
import { openEmbeddedTransport } from './transport.js';

const keys = 5_000;

describe('trimming the log', () => {
  let database: BusDatabase;
  beforeAll(async () => void (database = await startBusDatabase()));
  afterAll(() => database.stop());

  it('given much state that every group has read, when the log is trimmed, then none of it is read', async () => {
    const transport = await openEmbeddedTransport({ connectionString: database.url });
    await transport.ensureTopics([notes({ compact: true })]);
    await transport.close();
    await database.pool.query(
      `INSERT INTO bus.state (id, message_id, topic, key, lane, headers, body, max_bytes, created_at, xid)
       SELECT n, n, (SELECT min(name) FROM bus.topic), n, n, '{}', '{}', 1000, now(), '3' FROM generate_series(1, $1::int) AS n`,
      [keys],
    );
    await database.pool.query('ANALYZE bus.state');
    const read = await inTransaction(database.pool, async (client) => {
      await new LogTables(client).trim();
      const { rows } = await client.query<{ n: number }>(
        `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n FROM pg_stat_xact_user_tables
         WHERE relid = 'bus.state'::regclass`,
      );
      return rows[0]!.n;
    });
    expect(read).toBeLessThan(keys / 100);
  });

  /** As many messages of a new topic, with ten keys, the last ones deletions or not; a group has read all of them. */
  async function readMessages(count: number, { compact, deleted }: { compact: boolean; deleted: boolean }) {
    const contract = notes({ compact });
    const transport = await openEmbeddedTransport({ connectionString: database.url });
    await transport.ensureTopics([contract]);
    await transport.close();
    await database.pool.query(
      `INSERT INTO bus.published (message_id, topic, key, lane, headers, body, max_bytes)
       SELECT n, $1, n % 10, '', '{}', CASE WHEN n <= $2 - 10 OR NOT $3 THEN n::text END, 1000 FROM generate_series(1, $2::int) AS n`,
      [contract.name, count, deleted],
    );
    await database.pool.query(
      `INSERT INTO bus.reader (group_name, topic, xid, id) SELECT 'all', topic, xid, id FROM bus.published
       WHERE topic = $1 ORDER BY xid DESC, id DESC LIMIT 1`,
      [contract.name],
    );
    return contract.name;
  }

  const left = async (table: string, topic: string) =>
    (
      await database.pool.query<{ body: string | null }>(`SELECT body FROM ${table} WHERE topic = $1 ORDER BY id`, [
        topic,
      ])
    ).rows;

  it('given a burst that every group has read, when the log is trimmed, then each transaction deletes a thousand at most', async () => {
    const topic = await readMessages(3_500, { compact: true, deleted: false });
    await database.pool.query(`
      CREATE TABLE trimmed (xid xid8 NOT NULL);
      CREATE FUNCTION note_trimmed() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO conformance.trimmed VALUES (pg_current_xact_id()); RETURN NULL; END $$;
      CREATE TRIGGER note_trimmed AFTER DELETE ON bus.published FOR EACH ROW EXECUTE FUNCTION note_trimmed();`);
    await new LogTables(database.pool).trim();
    const { rows } = await database.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM trimmed GROUP BY xid ORDER BY 1',
    );
    await database.pool.query('DROP TRIGGER note_trimmed ON bus.published');
    expect(rows.map(({ n }) => n)).toEqual([500, 1_000, 1_000, 1_000]);
    expect(await left('bus.published', topic)).toEqual([]);
    const newest = Array.from({ length: 10 }, (_, index) => ({ body: String(3_491 + index) }));
    expect(await left('bus.state', topic)).toEqual(newest);
  });

  it('given deletions after more than a thousand messages, when the log is trimmed, then their records are removed', async () => {
    const topic = await readMessages(2_500, { compact: true, deleted: true });
    await new LogTables(database.pool).trim();
    expect([...(await left('bus.published', topic)), ...(await left('bus.state', topic))]).toEqual([]);
  });

  it('given a record in the state, when an older one of its key is trimmed, then the newer one stays', async () => {
    const topic = await readMessages(20, { compact: true, deleted: false });
    await database.pool.query(
      `INSERT INTO bus.state (id, message_id, topic, key, lane, headers, body, max_bytes, created_at, xid)
       SELECT max(id) + 1, 'newer', topic, '3', '', '{}', 'newer', 1000, now(), max(xid::text)::xid8 FROM bus.published
       WHERE topic = $1 GROUP BY topic`,
      [topic],
    );
    await new LogTables(database.pool).trim();
    const bodies = (await left('bus.state', topic)).map(({ body }) => body);
    expect(bodies).toEqual(['11', '12', '14', '15', '16', '17', '18', '19', '20', 'newer']);
  });

  it('given messages that a group has not read, or of the last 7 days without a group, when trimmed, then they stay', async () => {
    const [half, none] = [
      await readMessages(20, { compact: false, deleted: false }),
      await readMessages(20, { compact: false, deleted: false }),
    ];
    await database.pool.query('UPDATE bus.reader SET id = id - 5 WHERE topic = $1', [half]);
    await database.pool.query('DELETE FROM bus.reader WHERE topic = $1', [none]);
    await database.pool.query(
      `UPDATE bus.published SET created_at = now() - interval '8 days' WHERE topic = $1 AND message_id::int <= 12`,
      [none],
    );
    await new LogTables(database.pool).trim();
    expect(await left('bus.published', half)).toEqual(['16', '17', '18', '19', '20'].map((body) => ({ body })));
    expect((await left('bus.published', none)).length).toBe(8);
  });

  it('given a transport that is being closed, when the log is trimmed, then it ends early', async () => {
    const topic = await readMessages(20, { compact: false, deleted: false });
    await new LogTables(database.pool).trim(AbortSignal.abort());
    expect((await left('bus.published', topic)).length).toBe(20);
  });
});
