import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAccount, newAccountWithCalendar, newApplication } from '../read-model/gateway-database.fixture.js';
import { startTestGateway, type TestGateway } from '../gateway.fixture.js';

const lines: string[] = [];
const records = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ write: (line) => lines.push(line) });
});
afterAll(() => gateway.stop());
beforeEach(() => (lines.length = 0));

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The whole answer to bytes on a socket. */
const exchange = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url);
    let answer = '';
    connect(Number(port), hostname, function (this: ReturnType<typeof connect>) {
      this.write(bytes);
    })
      .on('data', (chunk) => (answer += String(chunk)))
      .on('end', () => resolve(answer))
      .on('error', reject);
  });

describe('the id of a request (HTTP-16)', () => {
  it.each([
    ['a read without credentials', 'GET', '/v1/events', 401],
    ['an unknown address', 'GET', '/nothing', 404],
    ['an authorization of an unknown application', 'GET', '/oauth/authorize', 400],
    ['a token request', 'POST', '/oauth/token', 400],
    ['an invalid escape', 'GET', '/v1/%zz', 400],
    ['a part that is too long', 'GET', `/v1/calendars/${'x'.repeat(9_000)}`, 414],
    ['health', 'GET', '/health/live', 200],
  ])('given %s, when answered, then the answer has one', async (_what, method, path, status) => {
    const answer = await gateway.call(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-request-id')).toMatch(uuid);
  });

  it('given a body that is too large, when answered, then the answer has one', async () => {
    const { token } = await newAccount(gateway.database.pool);
    const answer = await gateway.call('POST', '/v1/batch', { token, body: { batch: 'x'.repeat(600_000) } });
    expect(answer.status).toBe(413);
    expect(answer.headers.get('x-request-id')).toMatch(uuid);
  });

  it('given bytes that are not HTTP, when answered, then the answer has one, in our own words', async () => {
    const answer = await exchange('HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({
      error: 'bad_request',
      description: 'The request is not valid HTTP/1.1.',
    });
  });

  it.each(['abc-123', '0af7651916cd43dd8448eb211c80319c', 'a'.repeat(128)])(
    'given the id %s, when answered, then it is kept',
    async (id) => {
      const answer = await gateway.call('GET', '/v1/events', { headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toBe(id);
    },
  );

  it.each(['', 'a b', 'a"b', '<script>', 'a'.repeat(129), 'ä'])(
    'given the unsuitable id %j, when answered, then another is used',
    async (id) => {
      const answer = await gateway.call('GET', '/v1/events', { headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toMatch(uuid);
    },
  );

  it('given a request that fails, when logged, then the line of the failure has the id too', async () => {
    await gateway.database.pool.query('ALTER TABLE gateway.access_token RENAME TO hidden');
    const answer = await gateway.call('GET', '/v1/events', { token: 'x', headers: { 'x-request-id': 'lost-1' } });
    await gateway.database.pool.query('ALTER TABLE gateway.hidden RENAME TO access_token');
    expect(answer.status).toBe(500);
    const failure = records().find(({ msg }) => msg === 'request failed');
    expect(failure).toMatchObject({ level: 50, request_id: 'lost-1' });
  });
});

describe('the line of a request (HTTP-17)', () => {
  it('given a request, when answered, then route, status, duration and id are logged, and nothing that was sent', async () => {
    const token = 'planted-token';
    const headers = { 'x-request-id': 'seen-1' };
    await gateway.call('POST', '/v1/calendars/cal_planted/events?planted=query', {
      token,
      headers,
      body: { summary: 'planted' },
    });
    const line = lines.find((one) => one.includes('request.answered'))!;
    expect(JSON.parse(line)).toMatchObject({
      level: 30,
      service: 'gateway',
      method: 'POST',
      route: '/v1/calendars/:calendarId/events',
      status: 401,
      duration_ms: expect.any(Number) as number,
      request_id: 'seen-1',
    });
    expect(lines.join('')).not.toContain('planted');
    expect(line.match(/"request_id":/g)).toHaveLength(1);
  });

  it('given calls with credentials of an application, when answered, then their lines name it', async () => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const { clientId, secret } = await newApplication(gateway.database.pool);
    await gateway.call('GET', '/v1/events?tzid=Etc/UTC', { token });
    await gateway.call('POST', `/v1/calendars/${calendarId}/events`, { token, body: {} });
    const client = { client_id: clientId, client_secret: secret };
    await gateway.call('POST', '/oauth/token/revoke', { body: { ...client, token: 'none' } });
    const answered = records().filter(({ event }) => event === 'request.answered');
    expect(answered.map(({ route, status, client_id }) => [route, status, client_id])).toEqual([
      ['/v1/events', 200, 'app'],
      ['/v1/calendars/:calendarId/events', 422, 'app'],
      ['/oauth/token/revoke', 200, clientId],
    ]);
    for (const sent of [token, secret, calendarId, 'Etc/UTC']) expect(lines.join('')).not.toContain(sent);
  });

  it('given a batch, when its entries are answered, then their lines have its id', async () => {
    const { token } = await newAccountWithCalendar(gateway.database.pool);
    const batch = [{ method: 'DELETE', relative_url: '/v1/available_periods', data: {} }];
    await gateway.call('POST', '/v1/batch', { token, headers: { 'x-request-id': 'b-1' }, body: { batch } });
    const answered = records().filter(({ event }) => event === 'request.answered');
    expect(answered.map(({ route, request_id }) => [route, request_id])).toEqual([
      ['/v1/available_periods', 'b-1'],
      ['/v1/batch', 'b-1'],
    ]);
  });

  it('given a probe of health, when answered, then its line is for debugging', async () => {
    await gateway.call('GET', '/health/live');
    expect(records().find(({ event }) => event === 'request.answered')).toMatchObject({ level: 20 });
  });
});
