import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, eventOf, newAccount, newApplication } from '../../read-model/gateway-database.fixture.js';

const mebibyte = 1024 * 1024;

describe('answers that an application has not read yet (HTTP-33)', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());

  const path = '/v1/events?tzid=Etc/UTC&from=2026-11-20&to=2026-11-20';

  /** A user of an application, with an event of so many bytes. */
  async function reader(bytes: number) {
    const { pool } = gateway.database;
    const { clientId } = await newApplication(pool);
    const account = await newAccount(pool, ['read_events', 'create_event'], clientId);
    const event = eventOf(account.accountId, `cal_${account.accountId}`, `evt_${account.accountId}`);
    event.series.master!.description = 'x'.repeat(bytes);
    await apply(pool, account.accountId, [event]);
    return account;
  }

  /** The response to a read, whose body nobody reads. */
  const unread = ({ token }: { token: string }) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      get(`${gateway.url}${path}`, { headers, agent: false }, resolve).on('error', reject);
    });
  const read = ({ token }: { token: string }) => gateway.call('GET', path, { token });

  it(
    'given more than 32 MiB of them, then further requests are 503 with Retry-After, those of others are answered',
    { tags: 'long' },
    async () => {
      const [greedy, other] = [await reader(12 * mebibyte), await reader(12 * mebibyte)];
      const open = [await unread(greedy), await unread(greedy)];
      expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      const { status, headers, body } = await read(greedy);
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
      expect(body).toMatchObject({ error: 'unavailable' });
      expect((await read(other)).status).toBe(200);
      for (const one of open) one.destroy();
      await expect.poll(async () => (await read(greedy)).status).toBe(200);
    },
  );

  it(
    'given many at once, then those that would exceed it are refused when they are ready',
    { tags: 'long' },
    async () => {
      const greedy = await reader(12 * mebibyte);
      const all = await Promise.all(Array.from({ length: 8 }, () => unread(greedy)));
      const statuses = all.map(({ statusCode }) => statusCode!);
      expect(statuses.filter((one) => one === 200).length).toBe(2);
      expect(statuses.filter((one) => one === 503).length).toBe(6);
      for (const one of all) one.destroy();
    },
  );

  it('given a request that did something, when its answer would exceed it, then the answer is sent all the same', async () => {
    const almostHalf = 16 * mebibyte - 5_000;
    const greedy = await reader(almostHalf);
    const open = [await unread(greedy), await unread(greedy)];
    expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const invite = Array.from({ length: 60 }, () => ({ email: '@' }));
    const data = { event_id: 'e1', attendees: { invite } };
    const entry = { method: 'POST', relative_url: '/v1/calendars/cal_none/events', data };
    const body = { batch: Array.from({ length: 50 }, () => entry) };
    const answer = await gateway.call('POST', '/v1/batch', { token: greedy.token, body });
    expect(JSON.stringify(answer.body).length).toBeGreaterThan(16 * 1024);
    expect(answer.status).toBe(207);
    for (const one of open) one.destroy();
  });

  it('given one that is larger by itself, then it is answered', { tags: 'long' }, async () => {
    expect((await read(await reader(40 * mebibyte))).status).toBe(200);
  });

  it('given answers that are read, then none is refused, however many', { tags: 'long' }, async () => {
    const user = await reader(6 * mebibyte);
    for (let round = 0; round < 12; round += 1) expect((await read(user)).status).toBe(200);
  });
});
