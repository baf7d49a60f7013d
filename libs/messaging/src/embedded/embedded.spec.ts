import 'reflect-metadata';
import { afterAll, beforeAll, describe } from 'vitest';
import { transportConformance } from '../conformance/conformance.js';
import type { World } from '../conformance/world.js';
import type { Transport } from '../transport.js';
import { startBusDatabase, type BusDatabase } from './bus-database.fixture.js';
import { createEmbeddedTransport } from './transport.js';

describe('embedded transport', () => {
  let database: BusDatabase;
  let world: World;
  beforeAll(async () => {
    database = await startBusDatabase();
    world = worldOn(database);
  });
  afterAll(async () => {
    await world?.closeTransports();
    await database?.stop();
  });
  transportConformance(() => world);
});

function worldOn({ url, pool }: BusDatabase): World {
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
