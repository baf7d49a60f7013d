import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createPool, migrate } from '@kalends/postgres';
import pg from 'pg';
import { sharedPostgres } from './shared-postgres.js';
import { startTestDatabase, type TestDatabase } from './test-database.js';

/** A busy machine may need long to accept a connection, in ms: a pool of a test waits. */
export const connectTimeoutMs = 60_000;

/** Content of a database before a test begins. */
export interface Prepared {
  /** The schema that `folders` migrate. */
  schema: string;
  folders: readonly string[];
  /** Options of CREATE DATABASE, such as a locale. */
  options?: string;
}

type AfterAll = (end: () => Promise<void>) => void;

async function onServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

const addressOf = (serverUrl: string, database: string) =>
  Object.assign(new URL(serverUrl), { pathname: `/${database}` }).toString();

/** Creates the template that tests copy, unless it exists; returns its name. */
function templateOf(serverUrl: string, { schema, folders, options = '' }: Prepared): Promise<string> {
  const migrations = folders.flatMap((folder) => readdirSync(folder));
  const hash = createHash('sha256')
    .update([options, ...migrations].join())
    .digest('hex');
  const name = `template_${schema}_${hash.slice(0, 12)}`;
  return onServer(serverUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return name;
    // under a temporary name until it is complete: its creator may be killed in between
    await client.query(`DROP DATABASE IF EXISTS "${name}_unfinished" WITH (FORCE)`);
    await client.query(`CREATE DATABASE "${name}_unfinished" TEMPLATE template0 ${options}`);
    const pool = createPool({ url: addressOf(serverUrl, `${name}_unfinished`), schema, max: 1 });
    await migrate({ pool, schema, folders }).finally(() => pool.end());
    await client.query(`ALTER DATABASE "${name}_unfinished" RENAME TO "${name}"`);
    return name;
  });
}

/**
 * Migrated databases for the tests of a spec file, each a copy of one template: `const databases = databasesOfFile(…,
 * afterAll)` beside the fixture, with Vitest's hook. They are on the project's shared server if there is one, otherwise on a
 * separate server for the file; both end with the tests.
 */
export function databasesOfFile(prepared: Prepared, afterAll: AfterAll): { create(): Promise<string> } {
  const made: string[] = [];
  let own: TestDatabase | undefined;
  let server: Promise<string> | undefined;
  const start = async () => (await sharedPostgres()) ?? (own = await startTestDatabase()).url;
  afterAll(async () => {
    const url = server && (await server);
    if (own) await own.stop();
    else if (url)
      await onServer(url, async (client) => {
        for (const name of made.splice(0)) await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      });
    [own, server] = [undefined, undefined];
  });
  return {
    async create() {
      const url = await (server ??= start());
      const template = await templateOf(url, prepared);
      // several fixtures of a process may prepare the same schema
      const name = `${prepared.schema}_${process.pid}_${randomBytes(6).toString('hex')}`;
      made.push(name);
      await onServer(url, (client) => client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`));
      return addressOf(url, name);
    },
  };
}
