import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@kalends/postgres';
import pg from 'pg';

/** Work of a database since its server started, or between two readings. */
export interface DatabaseWork {
  /** Transactions that wrote: ids assigned, subtransactions included (of the whole server). */
  writeTransactions: number;
  /** Commits, including those of read-only transactions. */
  commits: number;
  /** Statements sent by clients, without BEGIN, COMMIT and the like. */
  statements: number;
  /** Table rows and index entries returned by scans. */
  rowsRead: number;
  /** Rows inserted, updated or deleted. */
  rowsWritten: number;
  /** Of the whole server. */
  walBytes: number;
}

export interface CountedPostgres {
  /** The postmaster. */
  pid: number;
  /** Makes an empty database and returns its address. */
  createDatabase(name: string): Promise<string>;
  /** Work of a database so far. Commits and rows are complete {@link flushMs} after the last statement. */
  workOf(database: string): Promise<DatabaseWork>;
  /** Number of rows that each statement has returned or written so far, by its text. */
  rowsByStatement(database: string): Promise<Map<string, number>>;
  /** Whether statements are counted from now on, in every session that does not override it. */
  countStatements(on: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** A backend reports its counters to the shared ones at most 10 s after it became idle (`pgstat.c`). */
export const flushMs = 10_500;

/** For a session whose own work is not to be counted; its commits still are. */
export const uncounted = '-c track_counts=off -c pg_stat_statements.track=none';

const workSql = `
  SELECT pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS "writeTransactions",
         xact_commit::float8 AS commits,
         (SELECT coalesce(sum(calls), 0)::float8 FROM pg_stat_statements
           WHERE dbid = database.datid AND query !~* '^\\s*(begin|commit|rollback|savepoint|release)\\y') AS statements,
         tup_returned::float8 AS "rowsRead",
         (tup_inserted + tup_updated + tup_deleted)::float8 AS "rowsWritten",
         (pg_current_wal_insert_lsn() - '0/0')::float8 AS "walBytes"
    FROM pg_stat_database AS database WHERE datname = $1`;

const rowsSql = `
  SELECT query, sum(rows)::float8 AS rows FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
   WHERE datname = $1 GROUP BY query`;

/**
 * A PostgreSQL server with `pg_stat_statements`, which is loaded only at startup: the server is started, configured, and
 * restarted. `throwaway`: nothing is flushed to disk.
 */
export async function startCountedPostgres({ throwaway }: { throwaway: boolean }): Promise<CountedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kalends-counted-'));
  await chmod(dataDir, 0o711);
  const first = await startEmbeddedPostgres({ dataDir, throwaway });
  const settings = ["shared_preload_libraries = 'pg_stat_statements'", "pg_stat_statements.track = 'none'"];
  // autovacuum's work belongs to no write, but without it query plans differ from those in production
  if (throwaway) settings.push('autovacuum = off');
  await run(
    first.url,
    settings.map((one) => `ALTER SYSTEM SET ${one}`),
  );
  await first.stop();
  const server = await startEmbeddedPostgres({ dataDir, throwaway });
  const observer = new pg.Client({ connectionString: server.url, options: uncounted });
  await observer.connect();
  await observer.query('CREATE EXTENSION pg_stat_statements');
  return {
    pid: server.pid,
    createDatabase: async (name) => {
      await observer.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0`);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.toString();
    },
    workOf: async (database) => (await observer.query<DatabaseWork>(workSql, [database])).rows[0]!,
    rowsByStatement: async (database) => {
      const { rows } = await observer.query<{ query: string; rows: number }>(rowsSql, [database]);
      return new Map(rows.map((one) => [one.query, one.rows]));
    },
    countStatements: async (on) => {
      await observer.query(`ALTER SYSTEM SET pg_stat_statements.track = '${on ? 'top' : 'none'}'`);
      await observer.query('SELECT pg_reload_conf()');
      await delay(200);
    },
    stop: async () => {
      await observer.end();
      await server.stop();
      await rm(server.home, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
