import { services } from '@kalends/contracts';
import { schemaOf } from '@kalends/messaging';
import { quoteIdentifier } from '@kalends/postgres';
import type pg from 'pg';

/** The schemas in a backup: those of the five services and, where present, of the embedded bus. */
const ourSchemas: readonly string[] = [...services.map(schemaOf), 'bus'];

interface AppliedMigration {
  name: string;
  /** SHA-256 of its file in hex. */
  checksum: string;
}

export interface SchemaMigrations {
  schema: string;
  migrations: AppliedMigration[];
}

export interface Table {
  schema: string;
  table: string;
  columns: string[];
}

export interface Sequence {
  schema: string;
  sequence: string;
  /** The last number issued; null: none yet. */
  last: string | null;
}

export const quoted = (schema: string, name: string): string => `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;

/** Kalends' schemas that have been migrated here, with the migrations applied to each, ordered by name. */
export async function readSchemas(client: pg.ClientBase): Promise<SchemaMigrations[]> {
  const { rows } = await client.query<{ schema: string }>(
    `SELECT schemaname AS schema FROM pg_tables
     WHERE tablename = '_prisma_migrations' AND schemaname = ANY($1) ORDER BY schemaname`,
    [ourSchemas],
  );
  const found: SchemaMigrations[] = [];
  for (const { schema } of rows) {
    const applied = await client.query<AppliedMigration>(
      `SELECT migration_name AS name, checksum FROM ${quoted(schema, '_prisma_migrations')}
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
    );
    found.push({ schema, migrations: applied.rows });
  }
  return found;
}

/**
 * The tables of the schemas with their writable columns, referenced tables first. Excluded: `_prisma_migrations`, which the
 * backup's head covers, and unlogged tables, which are also emptied by a crash.
 */
export async function readTables(client: pg.ClientBase, schemas: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table & { id: string; needs: string[] }>(
    `SELECT c.oid::text AS id, n.nspname AS schema, c.relname AS table,
            ARRAY(SELECT a.attname::text FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                  ORDER BY a.attnum) AS columns,
            ARRAY(SELECT f.confrelid::text FROM pg_constraint f
                  WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS needs
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname = ANY($1) AND c.relname <> '_prisma_migrations'
     ORDER BY n.nspname, c.relname`,
    [schemas],
  );
  const ordered: Table[] = [];
  const done = new Set<string>();
  for (let rest = rows; rest.length > 0; rest = rest.filter(({ id }) => !done.has(id))) {
    const ready = rest.filter(({ needs }) => needs.every((id) => done.has(id)));
    if (ready.length === 0) throw new Error(`tables refer to each other in a cycle: ${rest[0]!.table}`);
    for (const { id, schema, table, columns } of ready) {
      ordered.push({ schema, table, columns });
      done.add(id);
    }
  }
  return ordered;
}

/** Must be read after the tables: sequences are not transactional. */
export async function readSequences(client: pg.ClientBase, schemas: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `SELECT schemaname AS schema, sequencename AS sequence, last_value::text AS last FROM pg_sequences
     WHERE schemaname = ANY($1) ORDER BY schemaname, sequencename`,
    [schemas],
  );
  return rows;
}

/** Ids of the keys that sealed data in the schemas, read from columns named `sealed_…` or `…_sealed`. */
export async function readKeyIds(client: pg.ClientBase, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; table: string; column: string }>(
    `SELECT table_schema AS schema, table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = ANY($1) AND data_type = 'text' AND (column_name LIKE 'sealed\\_%' OR column_name LIKE '%\\_sealed')`,
    [schemas],
  );
  const ids = new Set<string>();
  for (const { schema, table, column } of rows) {
    const keyIds = await client.query<{ id: string }>(
      `SELECT DISTINCT split_part(${quoteIdentifier(column)}, '.', 2) AS id FROM ${quoted(schema, table)}
       WHERE ${quoteIdentifier(column)} LIKE 'k1.%'`,
    );
    for (const { id } of keyIds.rows) ids.add(id);
  }
  return [...ids].sort();
}
