import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { services, type ServiceName } from '@kalends/contracts';
import { messagingMigrations, schemaOf } from '@kalends/messaging';
import { createPool, migrate } from '@kalends/postgres';
import { loadConfig, settings } from '@kalends/service-runtime';
import { z } from 'zod';
import type { Terminal } from '../terminal.js';

const schema = z.object({ DATABASE_URL: settings.DATABASE_URL });

/** The service's own migrations, beside this program in the source tree and in the service's image. */
const migrationsOf = (service: ServiceName) =>
  fileURLToPath(new URL(`../../../${service}/src/prisma/migrations`, import.meta.url));

const isService = (name: string | undefined): name is ServiceName => services.some((service) => service === name);

/** Applies pending migrations; returns their names, in order. */
async function applyMigrations(service: ServiceName, url: string): Promise<string[]> {
  const folders = [migrationsOf(service), messagingMigrations];
  await access(folders[0]!);
  const name = schemaOf(service);
  const pool = createPool({ url, schema: name, max: 1, applicationName: `kalends migrate ${service}` });
  try {
    return await migrate({ pool, schema: name, folders });
  } finally {
    await pool.end();
  }
}

/**
 * `migrate <service>`: applies the pending migrations to the service's schema in DATABASE_URL and ends; uses the same lock
 * as the service at startup. Prints a line per applied migration. On failure, one line on stderr and code 1.
 */
export async function runMigrate({ args, env, out, err }: Terminal): Promise<number> {
  const [service, ...rest] = args;
  if (!isService(service) || rest.length > 0) {
    err(`error: usage: migrate <${services.join('|')}>\n`);
    return 1;
  }
  const loaded = loadConfig(schema, env);
  if (!loaded.ok) {
    err(loaded.problems.map((line) => `${line}\n`).join(''));
    return 1;
  }
  try {
    const applied = await applyMigrations(service, loaded.config.DATABASE_URL);
    out(applied.map((name) => `${service}: applied ${name}\n`).join('') || `${service}: up to date\n`);
    return 0;
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    err(`${service} could not be migrated: ${(message || String(code)).replace(/\s+/g, ' ')}\n`);
    return 1;
  }
}
