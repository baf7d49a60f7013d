import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { quoteIdentifier } from '@kalends/postgres';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  quoted,
  readKeyIds,
  readSchemas,
  readSequences,
  readTables,
  type SchemaMigrations,
  type Table,
} from './catalog.js';

const FORMAT = 1;

/** The first line of a backup. */
interface BackupHead {
  kalends_backup: typeof FORMAT;
  /** UTC; everything committed before then is included. */
  made_at: string;
  schemas: SchemaMigrations[];
  /** Ids of the keys of ENCRYPTION_KEY that the secrets need; the keys themselves are not in the backup. */
  encryption_keys: string[];
}

interface WrittenBackup {
  head: BackupHead;
  tables: number;
  rows: number;
}

/** Terminator after a table's rows, as in psql: no row in COPY's text format equals it. */
export const END_OF_ROWS = '\\.';

/** Writes, respecting backpressure. */
async function put(out: Writable, text: string | Buffer): Promise<void> {
  if (!out.write(text)) await once(out, 'drain');
}

/** Writes the rows in PostgreSQL's format; returns how many. */
async function putRows(client: pg.PoolClient, { schema, table, columns }: Table, out: Writable): Promise<number> {
  await put(out, `${JSON.stringify({ schema, table, columns })}\n`);
  const names = columns.map(quoteIdentifier).join(', ');
  const copy = client.query(copyTo(`COPY ${quoted(schema, table)} (${names}) TO STDOUT`));
  for await (const chunk of copy as AsyncIterable<Buffer>) await put(out, chunk);
  await put(out, `${END_OF_ROWS}\n`);
  return copy.rowCount;
}

async function putAll(client: pg.PoolClient, head: BackupHead, out: Writable): Promise<WrittenBackup> {
  const schemas = head.schemas.map(({ schema }) => schema);
  await put(out, `${JSON.stringify(head)}\n`);
  const tables = await readTables(client, schemas);
  let rows = 0;
  for (const table of tables) rows += await putRows(client, table, out);
  for (const sequence of await readSequences(client, schemas)) await put(out, `${JSON.stringify(sequence)}\n`);
  await put(out, `${JSON.stringify({ end: true, rows })}\n`);
  return { head, tables: tables.length, rows };
}

/**
 * Writes one snapshot of all Kalends schemas to a new file (mode 0600, gzip), completely or not at all. Services may keep
 * running. Returns undefined when the database has no Kalends schema; throws EEXIST for an existing file.
 */
export async function writeBackup(pool: pg.Pool, file: string): Promise<WrittenBackup | undefined> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const schemas = await readSchemas(client);
    if (schemas.length === 0) return undefined;
    const time = await client.query<{ at: number }>('SELECT floor(extract(epoch FROM now()) * 1000)::float8 AS at');
    const head: BackupHead = {
      kalends_backup: FORMAT,
      made_at: new Date(time.rows[0]!.at).toISOString(),
      schemas,
      encryption_keys: await readKeyIds(
        client,
        schemas.map(({ schema }) => schema),
      ),
    };
    return await toFile(file, (out) => putAll(client, head, out));
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    client.release(broken);
  }
}

async function toFile(file: string, write: (out: Writable) => Promise<WrittenBackup>): Promise<WrittenBackup> {
  const target = await open(file, 'wx', 0o600);
  await target.close();
  const draft = `${file}.part`;
  try {
    const handle = await open(draft, 'w', 0o600);
    const zip = createGzip({ level: 4 });
    const stream = zip.pipe(handle.createWriteStream({ flush: true }));
    // a disk error must end the writer, which waits for it
    stream.on('error', (error) => zip.destroy(error));
    const written = await Promise.race([write(zip), finished(stream).then(() => Promise.reject(new Error('closed')))]);
    zip.end();
    await finished(stream);
    await rename(draft, file);
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    await rm(file, { force: true });
    throw error;
  }
}
