import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inTransaction, quoteIdentifier } from '@kalends/postgres';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoted, readSchemas, readTables, type SchemaMigrations, type Sequence, type Table } from './catalog.js';
import { now } from '../clock.js';
import { NotABackup, type BackupReader, type Head } from './read-backup.js';

interface Restored {
  tables: number;
  rows: number;
}

/** Rows that migrations insert and that conflict with the backup's own. All other tables must be empty. */
const madeByMigrations: readonly string[] = ['gateway.projection', 'availability.projection'];
const nameOf = ({ schema, table }: Pick<Table, 'schema' | 'table'>) => `${schema}.${table}`;

/** The first difference in migrations, in one line; undefined when the database has exactly the backup's migrations. */
function findDifference(backup: readonly SchemaMigrations[], database: readonly SchemaMigrations[]) {
  for (const { schema, migrations } of backup) {
    const applied = new Map(database.find((one) => one.schema === schema)?.migrations.map((m) => [m.name, m.checksum]));
    if (applied.size === 0) return `the database has no schema ${schema}: migrate it first (migrate ${schema})`;
    const missing = migrations.find(({ name, checksum }) => applied.get(name) !== checksum);
    if (missing) return `${schema} lacks the backup's migration ${missing.name}: restore with the release that made it`;
    const more = [...applied.keys()].find((name) => !migrations.some((one) => one.name === name));
    if (more)
      return `${schema} has the migration ${more}, which the backup does not: restore with the release that made it`;
  }
  return undefined;
}

/** The first table of the schemas that contains rows of its own. */
async function firstNonEmpty(client: pg.ClientBase, schemas: readonly string[]): Promise<string | undefined> {
  for (const table of await readTables(client, schemas)) {
    if (madeByMigrations.includes(nameOf(table))) continue;
    const { rowCount } = await client.query(`SELECT FROM ${quoted(table.schema, table.table)} LIMIT 1`);
    if (rowCount !== 0) return nameOf(table);
  }
  return undefined;
}

async function restoreRows(client: pg.PoolClient, table: Table, reader: BackupReader): Promise<number> {
  const names = table.columns.map(quoteIdentifier).join(', ');
  if (madeByMigrations.includes(nameOf(table))) await client.query(`DELETE FROM ${quoted(table.schema, table.table)}`);
  const copy = client.query(copyFrom(`COPY ${quoted(table.schema, table.table)} (${names}) FROM STDIN`));
  try {
    await pipeline(Readable.from(reader.rows(), { objectMode: false }), copy);
  } catch (error) {
    // rows that PostgreSQL rejects were altered; the checksum at the end of the file has not been reached yet
    if (/^22/.test((error as { code?: string }).code ?? '')) throw new NotABackup('it is damaged or incomplete');
    throw error;
  }
  return copy.rowCount;
}

/**
 * Continues sequences after the backup's values. The gateway's command sequence continues from the time in milliseconds:
 * topics may contain higher numbers than the backup, from writes made after it, and a new write must not count as older than
 * those.
 */
async function setSequence(client: pg.PoolClient, { schema, sequence, last }: Sequence): Promise<void> {
  const commands = schema === 'gateway' && sequence === 'write_command';
  const at = commands ? String(Math.max(Number(last ?? 0), now())) : last;
  if (at !== null) await client.query('SELECT setval($1, $2::bigint)', [quoted(schema, sequence), at]);
}

async function restoreEntries(client: pg.PoolClient, reader: BackupReader): Promise<Restored> {
  const restored: Restored = { tables: 0, rows: 0 };
  for (;;) {
    const entry = await reader.entry();
    if ('end' in entry) {
      if (entry.rows !== restored.rows)
        throw new NotABackup(`it announces ${entry.rows} rows and has ${restored.rows}`);
      return restored;
    }
    if ('sequence' in entry) await setSequence(client, entry);
    else {
      restored.rows += await restoreRows(client, entry, reader);
      restored.tables += 1;
    }
  }
}

/**
 * Restores the backup's schemas in one transaction. They must have its migrations and no rows of their own; otherwise
 * returns one line that names the obstacle.
 */
export function restoreBackup(pool: pg.Pool, head: Head, reader: BackupReader): Promise<Restored | { line: string }> {
  const schemas = head.schemas.map(({ schema }) => schema);
  return inTransaction(pool, async (client) => {
    const difference = findDifference(head.schemas, await readSchemas(client));
    if (difference !== undefined) return { line: difference };
    const tables = await readTables(client, schemas);
    // no service may write between the check and the end
    await client.query(`LOCK TABLE ${tables.map((one) => quoted(one.schema, one.table)).join(', ')}`);
    const nonEmpty = await firstNonEmpty(client, schemas);
    if (nonEmpty !== undefined) return { line: `the database is not empty: ${nonEmpty} contains rows` };
    return restoreEntries(client, reader);
  });
}
