import { startTestDatabase } from '@kalends/testing';
import type pg from 'pg';
import { serviceSchema } from '../conformance/service-schema.js';

/** A database with a service's tables; opening the bus creates the bus's own. */
export interface BusDatabase {
  url: string;
  /** In the service's schema. */
  pool: pg.Pool;
  stop(): Promise<void>;
}

export async function startBusDatabase(): Promise<BusDatabase> {
  const database = await startTestDatabase();
  const pool = await serviceSchema(database.url);
  const stop = async () => {
    await pool.end();
    await database.stop();
  };
  return { url: database.url, pool, stop };
}
