import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig, settings, type Environment } from '@kalends/service-runtime';
import { z } from 'zod';
import { refused, type Refused } from './terminal.js';
import { dataDirOf } from './find-admin-access.js';

const schema = z.object({ DATABASE_URL: settings.DATABASE_URL });

/**
 * The database to work on: option, `DATABASE_URL`, or the embedded PostgreSQL of a running local installation (its port is
 * in PostgreSQL's `postmaster.pid`, its password in the data directory).
 */
export async function findDatabaseUrl(
  options: { databaseUrl?: string; dataDir?: string },
  env: Environment,
): Promise<{ ok: true; url: string } | Refused> {
  const given = options.databaseUrl ?? env.DATABASE_URL;
  if (given) {
    const loaded = loadConfig(schema, { DATABASE_URL: given });
    return loaded.ok ? { ok: true, url: loaded.config.DATABASE_URL } : refused(loaded.problems.join('; '));
  }
  const dataDir = dataDirOf(options, env);
  const url = await embeddedUrl(dataDir);
  if (url) return { ok: true, url };
  return refused(
    `no database: give --database-url or DATABASE_URL; in ${dataDir} no embedded PostgreSQL is running that this user may use`,
  );
}

async function embeddedUrl(dataDir: string): Promise<string | undefined> {
  const read = (path: string) =>
    readFile(path, 'utf8')
      .then((text) => text.trim())
      .catch(() => '');
  const home = (await read(join(dataDir, 'postgres.location'))) || join(dataDir, 'postgres');
  const password = await read(join(dataDir, 'postgres.password'));
  const port = (await read(join(home, 'cluster', 'postmaster.pid'))).split('\n')[3] ?? '';
  if (password === '' || !/^\d+$/.test(port)) return undefined;
  return `postgresql://kalends:${encodeURIComponent(password)}@127.0.0.1:${port}/kalends`;
}
