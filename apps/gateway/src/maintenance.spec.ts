import { createLogger } from '@kalends/service-runtime';
import { waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayMaintenance } from './maintenance.js';
import { lockAccount } from './read-model/account-locks.js';
import {
  apply,
  eventOf,
  newAccount,
  openGatewayDatabase,
  type GatewayDatabase,
} from './read-model/gateway-database.fixture.js';
import { prepareHorizon } from './read-model/horizon.js';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 21, 9);
const log = createLogger({ service: 'gateway', level: 'silent' });

describe('the maintenance of the gateway', () => {
  let database: GatewayDatabase;
  beforeAll(async () => void (database = await openGatewayDatabase()));
  afterAll(() => database.stop());

  const horizon = async () =>
    (await database.pool.query<{ horizon_to: number }>('SELECT horizon_to FROM projection')).rows[0]!.horizon_to;

  it('given a horizon that is due and a series that takes long, when the service starts, then it does not wait for it', async () => {
    const { pool } = database;
    await prepareHorizon(pool, now);
    const before = await horizon();
    expect(before).toBeGreaterThan(now);
    const { accountId } = await newAccount(pool);
    const series = eventOf(accountId, `cal_${accountId}`, 'daily');
    series.series.recurrence = { rrules: ['FREQ=DAILY'], rdates: [], exdates: [] };
    await apply(pool, accountId, [series]);
    const client = await pool.connect();
    await client.query('BEGIN');
    await lockAccount(client, accountId);

    const maintenance = gatewayMaintenance({ pool, log }, () => now + 60 * day);
    maintenance.start();
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await waitUntil(async () => (await pool.query(waiting)).rowCount === 1);
    expect(await horizon()).toBe(before);
    await client.query('COMMIT');
    client.release();
    await waitUntil(async () => (await horizon()) > before);
    await maintenance.stop();
  });
});
