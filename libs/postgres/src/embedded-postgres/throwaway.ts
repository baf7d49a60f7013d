import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { quoteIdentifier } from '../pool/pool.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';

/** A PostgreSQL server for tests, without durability; it ends with this process at the latest. */
export interface ThrowawayPostgres {
  /** Address of an empty database. */
  url: string;
  /** Creates one more empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/** Starts a throwaway server in the system's directory for temporary files. */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kalends-'));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, throwaway: true });
  let count = 0;
  return {
    url: server.url,
    createDatabase: () => createDatabase(server.url, `test_${++count}`),
    stop: async () => {
      await server.stop();
      await rm(server.home, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${quoteIdentifier(name)} TEMPLATE template0`);
  await client.end();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
