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
});
