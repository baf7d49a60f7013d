import { channelQuery } from '@kalends/contracts';
import { inTransaction } from '@kalends/postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eraseAccount, eraseApplication } from '../../accounts/erase-account.js';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newAccountWithCalendar, newApplication } from '../../read-model/gateway-database.fixture.js';
import { deleteOldKeys } from './claims.queries.js';

const callback_url = 'https://app.example/changes';
const application = { name: 'Board', redirect_uris: ['https://app.example/callback'] };

describe('a POST with Idempotency-Key', () => {
  let gateway: TestGateway;
  let created: string[] = [];
  let answer: () => unknown = () => ({ outcome: 'accepted' });
  const replyTo = async (topic: string, body: never) => {
    const { kind, channel } = body as { kind: string; channel: { channel_id: string } };
    if (topic === channelQuery.name && kind === 'create') created.push(channel.channel_id);
    return answer();
  };
  beforeAll(async () => (gateway = await startTestGateway({ replyTo })));
  afterAll(() => gateway.stop());

  const open = (token: string, key: string, body: object = { callback_url }) =>
    gateway.call('POST', '/v1/channels', { token, body, headers: { 'idempotency-key': key } });
  const provision = (key: string, body: object = application) =>
    gateway.call('POST', '/admin/v1/applications', { token: adminKey, body, headers: { 'idempotency-key': key } });

  it('given the same request twice, then it is carried out once and the answer is the same (HTTP-23)', async () => {
    created = [];
    const { token } = await newAccount(gateway.database.pool);
    const [first, second] = [await open(token, 'one'), await open(token, 'one')];
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    expect(created).toHaveLength(1);
  });

  it('given an empty answer, then it is empty again (HTTP-23)', async () => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const body = { event_id: 'x', summary: 'x', start: '2026-11-20', end: '2026-11-21' };
    const headers = { 'idempotency-key': 'event' };
    const write = () => gateway.call('POST', `/v1/calendars/${calendarId}/events`, { token, body, headers });
    expect([await write(), await write()]).toMatchObject([
      { status: 202, body: '' },
      { status: 202, body: '' },
    ]);
  });

  it('given the same key with another body, then 422; of another account, it is another key (HTTP-23)', async () => {
    const [ada, eve] = [await newAccount(gateway.database.pool), await newAccount(gateway.database.pool)];
    const first = await open(ada.token, 'two');
    const other = await open(ada.token, 'two', { callback_url: `${callback_url}/other` });
    expect([other.status, other.body]).toMatchObject([
      422,
      { errors: { 'Idempotency-Key': [{ key: 'errors.idempotency_key_reused' }] } },
    ]);
    const foreign = await open(eve.token, 'two');
    expect(foreign.status).toBe(200);
    expect(foreign.body).not.toEqual(first.body);
  });

  it('given 20 at once, then one is carried out, and the others have its answer or are 409 (HTTP-23)', async () => {
    created = [];
    const { token } = await newAccount(gateway.database.pool);
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(token, 'three')));
    expect(created).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status === 200) expect(body).toMatchObject({ channel: { channel_id: created[0] } });
      else expect(status).toBe(409);
    }
    expect((await open(token, 'three')).body).toMatchObject({ channel: { channel_id: created[0] } });
  });

  it('given a refused request, then the key is free for the corrected one (HTTP-23)', async () => {
    const { token } = await newAccount(gateway.database.pool);
    expect((await open(token, 'four', {})).status).toBe(422);
    expect((await open(token, 'four')).status).toBe(200);
  });

  it('given an outcome that is not known, then a channel is not created again, but an event is written again (HTTP-23)', async () => {
    created = [];
    const { token } = await newAccount(gateway.database.pool);
    answer = () => {
      throw new Error('lost');
    };
    expect((await open(token, 'five')).status).toBe(500);
    answer = () => ({ outcome: 'accepted' });
    expect((await open(token, 'five')).status).toBe(409);
    expect(created).toHaveLength(1);
  });

  it('given an application created twice with one key, then the secret is the same, and is sealed at rest (HTTP-23)', async () => {
    const [first, second] = [await provision('six'), await provision('six')];
    const { client_secret } = first.body as { client_secret: string };
    expect(client_secret).toMatch(/^KAL_/);
    expect(second).toMatchObject({ status: first.status, body: first.body });
    const { rows } = await gateway.database.pool.query<{ text: string }>(
      'SELECT stored::text AS text FROM idempotency_key AS stored',
    );
    expect(rows.map(({ text }) => text).join()).not.toContain(client_secret);
  });

  it.each(['', ' ', 'ä', 'a b', 'x'.repeat(256)])('given the key %j, then 422 (HTTP-23)', async (key) => {
    const { token } = await newAccount(gateway.database.pool);
    const { status, body } = await open(
      token,
      encodeURIComponent(key) === key ? key : Buffer.from(key).toString('latin1'),
    );
    expect([status, body]).toMatchObject([422, { errors: { 'Idempotency-Key': [{ key: 'errors.invalid' }] } }]);
  });

  it('given an account or application that is erased, then no answer to it is left (HTTP-23)', async () => {
    const { pool } = gateway.database;
    const { token, accountId } = await newAccount(pool);
    const { clientId } = await newApplication(pool);
    await open(token, 'eight');
    const answers = async (owner: string) =>
      (await pool.query('SELECT FROM idempotency_key WHERE owner = $1', [owner])).rowCount;
    expect(await answers(`account:${accountId}`)).toBe(1);
    await inTransaction(pool, (client) => eraseAccount(client, clientId, accountId));
    expect(await answers(`account:${accountId}`)).toBe(0);
    await pool.query("INSERT INTO idempotency_key (owner, key, request_hash) VALUES ($1, 'nine', '')", [
      `application:${clientId}`,
    ]);
    await inTransaction(pool, (client) => eraseApplication(client, clientId, Date.now()));
    expect(await answers(`application:${clientId}`)).toBe(0);
  });

  it('given a key that is older than 24 hours, then it is free, and its row is deleted (HTTP-23)', async () => {
    const { token } = await newAccount(gateway.database.pool);
    const first = await open(token, 'seven');
    const age = () =>
      gateway.database.pool.query("UPDATE idempotency_key SET created_at = now() - interval '25 hours'");
    await age();
    const second = await open(token, 'seven', { callback_url: `${callback_url}/other` });
    expect(second.status).toBe(200);
    expect(second.body).not.toEqual(first.body);
    await age();
    await deleteOldKeys(gateway.database.pool);
    expect((await gateway.database.pool.query('SELECT FROM idempotency_key')).rowCount).toBe(0);
  });
});

describe('what is kept for an Idempotency-Key', () => {
  let gateway: TestGateway;
  let carriedOut = 0;
  const large = 'x'.repeat(100 * 1024);
  const replyTo = () => {
    carriedOut += 1;
    return { outcome: 'refused', errors: [{ key: 'errors.unknown', description: large }] };
  };
  beforeAll(async () => (gateway = await startTestGateway({ replyTo })));
  afterAll(() => gateway.stop());

  const batch = {
    batch: Array.from({ length: 50 }, (_, index) => ({
      method: 'POST',
      relative_url: '/v1/calendars/nowhere/events',
      data: { event_id: `e${index}`, attendees: { invite: Array.from({ length: 60 }, () => ({ email: '@' })) } },
    })),
  };
  const post = (token: string, path: string, body: object, key = 'one') =>
    gateway.call('POST', path, { token, body, headers: { 'idempotency-key': key } });
  const stored = async () =>
    (
      await gateway.database.pool.query<{ bytes: number | null }>(
        'SELECT octet_length(answer) AS bytes FROM idempotency_key',
      )
    ).rows;

  it('given an answer of more than 64 kB, then it is not kept, and the same request is 409, which states it (HTTP-25)', async () => {
    const { token } = await newAccount(gateway.database.pool);
    const first = await post(token, '/v1/batch', batch);
    expect([first.status, JSON.stringify(first.body).length > 64 * 1024]).toEqual([207, true]);
    expect(await stored()).toEqual([{ bytes: null }]);
    const second = await post(token, '/v1/batch', batch);
    expect(second).toMatchObject({ status: 409, body: { error: 'errors.idempotency_conflict' } });
    expect((second.body as { description: string }).description).toContain('was carried out');
  });

  it('given a query, then the key has no effect, since nothing is changed (HTTP-25)', async () => {
    const { pool } = gateway.database;
    await pool.query('DELETE FROM idempotency_key');
    const { token } = await newAccount(pool, ['read_free_busy']);
    const query = vi.spyOn(pool, 'query');
    for (const path of ['/v1/availability', '/v1/sequenced_availability']) await post(token, path, {});
    const names = query.mock.calls.map(([one]) => (one as { name?: string }).name);
    expect(names).toContain('find-applications');
    expect(names).not.toContain('claim-idempotency-key');
    query.mockRestore();
  });

  it.each([
    ['10,000 keys', "SELECT $1, n::text, '', NULL FROM generate_series(1, 10000) AS n"],
    ['64 MiB of answers', "SELECT $1, n::text, '', repeat('x', 70000) FROM generate_series(1, 959) AS n"],
  ])(
    'given %s of one owner in 24 hours, then another key is 429 before the work, those of others are free',
    async (_what, rows) => {
      const { pool } = gateway.database;
      const [full, other] = [await newAccount(pool), await newAccount(pool)];
      await pool.query(`INSERT INTO idempotency_key (owner, key, request_hash, answer) ${rows}`, [
        `account:${full.accountId}`,
      ]);
      const open = ({ token }: { token: string }, key: string) => post(token, '/v1/channels', { callback_url }, key);
      carriedOut = 0;
      const refused = await open(full, 'another');
      expect([refused.status, refused.headers.get('retry-after'), carriedOut]).toEqual([429, '3600', 0]);
      expect((await open(other, 'another')).status).not.toBe(429);
      expect((await open(full, '1')).status).toBe(422);
      await pool.query("UPDATE idempotency_key SET created_at = now() - interval '25 hours' WHERE owner = $1", [
        `account:${full.accountId}`,
      ]);
      expect((await open(full, 'another')).status).not.toBe(429);
    },
  );
});
