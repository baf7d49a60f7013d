// What nobody requests, and what operators do: starts, background work, deletion, rebuilds, rolls, backups.
import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { waitUntil } from '@kalends/testing';
import { root } from '../../dist/harness/processes.js';
import { median } from '../lib/measure.mjs';
import { spread, timed } from './load.mjs';

const patience = { timeout: 3_600_000, interval: 100 };

const command = (...words) =>
  promisify(execFile)(process.execPath, [join(root, 'dist/cli.js'), ...words], { maxBuffer: 2 ** 28 });

/** Bytes of tables (with TOAST) and of indexes, by schema and in total, and of the largest tables. */
export async function measureSizes({ client }) {
  const { rows } = await client.query(`
    SELECT nspname AS schema, relname AS name, (pg_table_size(pg_class.oid))::float8 AS tables,
           (pg_indexes_size(pg_class.oid))::float8 AS indexes
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind = 'r' AND nspname IN ('gateway', 'calendar_sync', 'availability', 'invites', 'notifier', 'bus')
    ORDER BY pg_total_relation_size(pg_class.oid) DESC`);
  const sum = (some, of) => some.reduce((total, row) => total + row[of], 0);
  const bySchema = Object.fromEntries(
    [...new Set(rows.map(({ schema }) => schema))].map((schema) => {
      const own = rows.filter((row) => row.schema === schema);
      return [schema, sum(own, 'tables') + sum(own, 'indexes')];
    }),
  );
  return { tables: sum(rows, 'tables'), indexes: sum(rows, 'indexes'), bySchema, largest: rows.slice(0, 10) };
}

/** Milliseconds from the start of the process until it is ready, median of three. */
export async function measureStart({ start, stop }) {
  const times = [];
  for (let run = 0; run < 3; run += 1) {
    await stop();
    times.push(await start());
  }
  return median(times);
}

async function rowsRead(client) {
  const { rows } = await client.query(
    `SELECT schemaname || '.' || relname AS name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS n
     FROM pg_stat_user_tables`,
  );
  return new Map(rows.map(({ name, n }) => [name, n]));
}

/** Pages that PostgreSQL had to read into its buffers, and those written whole to the log: the first change after a checkpoint. */
async function pages(client) {
  const { rows } = await client.query(
    `SELECT blks_read::float8 AS read, (SELECT wal_fpi::float8 FROM pg_stat_wal) AS whole
     FROM pg_stat_database WHERE datname = current_database()`,
  );
  return rows[0];
}

/** How many rows and pages are read while `work` runs, in total and by the tables of which most rows were. */
export async function readDuring(client, work) {
  const [before, pagesBefore] = [await rowsRead(client), await pages(client)];
  await work();
  // backends report once a transaction ends, and at most once a second
  await delay(1_500);
  const changes = [...(await rowsRead(client))].map(([name, n]) => [name, n - (before.get(name) ?? 0)]);
  const most = changes.filter(([, n]) => n > 100).sort(([, a], [, b]) => b - a);
  const { read, whole } = await pages(client);
  return {
    total: changes.reduce((sum, [, n]) => sum + n, 0),
    most: most.slice(0, 6),
    pagesRead: read - pagesBefore.read,
    pagesWhole: whole - pagesBefore.whole,
  };
}

/** Rows that all services read in a minute in which nothing happens, and for one request of /metrics. */
export async function measureIdle({ client, metricsUrl }) {
  await delay(5_000);
  const minute = await readDuring(client, () => delay(60_000));
  const scrape = await readDuring(client, async () => (await fetch(metricsUrl)).arrayBuffer());
  return { minute, scrape };
}

const leftSql = `
  SELECT (SELECT count(*) FROM gateway.event_state WHERE account_id = ANY ($1))
       + (SELECT count(*) FROM calendar_sync.event WHERE account_id = ANY ($1))
       + (SELECT count(*) FROM availability.event WHERE account_id = ANY ($1))
       + (SELECT count(*) FROM notifier.seen_event WHERE account_id = ANY ($1)) AS n`;

/** Deletes accounts one after the other: seconds per account until no service has anything of them. */
export async function measureDeletion({ client, kalends, accounts, sample }) {
  const subs = spread(
    accounts.filter(({ template, sub }) => !template.person && sub !== template.sub),
    sample,
  ).map(({ sub }) => sub);
  const seconds = await timed(async () => {
    for (const sub of subs) {
      const { status } = await kalends.admin('DELETE', `/accounts/${sub}`);
      if (status !== 204) throw new Error(`deleting an account: ${status}`);
    }
    await waitUntil(async () => Number((await client.query(leftSql, [subs])).rows[0].n) === 0, patience);
  });
  return { seconds: seconds / subs.length, total: subs.length };
}

/** Seconds that a rebuild takes, and how many things it removed. */
export async function measureRebuild({ client, databaseUrl }, service) {
  await command('projection', 'rebuild', '--service', service, '--database-url', databaseUrl);
  const { rows } = await client.query(
    `SELECT extract(epoch FROM ended_at - started_at)::float8 AS seconds, records, removed FROM ${service}.rebuild
     ORDER BY rebuild_id DESC LIMIT 1`,
  );
  return rows[0];
}

/** Moves the end of a horizon a month back and deletes what is beyond, as if it had never been written. */
const back = {
  gateway: [
    `UPDATE gateway.projection SET horizon_to = horizon_to - 31 * 86400000::bigint,
                                   horizon_target = horizon_target - 31 * 86400000::bigint`,
    `WITH beyond AS (
       DELETE FROM gateway.occurrence
       WHERE instance <> '' AND start_ms >= (SELECT horizon_to FROM gateway.projection) RETURNING *
     ), load AS (
       UPDATE gateway.calendar_load SET instances = calendar_load.instances - gone.n
       FROM (SELECT calendar_id, count(*)::int AS n FROM beyond GROUP BY 1) AS gone
       WHERE gone.calendar_id = calendar_load.calendar_id
     )
     UPDATE gateway.occurrence_count SET n = occurrence_count.n - gone.n
     FROM (SELECT account_id, class, floor(start_ms / 86400000.0)::int AS day, count(*)::int AS n
           FROM beyond WHERE NOT deleted GROUP BY 1, 2, 3) AS gone
     WHERE (occurrence_count.account_id, occurrence_count.class, occurrence_count.day) = (gone.account_id, gone.class, gone.day)`,
  ],
  availability: [
    'UPDATE availability.projection SET horizon_to = horizon_to - 2, horizon_target = horizon_target - 2',
    'DELETE FROM availability.busy_block WHERE block >= (SELECT horizon_to FROM availability.projection)',
    `UPDATE availability.event SET blocks = ARRAY(
       SELECT block FROM unnest(blocks) AS block WHERE block < (SELECT horizon_to FROM availability.projection))
     WHERE blocks && ARRAY(SELECT horizon_to + n FROM availability.projection, generate_series(0, 1) AS n)::int[]`,
  ],
};

/** Seconds until a horizon that is a month behind has rolled, and until the service was ready meanwhile. */
export async function measureRoll({ client, start, stop }, service) {
  await stop();
  const horizon = async () => (await client.query(`SELECT horizon_to FROM ${service}.projection`)).rows[0].horizon_to;
  const due = await horizon();
  for (const text of back[service]) await client.query(text);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  let ready;
  const rolled = await timed(async () => {
    const starting = start().then((ms) => (ready = ms / 1000));
    await waitUntil(async () => (await horizon()) === due, patience);
    await starting;
  });
  return { rolled, ready };
}

/** Seconds for a backup, and its bytes. */
export async function measureBackup({ databaseUrl }) {
  const file = join(tmpdir(), `kalends-scale-${process.pid}.backup`);
  const seconds = await timed(() => command('backup', 'create', file, '--database-url', databaseUrl));
  const { size } = await stat(file);
  await rm(file);
  return { seconds, bytes: size };
}
