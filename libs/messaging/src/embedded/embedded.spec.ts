import 'reflect-metadata';
import { createPool, migrate } from '@kalends/service';
import { startTestDatabase, type TestDatabase } from '@kalends/testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { transportConformance } from '../conformance/conformance.js';
import { serviceSchema } from '../conformance/service-schema.js';
import type { World } from '../conformance/world.js';
import { busMigrations } from '../migrations.js';
import type { Transport } from '../transport.js';
import { createEmbeddedTransport } from './transport.js';

describe('embedded transport', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let world: World;
  beforeAll(async () => {
    database = await startTestDatabase();
    const admin = createPool({ url: database.url });
    await migrate({ pool: admin, schema: 'bus', folders: [busMigrations] });
    await admin.end();
    pool = await serviceSchema(database.url);
    world = worldOn(database.url, pool);
  });
  afterAll(async () => {
    await world?.closeTransports();
    await pool?.end();
    await database?.stop();
  });
  transportConformance(() => world);
});

function worldOn(url: string, pool: pg.Pool): World {
  const open: Transport[] = [];
  return {
    pool,
    takeoverMs: 5_000,
    childEnv: { BUS_URL: url, SERVICE_URL: url, SERVICE_SCHEMA: 'conformance' },
    transport() {
      const transport = createEmbeddedTransport({ connectionString: url, pollMs: 50 });
      open.push(transport);
      return transport;
    },
    async closeTransports() {
      await Promise.all(open.splice(0).map((transport) => transport.close()));
    },
  };
}
