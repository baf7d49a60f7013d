import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newDeveloper } from '../../read-model/gateway-database.fixture.js';

const clock = testClock();
const hour = 3_600_000;

describe('the status of the deployment', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({
      now: clock.now,
      landing: {
        demo: () => null,
        services: () => [
          { name: 'notifier', checks: [{ name: 'bus', check: () => Promise.reject(new Error('gone')) }] },
        ],
      },
    });
    const { pool } = gateway.database;
    await pool.query(
      `INSERT INTO application (client_id, name, redirect_uris, plan) VALUES ('one', 'One', '{}', 'emerging')`,
    );
    await pool.query(
      `INSERT INTO account (account_id, client_id, default_tzid) VALUES ('acc_1', 'one', 'Etc/UTC'), ('acc_2', 'one', 'Etc/UTC')`,
    );
    await pool.query(
      `INSERT INTO profile_state (profile_id, account_id, revision, deleted, record) VALUES ('p', 'acc_2', 1, false, '{"error":"no"}')`,
    );
    const log = `INSERT INTO change_log (client_id, account_id, type, own, subject, occurred_ms) VALUES ('one', 'acc_1', 'event_changed', $1, '{}', $2)`;
    for (const [own, ago] of [
      [true, 0],
      [false, 0],
      [true, 3 * hour],
      [true, 30 * hour],
    ] as const)
      await pool.query(log, [own, clock.now() - ago]);
  });
  afterAll(() => gateway.stop());

  interface Status {
    changes_by_hour: { hour: string; own: number; others: number }[];
  }
  const status = async (token: string) => (await gateway.call('GET', '/admin/v1/status', { token })).body as Status;

  it('given a service that fails, accounts and changes, then all are there, each hour once', async () => {
    const { changes_by_hour: hours, ...rest } = await status(adminKey);
    expect(rest).toMatchObject({
      services: [{ name: 'notifier', status: 'failed', checks: [{ name: 'bus', status: 'failed' }] }],
      accounts: 2,
      failing_accounts: 1,
      pending_writes: 0,
    });
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)).toMatchObject({ own: 1, others: 1 });
    expect(hours.at(-4)).toMatchObject({ own: 1, others: 0 });
    expect(hours.reduce((sum, { own, others }) => sum + own + others, 0)).toBe(3);
  });

  it('given a developer, then only its own applications count', async () => {
    const { key } = await newDeveloper(gateway.database.pool);
    expect(await status(key)).toMatchObject({ applications: 0, accounts: 0, failing_accounts: 0 });
  });
});
