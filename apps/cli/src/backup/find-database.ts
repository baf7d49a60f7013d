import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPool, startEmbeddedPostgres } from '@kalends/postgres';
import type { Environment } from '@kalends/service-runtime';
import type pg from 'pg';
import { findDatabaseUrl } from '../find-database-url.js';
import { dataDirOf } from '../find-admin-access.js';
import { refused, type Refused } from '../terminal.js';

interface Options {
  databaseUrl?: string;
  dataDir?: string;
}

export interface OpenDatabase {
  ok: true;
  url: string;
  pool: pg.Pool;
  /** For an embedded database: the directory with the installation's keys. */
  dataDir?: string;
  close(): Promise<void>;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** True if an installation has created its embedded database. */
const hasCluster = (dataDir: string) => exists(join(dataDir, 'postgres.password'));

function open(url: string): { pool: pg.Pool } {
  // a table is copied in one statement, which may take any time
  return { pool: createPool({ url, max: 1, statementTimeoutMs: 0, streams: true, applicationName: 'kalends backup' }) };
}

const isThere = (pool: pg.Pool) =>
  pool.query('SELECT 1').then(
    () => true,
    () => false,
  );

/**
 * The database to copy from or to: option, DATABASE_URL, or the embedded one of the data directory. An embedded database
 * that is not running is started for the duration; `make`: it is created if missing.
 */
export async function findDatabase(
  options: Options,
  env: Environment,
  { make }: { make: boolean },
): Promise<OpenDatabase | Refused> {
  const found = await findDatabaseUrl(options, env);
  const dataDir = dataDirOf(options, env);
  const embedded = !(options.databaseUrl ?? env.DATABASE_URL);
  if (found.ok) {
    const { pool } = open(found.url);
    // a killed embedded server leaves its port file behind
    const answers = !embedded || (await isThere(pool));
    if (answers) return { ok: true, url: found.url, pool, ...(embedded ? { dataDir } : {}), close: () => pool.end() };
    await pool.end();
  } else if (!embedded || (!make && !(await hasCluster(dataDir)))) {
    return found;
  }
  try {
    await mkdir(dataDir, { recursive: true });
    const server = await startEmbeddedPostgres({ dataDir });
    const { pool } = open(server.url);
    const close = () => pool.end().then(() => server.stop());
    return { ok: true, url: server.url, pool, dataDir, close };
  } catch (error) {
    return refused(`the embedded PostgreSQL in ${dataDir} could not be started: ${(error as Error).message}`);
  }
}

/** ENCRYPTION_KEY of the environment, else the key in the data directory; undefined when neither exists. */
export async function findKeyText(env: Environment, dataDir: string | undefined): Promise<string | undefined> {
  if (env.ENCRYPTION_KEY) return env.ENCRYPTION_KEY;
  if (dataDir === undefined) return undefined;
  return readFile(join(dataDir, 'encryption.key'), 'utf8').catch(() => undefined);
}
