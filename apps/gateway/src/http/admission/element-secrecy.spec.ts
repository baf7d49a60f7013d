import { startMetricsServer } from '@kalends/service-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newElementUser, page, type ElementUser } from './element-admission.fixture.js';

const foreign = 'Planted-Element-Token-8213';

describe('an element token in an address (ELT-10)', () => {
  const lines: string[] = [];
  let gateway: TestGateway;
  let user: ElementUser;
  let et: string;
  let metrics: { port: number; close(): Promise<void> };
  beforeAll(async () => {
    const replyTo = (topic: string) => {
      throw new Error(`${topic} is broken`);
    };
    gateway = await startTestGateway({ write: (line) => lines.push(line), replyTo });
    metrics = await startMetricsServer({ host: '127.0.0.1', port: 0 });
    user = await newElementUser(gateway);
    et = await user.elementToken(['agenda', 'account_management', 'managed_availability']);
  });
  afterAll(async () => {
    await metrics.close();
    await gateway.stop();
  });

  const query = { participants: [{ members: [{ sub: 'x' }], required: 'all' }], required_duration: { minutes: 60 } };
  const calls = (): [status: number, method: string, path: string, body?: object][] => [
    [200, 'GET', '/v1/userinfo?'],
    [202, 'POST', `/v1/profiles/${user.profileId}/revoke?`],
    [400, 'GET', '/v1/userinfo?a=%00&'],
    [403, 'POST', '/v1/availability?', query],
    [404, 'GET', '/v1/events/pages/x?'],
    [404, 'GET', '/nothing?'],
    [405, 'DELETE', '/v1/userinfo?'],
    [413, 'POST', '/v1/availability_rules?', { text: 'x'.repeat(600_000) }],
    [422, 'GET', '/v1/events?tzid=x&'],
    [422, 'POST', '/v1/availability_rules?', {}],
    [500, 'GET', '/v1/availability_rules/default?'],
    [501, 'POST', '/v1/attachments?'],
  ];

  it('given calls of every outcome, then no log, metric, table or error sample has it, and no page is a referrer', async () => {
    const seen: number[] = [];
    for (const [status, method, path, body] of calls()) {
      for (const token of [et, foreign]) {
        const address = `${path}et=${token}`;
        const answer = await gateway.call(method, address, { headers: { origin: page }, ...(body ? { body } : {}) });
        if (token === et) expect([path, answer.status]).toEqual([path, status]);
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
        expect(JSON.stringify(answer.body)).not.toContain(token);
        seen.push(answer.status);
      }
    }
    expect(seen).toContain(401);
    const samples = await gateway.call('GET', `/admin/v1/applications/${user.clientId}/errors`, { token: adminKey });
    const measured = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
    const places = [lines.join('\n'), JSON.stringify(samples.body), measured, await tables()];
    // the search does find what is there
    const known = ['/v1/userinfo', '/v1/events', '/v1/userinfo', user.accountId];
    for (const [n, place] of places.entries()) expect([n, place.includes(known[n]!)]).toEqual([n, true]);
    for (const place of places)
      for (const hidden of [et, et.slice(-40), foreign, 'et=']) expect(place.includes(hidden)).toBe(false);
  });

  /** Every row of every table. */
  async function tables(): Promise<string> {
    const { pool } = gateway.database;
    const { rows } = await pool.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'gateway'",
    );
    const texts = rows.map(({ name }) =>
      pool.query<{ row: string }>(`SELECT stored::text AS row FROM ${name} AS stored`),
    );
    return (await Promise.all(texts)).flatMap((one) => one.rows.map(({ row }) => row)).join('\n');
  }
});
