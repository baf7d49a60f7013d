// @module-tag long
import 'reflect-metadata';
import { startTestDatabase, type TestDatabase } from '@kalends/testing';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { startKafka, whyNoKafka, type LocalKafka } from '../conformance/local-kafka.js';
import { transportConformance } from '../conformance/conformance.js';
import { serviceSchema } from '../conformance/service-schema.js';
import type { World } from '../conformance/world.js';
import { createKafkaTransport } from './transport.js';

describe('Kafka transport', () => {
  let missing: string | undefined;
  let kafka: LocalKafka | undefined;
  let database: TestDatabase | undefined;
  let pool: pg.Pool | undefined;
  let world: World;

  beforeAll(async () => {
    const given = process.env['KALENDS_TEST_KAFKA'];
    missing = given ? undefined : await whyNoKafka();
    if (missing) return;
    if (!given) kafka = await startKafka();
    database = await startTestDatabase();
    pool = await serviceSchema(database.url);
    world = worldOn(given ?? kafka?.brokers ?? '', database.url, pool);
  }, 180_000);
  beforeEach((context) => {
    if (missing) context.skip(missing);
  });
  afterAll(async () => {
    await pool?.end();
    await database?.stop();
    await kafka?.stop();
  }, 60_000);

  transportConformance(() => world);
});

function worldOn(brokers: string, url: string, pool: pg.Pool): World {
  const open: ReturnType<typeof createKafkaTransport>[] = [];
  const openOne = (instanceId?: string) => {
    const transport = createKafkaTransport({ brokers: [brokers], clientId: 'conformance', instanceId });
    open.push(transport);
    return transport;
  };
  return {
    pool,
    takeoverMs: 20_000,
    childEnv: { BUS_BROKERS: brokers, SERVICE_URL: url, SERVICE_SCHEMA: 'conformance' },
    transport: async (instanceId) => openOne(instanceId),
    async publish(messages) {
      const errors = (await (open[0] ?? openOne()).publish(messages)).filter(Boolean);
      if (errors.length > 0) throw errors[0];
    },
    async closeTransports() {
      await Promise.all(open.splice(0).map((transport) => transport.close()));
    },
  };
}
