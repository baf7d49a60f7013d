import { createPool } from '@kalends/postgres';
import { databasesOfFile } from '@kalends/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silent } from '../core/log.js';
import { sqlOf } from '../core/sql/sql.js';
import { messagingMigrations } from '../migrations.js';
import { HourlyCounts } from './hourly-counts.js';

const hour = 3_600_000;
const databases = databasesOfFile({ schema: 'spec', folders: [messagingMigrations] }, afterAll);
let pool: pg.Pool;
beforeAll(async () => void (pool = createPool({ url: await databases.create(), schema: 'spec' })));
afterAll(() => pool.end());

it('given counters that rise, when stored by two replicas, then each hour has the sum since the start, for a day', async () => {
  let now = 1_794_700_800_000;
  const start = now;
  const values = { done: 7, failed: 0 };
  const counter = {
    get: async () => ({
      values: Object.entries(values).map(([outcome, value]) => ({ labels: { provider: 'google', outcome }, value })),
    }),
  };
  const replicas = [1, 2].map(() => new HourlyCounts(sqlOf(pool), silent as never, () => now));
  for (const one of replicas) await one.follow([{ name: 'syncs', counter, about: 'provider' }]);
  values.done += 2;
  for (const one of replicas) await one.store();
  for (const one of replicas) await one.store();
  now += hour;
  values.failed += 1;
  await replicas[0]!.store();
  const common = { name: 'syncs', about: 'google' };
  expect(await replicas[0]!.read(start)).toEqual([
    { ...common, hour: start, outcome: 'done', count: 4 },
    { ...common, hour: start + hour, outcome: 'failed', count: 1 },
  ]);
  now += 25 * hour;
  await replicas[0]!.stop();
  await replicas[1]!.stop();
  // the second had not stored the failure yet
  expect(await replicas[0]!.read(start)).toEqual([
    { ...common, hour: start + hour, outcome: 'failed', count: 1 },
    { ...common, hour: now, outcome: 'failed', count: 1 },
  ]);
});
