import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { quoteIdentifier } from '../pool/pool.js';
import { patiently } from '../pool/patiently.js';
import { refusePooler } from '../pool/refuse-pooler.js';
import { limitQueries } from '../pool/query-limit/limit-queries.js';
import { type Migration, readMigrations } from './read-migrations.js';

/** The database does not match the folders of migrations; nothing of the named migration was applied. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

interface MigrateOptions {
  pool: pg.Pool;
  /** PostgreSQL schema of the service's tables; created if absent. */
  schema: string;
  /** Folders in Prisma's format: `<folder>/<timestamp>_<name>/migration.sql`. */
  folders: readonly string[];
  /** Only these, by name: to restore data of an older release. By default all folders'. */
  only?: readonly string[];
  /**
   * What a recorded migration that is in no folder means: `leave`: a newer release runs too (the default); `refuse`: the
   * data belongs to a newer release and this one must not touch it.
   */
  unknown?: 'leave' | 'refuse';
  log?: (line: string) => void;
}

/** A migration may take long, as may another process's, for which this one waits. */
const longestMs = 24 * 3_600_000;

/** Names of the migrations that this call applied, in order; empty when the schema was up to date. */
type Applied = string[];

/**
 * Migrates the schema: all folders' migrations in order of their names, each in a separate transaction together with its row
 * in `_prisma_migrations` (Prisma's format, so that Prisma's own commands agree). Several processes may call it
 * concurrently: one works, the others wait and find nothing to do. Throws {@link MigrationError} for an edited migration, a
 * failed one, a duplicate name, or an unknown one under `refuse`, and `PoolerRefused` behind a connection pooler. Waits a minute for
 * a server that is too busy to accept connections.
 */
export async function migrate(options: MigrateOptions): Promise<Applied> {
  const all = await readMigrations(options.folders);
  refuseDuplicates(all);
  const migrations = options.only ? all.filter(({ name }) => options.only?.includes(name)) : all;
  return patiently(() => migrateAll(migrations, options));
}

async function migrateAll(migrations: Migration[], options: MigrateOptions): Promise<Applied> {
  await refusePooler(options.pool);
  const client = await limitQueries(options.pool, longestMs).connect();
  let broken: Error | undefined;
  try {
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`kalends.migrate:${options.schema}`]);
    return await applyPending(client, migrations, options);
  } catch (error) {
    throw error instanceof Error ? error : new Error(String(error));
  } finally {
    await resetSession(client, options.schema).catch((failure: Error) => (broken = failure));
    client.release(broken);
  }
}

async function applyPending(client: pg.PoolClient, migrations: Migration[], options: MigrateOptions): Promise<Applied> {
  await prepareSchema(client, options.schema);
  const known = await readApplied(client);
  if (options.unknown === 'refuse') refuseUnknown(known, migrations, options.schema);
  const pending = migrations.filter((migration) => !isApplied(migration, known, options.schema));
  for (const migration of pending) {
    await applyOne(client, migration, options.schema);
    options.log?.(`${options.schema}: applied migration ${migration.name}`);
  }
  return pending.map((migration) => migration.name);
}

async function prepareSchema(client: pg.PoolClient, schema: string): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  if (found.rowCount === 0) await client.query(`CREATE SCHEMA ${quoteIdentifier(schema)}`);
  await client.query(`SET search_path = ${quoteIdentifier(schema)}`);
  await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0)`);
}

interface AppliedRow {
  checksum: string;
  finished: boolean;
}

async function readApplied(client: pg.PoolClient): Promise<Map<string, AppliedRow>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return new Map(rows.map((row) => [row.migration_name, { checksum: row.checksum, finished: row.finished }]));
}

function isApplied(migration: Migration, known: Map<string, AppliedRow>, schema: string): boolean {
  const row = known.get(migration.name);
  if (row === undefined) return false;
  if (!row.finished)
    throw new MigrationError(`${schema}: migration ${migration.name} failed earlier and was not rolled back`);
  if (row.checksum !== migration.checksum) {
    throw new MigrationError(
      `${schema}: migration ${migration.name} was edited after it was applied ` +
        `(recorded ${row.checksum.slice(0, 12)}…, file ${migration.checksum.slice(0, 12)}…); add a new migration instead`,
    );
  }
  return true;
}

function refuseUnknown(known: Map<string, AppliedRow>, migrations: Migration[], schema: string): void {
  const newer = [...known.keys()].find((name) => !migrations.some((migration) => migration.name === name));
  if (newer === undefined) return;
  throw new MigrationError(
    `${schema}: a newer release created this data (its migration ${newer} is unknown here): start that release or a later one`,
  );
}

async function applyOne(client: pg.PoolClient, migration: Migration, schema: string): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query(`SET LOCAL search_path = ${quoteIdentifier(schema)}`);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new MigrationError(`${schema}: migration ${migration.name} failed: ${describe(error)}`, { cause: error });
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function refuseDuplicates(migrations: Migration[]): void {
  const twice = migrations.find((migration, index) => migrations[index + 1]?.name === migration.name);
  if (twice !== undefined) throw new MigrationError(`migration ${twice.name} exists in two folders`);
}

/** Resets the connection to the pool's settings for its next user. */
async function resetSession(client: pg.PoolClient, schema: string): Promise<void> {
  await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [`kalends.migrate:${schema}`]);
  await client.query('RESET ALL');
}
