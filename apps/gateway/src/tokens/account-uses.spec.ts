import { accountUsed } from '@kalends/contracts';
import { availabilityBody } from '@kalends/public-api';
import { createLogger } from '@kalends/service-runtime';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../gateway.fixture.js';
import { QueryAvailability } from '../availability/query-availability/query-availability.js';
import { newAccount } from '../read-model/gateway-database.fixture.js';
import { Admissions } from '../http/admission/admissions.js';
import { AccountUses } from './account-uses.js';
import { Credentials } from './credentials.js';

const hour = 3_600_000;

describe('uses of accounts', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  const log = createLogger({ service: 'gateway', level: 'silent' });
  const clock = testClock();
  let uses: AccountUses;
  let wakes = 0;
  beforeEach(async () => {
    wakes = 0;
    await gateway.database.pool.query('DELETE FROM outbox');
    uses = new AccountUses(gateway.database.pool, clock.now, log, { wake: () => void (wakes += 1) });
  });
  const published = async () => (await gateway.outbox(accountUsed.name)) as { account_id: string; at: number }[];

  it('given many uses of one account, then one message in two hours', async () => {
    for (let use = 0; use < 100; use += 1) uses.note('acc_1');
    uses.note('acc_2');
    await uses.publish();
    const at = clock.now();
    expect(await published()).toEqual([
      { account_id: 'acc_1', at },
      { account_id: 'acc_2', at },
    ]);
    clock.advance(2 * hour - 1);
    uses.note('acc_1');
    await uses.publish();
    expect(await published()).toHaveLength(2);
    clock.advance(1);
    uses.note('acc_1');
    await uses.publish();
    expect((await published()).at(-1)).toEqual({ account_id: 'acc_1', at: clock.now() });
    expect([(await published()).length, wakes]).toEqual([3, 2]);
  });

  it('given a database that is unavailable, then the next use is published', async () => {
    const failing = { connect: () => Promise.reject(new Error('away')) } as never;
    const away = new AccountUses(failing, clock.now, log, { wake: () => void (wakes += 1) });
    away.note('acc_1');
    await away.publish();
    expect(wakes).toBe(0);
    (away as unknown as { pool: unknown }).pool = gateway.database.pool;
    away.note('acc_1');
    await away.publish();
    expect(await published()).toMatchObject([{ account_id: 'acc_1' }]);
  });

  it('given more accounts than wait at a time, then the others are published with their next use', async () => {
    for (let account = 0; account < 10_001; account += 1) uses.note(`acc_${account}`);
    await uses.publish();
    expect(await published()).toHaveLength(10_000);
    uses.note('acc_10000');
    await uses.publish();
    expect(await published()).toHaveLength(10_001);
  });

  it('given a request with an access token, then its account is in use', async () => {
    const { accountId, token } = await newAccount(gateway.database.pool, ['read_events']);
    const none = {} as never;
    const credentials = new Credentials(gateway.database.pool);
    const admissions = new Admissions(credentials, none, none, none, none, none, uses);
    const request = { headers: { authorization: `Bearer ${token}` }, query: {}, url: '/v1/events' };
    await admissions.caller(request as never);
    await uses.publish();
    expect(await published()).toEqual([{ account_id: accountId, at: clock.now() }]);
  });

  it('AVL-28: given an availability query, then each member is in use', async () => {
    const { pool } = gateway.database;
    const members = [await newAccount(pool), await newAccount(pool)].map(({ accountId: sub }) => ({ sub }));
    const client = { request: async () => ({ outcome: 'done', results: [] }) } as never;
    const query = new QueryAvailability(pool, client, clock.now, { AVAILABILITY_MAX_SPAN: 35 }, uses);
    const day = (of: string) => `2026-12-01T${of}:00:00Z`;
    await query.single(
      { clientId: 'app' },
      availabilityBody.parse({
        participants: [{ members, required: 'all' }],
        required_duration: { minutes: 30 },
        query_periods: [{ start: day('10'), end: day('12') }],
      }),
    );
    await uses.publish();
    expect((await published()).map(({ account_id }) => account_id).sort()).toEqual(
      members.map(({ sub }) => sub).sort(),
    );
  });
});
