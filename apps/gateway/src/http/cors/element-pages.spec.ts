import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newElementUser, page, type ElementUser } from '../admission/element-admission.fixture.js';

const evil = 'https://evil.example';

describe('CORS for Elements (ELT-9)', () => {
  let gateway: TestGateway;
  let user: ElementUser;
  let et: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ replyTo: () => ({ outcome: 'rules', rules: [] }) });
    user = await newElementUser(gateway);
    et = await user.elementToken(['agenda', 'account_management', 'availability', 'managed_availability']);
  });
  afterAll(() => gateway.stop());

  const preflight = (path: string, requested: string, method: string, origin = page) => {
    const asked = { 'access-control-request-method': method, 'access-control-request-headers': requested };
    return gateway.call('OPTIONS', path, { headers: { origin, ...asked } });
  };
  const corsOf = (headers: Headers) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));

  it.each([
    ['/v1/events', 'cronofy-element', 'GET'],
    ['/v1/events/pages/x', 'content-type,cronofy-element', 'GET'],
    ['/v1/free_busy', 'cronofy-element', 'GET'],
    ['/v1/free_busy/pages/x', 'content-type,cronofy-element', 'GET'],
    ['/v1/userinfo', 'cronofy-element', 'GET'],
    ['/v1/profiles/pro_1/revoke', 'content-type,cronofy-element', 'POST'],
    ['/v1/availability', 'content-type,cronofy-element', 'POST'],
    ['/v1/sequenced_availability', 'content-type,cronofy-element', 'POST'],
    ['/v1/availability_rules', 'content-type,cronofy-element', 'GET, POST'],
    ['/v1/availability_rules/default', 'cronofy-element', 'GET'],
  ])(
    'given a preflight of %s without credentials, then 204 for the page that sent it',
    async (path, requested, methods) => {
      for (const address of [path, `${path}?et=${et}`, `${path}?et=unknown`]) {
        const { status, headers, body } = await preflight(address, requested, methods.split(', ')[0]!);
        expect([status, body]).toEqual([204, '']);
        expect(corsOf(headers)).toMatchObject({
          'access-control-allow-origin': page,
          'access-control-allow-methods': methods,
          'access-control-allow-headers': 'Content-Type, Cronofy-Element',
          'access-control-max-age': '600',
          vary: 'Origin',
        });
        expect(headers.has('access-control-allow-credentials')).toBe(false);
      }
    },
  );

  it.each([
    ['/v1/account', 'cronofy-element'],
    ['/v1/calendars', 'cronofy-element'],
    ['/v1/element_tokens', 'content-type,cronofy-element'],
    ['/v1/calendars/cal_1/events', 'content-type,cronofy-element'],
    ['/v1/events', 'authorization'],
    ['/v1/events', 'authorization,cronofy-element'],
    ['/admin/v1/applications', 'cronofy-element'],
    ['/oauth/token', 'cronofy-element'],
  ])('given a preflight of %s with %s, then no page that nobody registered may call it', async (path, requested) => {
    for (const address of [path, `${path}?et=${et}`]) {
      const { headers } = await preflight(address, requested, 'GET');
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it.each([
    ['an answer', 200, 'GET', () => `/v1/userinfo?et=${et}`, page],
    ['a wrong token', 401, 'GET', () => '/v1/userinfo?et=undefined', page],
    ['no token', 401, 'GET', () => '/v1/userinfo', page],
    ['another origin', 403, 'GET', () => `/v1/userinfo?et=${et}`, evil],
    ['an unknown page', 404, 'GET', () => `/v1/events/pages/x?et=${et}`, page],
    ['an unknown profile', 404, 'POST', () => `/v1/profiles/pro_x/revoke?et=${et}`, page],
    ['an unknown rule', 404, 'GET', () => `/v1/availability_rules/x?et=${et}`, page],
    ['wrong members', 422, 'POST', () => `/v1/availability?et=${et}`, page],
  ])('given %s (%i), then the page may read it, without cookies', async (_what, status, method, path, origin) => {
    const headers = { origin, 'cronofy-element': 'v1.67.7, agenda' };
    const answer = await gateway.call(method, path(), { headers, ...(method === 'POST' ? { body: {} } : {}) });
    expect(answer.status).toBe(status);
    expect(corsOf(answer.headers)).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    if (status === 422) expect(answer.body).toMatchObject({ errors: { participants: [{ key: 'errors.required' }] } });
  });

  it('given a body that is too large or cannot be read, then the page may read that, too', async () => {
    const send = (body: string) =>
      fetch(`${gateway.url}/v1/availability?et=${et}`, {
        method: 'POST',
        headers: { origin: page, 'content-type': 'application/json; charset=utf-8' },
        body,
      });
    for (const [body, status] of [
      ['{', 400],
      [`"${'x'.repeat(600_000)}"`, 413],
    ] as const) {
      const answer = await send(body);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, page]);
    }
  });

  it('given a bearer token, then the origins of its application decide, whatever Element is named', async () => {
    const headers = { origin: evil, 'cronofy-element': 'v1.67.7, agenda' };
    const { status, headers: answered } = await gateway.call('GET', `/v1/userinfo?et=${et}`, {
      token: user.token,
      headers,
    });
    expect([status, answered.has('access-control-allow-origin')]).toEqual([200, false]);
  });

  it('given an empty body under a JSON content type, as CalendarSync revokes, then 202 (ELT-7)', async () => {
    const answer = await fetch(`${gateway.url}/v1/profiles/${user.profileId}/revoke?et=${et}`, {
      method: 'POST',
      headers: { origin: page, 'content-type': 'application/json; charset=utf-8' },
    });
    expect([answer.status, await answer.text()]).toEqual([202, '']);
  });
});
