import 'reflect-metadata';
import { afterAll, beforeAll, describe } from 'vitest';
import { transportConformance } from '../conformance/conformance.js';
import type { World } from '../conformance/world.js';
import { addToOutbox } from '../core/outbox/outbox.js';
import { sqlOf } from '../core/sql/sql.js';
import type { Transport } from '../transport.js';
import { startBusDatabase, type BusDatabase } from './bus-database.fixture.js';
import { openEmbeddedTransport } from './transport.js';

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
  let open: Promise<Transport> | undefined;
  return {
    pool,
    takeoverMs: 5_000,
    childEnv: { BUS_URL: url, SERVICE_URL: url, SERVICE_SCHEMA: 'conformance' },
    async transport() {
      open ??= openEmbeddedTransport({ connectionString: url });
      (await open).relay({ pool }).start();
      return open;
    },
    async publish(messages) {
      await addToOutbox(sqlOf(pool), messages);
      (await open)?.relay({ pool }).wake();
    },
    async closeTransports() {
      const closing = open;
      open = undefined;
      await (await closing)?.close();
    },
  };
}
