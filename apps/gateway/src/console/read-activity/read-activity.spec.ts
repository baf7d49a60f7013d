import { DeadlineExceeded } from '@kalends/messaging';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newDeveloper } from '../../read-model/gateway-database.fixture.js';

const hour = 3_600_000;
const clock = testClock();

interface Activity {
  queues: { service: string; answered: boolean; outbox: number | null; inbox: number | null }[];
  callbacks_by_hour: { hour: string; delivered: number; failed: number }[];
  providers: { provider: string; failing_profiles: number; budget: unknown; hours: Record<string, unknown>[] }[];
}

describe('the activity of the deployment', () => {
  let gateway: TestGateway;
  const thisHour = () => clock.now() - (clock.now() % hour);
  const budget = {
    minute: { used: 120, limit: 10_000 },
    day: { used: 21_000, limit: null, forecast: 64_000 },
    closed_until: clock.now(),
  };
  const numbers = (counts: object[]) => ({
    outcome: 'numbers',
    outbox: { messages: 2, oldest_s: 9 },
    inbox: null,
    dead_letters: 1,
    counts,
  });
  const counted = (hoursAgo: number, name: string, outcome: string, count: number) => ({
    ...{ hour: thisHour() - hoursAgo * hour, name, outcome, count },
    about: name === 'callbacks' ? '' : 'google',
  });
  const replies = new Map<string, () => unknown>([
    ['notifier', () => numbers([counted(0, 'callbacks', 'delivered', 5), counted(0, 'callbacks', 'failed', 1)])],
    [
      'calendar-sync',
      () => ({
        ...numbers([
          counted(1, 'requests', '', 90),
          counted(1, 'syncs', 'done', 30),
          counted(1, 'syncs', 'rate-limited', 3),
          counted(1, 'syncs', 'unavailable', 1),
        ]),
        budgets: [{ provider: 'google', ...budget }],
      }),
    ],
    ['invites', () => numbers([])],
  ]);

  beforeAll(async () => {
    gateway = await startTestGateway({
      now: clock.now,
      replyTo: (topic) => {
        const service = /^gateway\.query\.(.+)-operations/.exec(topic)![1]!;
        return replies.get(service)?.() ?? new DeadlineExceeded('no reply');
      },
    });
    const { pool } = gateway.database;
    await pool.query(
      `INSERT INTO application (client_id, name, redirect_uris, plan) VALUES ('one', 'One', '{}', 'emerging')`,
    );
    await pool.query(`INSERT INTO account (account_id, client_id, default_tzid) VALUES ('acc_1', 'one', 'Etc/UTC')`);
    await pool.query(
      `INSERT INTO profile_state (profile_id, account_id, revision, deleted, record) VALUES ('p', 'acc_1', 1, false, '{"provider_name":"apple","connected":false}'),
       ('q', 'acc_1', 1, false, '{"provider_name":"exchange","connected":false}'),
       ('r', 'acc_1', 1, false, '{"provider_name":"live_connect","error":"refused"}')`,
    );
  });
  afterAll(() => gateway.stop());

  const read = async (token: string) => gateway.call('GET', '/admin/v1/activity', { token });

  it('given counts of services, when read, then each of 24 hours has them, and a service that does not answer is named (ADM-23)', async () => {
    const { queues, callbacks_by_hour: callbacks, providers } = (await read(adminKey)).body as Activity;
    expect(queues.map(({ service, answered, outbox }) => [service, answered, outbox])).toEqual([
      ['gateway', true, 0],
      ['calendar-sync', true, 2],
      ['invites', true, 2],
      ['availability', false, null],
      ['notifier', true, 2],
    ]);
    expect(queues[1]).toMatchObject({ inbox: null, outbox_seconds: 9, dead_letters: 1 });
    expect(callbacks).toHaveLength(24);
    expect(callbacks.at(-1)).toMatchObject({ delivered: 5, failed: 1 });
    expect(Date.parse(callbacks.at(-1)!.hour)).toBe(thisHour());
    expect(providers.map(({ provider, failing_profiles: n }) => [provider, n])).toEqual([
      ['apple', 1],
      ['google', 0],
      ['microsoft', 2],
    ]);
    // ADM-40
    const closed_until = new Date(clock.now()).toISOString();
    expect(providers.map((one) => one.budget)).toEqual([null, { ...budget, closed_until }, null]);
    expect(providers[1]!.hours.at(-2)).toMatchObject({ requests: 90, done: 30, failed: 4 });
    expect(providers[1]!.hours.at(-1)).toMatchObject({ requests: 0, done: 0, failed: 0 });
  });

  it('given a developer, then the activity of the deployment is refused', async () => {
    const { key } = await newDeveloper(gateway.database.pool);
    expect((await read(key)).status).toBe(403);
  });
});
