import { createPool, migrate } from '@kalends/service';
import { startTestDatabase } from '@kalends/testing';
import type pg from 'pg';
import { serviceSchema } from '../conformance/service-schema.js';
import { busMigrations } from '../migrations.js';

/** A database with the bus's tables and a service's own. */
export interface BusDatabase {
  url: string;
  /** In the service's schema. */
  pool: pg.Pool;
  stop(): Promise<void>;
}

export async function startBusDatabase(): Promise<BusDatabase> {
  const database = await startTestDatabase();
  const admin = createPool({ url: database.url });
  await migrate({ pool: admin, schema: 'bus', folders: [busMigrations] });
  await admin.end();
  const pool = await serviceSchema(database.url);
  const stop = async () => {
    await pool.end();
    await database.stop();
  };
  return { url: database.url, pool, stop };
}
