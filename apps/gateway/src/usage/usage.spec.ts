import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../gateway.fixture.js';
import { newApplication, newDeveloper } from '../read-model/gateway-database.fixture.js';
import { Sums } from './sums.js';

const hour = 3_600_000;
const clock = testClock();

interface Errors {
  errors: { method: string; path: string; status: number; code: string; count: number; example: object }[];
  truncated: boolean;
}

describe('the counts of requests', () => {
  let gateway: TestGateway;
  let clientId: string;
  let secret: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ now: clock.now, replyTo: () => ({ outcome: 'unknown' }) });
    ({ clientId, secret } = await newApplication(gateway.database.pool));
    await gateway.database.pool.query("UPDATE application SET plan = 'emerging'");
  });
  afterAll(() => gateway.stop());

  const admin = async <Body>(path: string, token = adminKey) => {
    const { status, body } = await gateway.call('GET', `/admin/v1${path}`, { token });
    return { status, body: body as Body };
  };
  const errors = async () => (await admin<Errors>(`/applications/${clientId}/errors`)).body;
  const wrong = (id: string) =>
    gateway.call('POST', '/v1/smart_invites', { token: secret, body: {}, headers: { 'x-request-id': id } });

  it('given refused requests, when listed, then they are one row by route, status and code, with the newest example (ADM-21)', async () => {
    await wrong('first');
    await wrong('second');
    await gateway.call('GET', '/v1/callbacks?status=odd', { token: secret });
    const { errors: found, truncated } = await errors();
    expect(truncated).toBe(false);
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({
      ...{ method: 'POST', path: '/v1/smart_invites', status: 422, count: 2 },
      code: expect.stringMatching(/^errors\./) as string,
      example: { request_id: 'second', description: expect.stringMatching(/\w/) as string },
      documentation: expect.stringContaining('/docs/errors#which-field-and-why') as string,
    });
    const { rows } = await gateway.database.pool.query('SELECT FROM application_error');
    expect(rows).toHaveLength(2);
  });

  it('given ids that change in the address, when refused, then the rows do not grow', async () => {
    for (let n = 0; n < 20; n += 1) await gateway.call('POST', `/v1/callbacks/cbk_${n}/replay`, { token: secret });
    const before = (await errors()).errors.length;
    for (let n = 20; n < 40; n += 1) await gateway.call('POST', `/v1/callbacks/cbk_${n}/replay`, { token: secret });
    expect((await errors()).errors.length).toBe(before);
  });

  it('given no credential, or a wrong one, when refused, then no application has it', async () => {
    const before = await errors();
    await gateway.call('GET', '/v1/callbacks', {});
    await gateway.call('GET', '/v1/callbacks', { token: 'unknown' });
    expect(await errors()).toEqual(before);
  });

  it('given what PostgreSQL cannot store in the words of a refusal, when counted, then it is stored without', () => {
    const sums = new Sums();
    const refusal = { code: 'bad_request', description: `a\0b\ud800${'x'.repeat(1_000)}` };
    sums.add({ clientId: 'c', route: 'GET /v1/x', status: 400, refusal, requestId: 'r', at: 0 });
    const { description } = sums.take().errors[0]!;
    expect(description).toMatch(/^abx+$/);
    expect(description.length).toBeLessThanOrEqual(300);
  });

  it('given a usage of days, when read by pages, then each day of each application comes once, with what it used (ADM-22)', async () => {
    const { pool } = gateway.database;
    await pool.query(
      `INSERT INTO application_usage (client_id, day, calls, refused) VALUES ($1, '2026-01-02', 7, 1), ($1, '2026-01-01', 5, 0)`,
      [clientId],
    );
    await pool.query(
      `INSERT INTO account (account_id, client_id, default_tzid, created_at) VALUES ('acc_u', $1, 'Etc/UTC', '2026-01-02T23:59:59Z')`,
      [clientId],
    );
    await pool.query(
      `INSERT INTO change_log (client_id, account_id, type, own, subject, occurred_ms) VALUES ($1, 'acc_u', 'event_changed', true, '{}', extract(epoch FROM '2026-01-02T00:00:00Z'::timestamptz) * 1000)`,
      [clientId],
    );
    const seen: object[] = [];
    for (let after: string | null = ''; after !== null;) {
      const path: string = `/usage?limit=1&client_id=${clientId}${after && `&after=${after}`}`;
      const { body } = await admin<{ usage: object[]; next_after: string | null }>(path);
      seen.push(...body.usage);
      after = body.next_after;
    }
    expect(seen).toHaveLength(3);
    expect(seen.slice(1)).toMatchObject([
      { client_id: clientId, day: '2026-01-02', calls: 7, refused: 1, changes: 1, accounts: 1 },
      { client_id: clientId, day: '2026-01-01', calls: 5, refused: 0, changes: 0, accounts: 0 },
    ]);
    expect((seen[0] as { calls: number }).calls).toBeGreaterThan(40);
  });

  it.each(['?from=yesterday', '?to=2026-02-30', '?after=x', '?limit=0'])(
    'given %s, then it is refused',
    async (query) => {
      expect((await admin(`/usage${query}`)).status).toBe(422);
    },
  );

  it('given a developer, then other applications have no errors and no usage', async () => {
    const { key } = await newDeveloper(gateway.database.pool);
    expect((await admin(`/applications/${clientId}/errors`, key)).status).toBe(404);
    expect((await admin<{ usage: object[] }>('/usage', key)).body.usage).toEqual([]);
  });

  it('given a day later, when listed, then the errors are of no list any more', async () => {
    clock.advance(25 * hour);
    expect((await errors()).errors).toEqual([]);
  });
});
