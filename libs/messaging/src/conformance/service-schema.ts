import { createPool, migrate } from '@kalends/postgres';
import type pg from 'pg';
import { messagingMigrations } from '../migrations.js';

/** The schema of a service, with the messaging tables. */
export async function serviceSchema(url: string, schema = 'conformance'): Promise<pg.Pool> {
  const pool = createPool({ url, schema, max: 8 });
  await migrate({ pool, schema, folders: [messagingMigrations] });
  return pool;
}
