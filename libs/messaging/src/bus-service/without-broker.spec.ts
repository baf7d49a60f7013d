import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { createLogger } from '@kalends/service-runtime';
import { freePort, startTestDatabase } from '@kalends/testing';
import { expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { createKafkaTransport } from '../kafka/transport.js';
import { startBusService } from './bus-service.js';

@Module({})
class EmptyModule {}

it(
  'given a broker that is down, when a service starts, then its own work begins and its health reports the outage',
  { tags: 'long' },
  async () => {
    const database = await startTestDatabase();
    const migrations = await mkdtemp(join(tmpdir(), 'kalends-no-migrations-'));
    const log = createLogger({ service: 'notifier', level: 'silent' });
    const transport = createKafkaTransport({
      brokers: [`127.0.0.1:${await freePort()}`],
      clientId: 'kalends-spec',
      log,
    });
    let works = false;
    const began = performance.now();
    const service = await startBusService({
      service: 'notifier',
      config: { HOST: '127.0.0.1', PORT: 0, DATABASE_URL: database.url, DATABASE_POOL: 2, LOG_LEVEL: 'silent' },
      transport,
      migrations,
      contracts: [],
      log,
      build: () => ({ module: EmptyModule, start: () => void (works = true) }),
    });
    expect(works).toBe(true);
    expect(performance.now() - began).toBeLessThan(boundMs(15_000));
    const ready = await fetch(`http://127.0.0.1:${service.healthPort}/health/ready`);
    expect(await ready.json()).toMatchObject({ status: 'degraded', checks: { bus: { status: 'degraded' } } });
    await service.close();
    await transport.close();
    await database.stop();
    await rm(migrations, { recursive: true });
  },
);
