import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';

/** As browsers send it when somebody opens an address. */
const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};
const program = { accept: '*/*' };

describe('errors that people see', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());

  it.each([
    ['GET', '/nothing/here', 404, 'There is no page here'],
    ['GET', '/oauth/authorize/connect', 405, 'This page cannot be opened directly'],
    ['GET', '/%zz', 400, 'This request could not be processed'],
    ['GET', `/oauth/permissions/${'x'.repeat(9_000)}`, 414, 'This request could not be processed'],
    ['GET', '/oauth/authorize/consent?journey=x', 400, 'This link does not work'],
  ])(
    'given %s %s, then a browser gets a page with the status, and a program JSON',
    async (method, path, status, title) => {
      const shown = await gateway.call(method, path, { headers: browser });
      expect([shown.status, shown.headers.get('content-type'), String(shown.body)]).toEqual([
        status,
        'text/html; charset=utf-8',
        expect.stringContaining(`<h1>${title}</h1>`),
      ]);
      expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
      const answer = await gateway.call(method, path, { headers: program });
      const isStep = path.includes('/consent?');
      expect([answer.status, typeof answer.body]).toEqual([status, isStep ? 'string' : 'object']);
    },
  );

  it('given an HTTP library that accepts HTML by itself, then calls of the API are answered with JSON', async () => {
    const accept = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
    for (const headers of [{ accept }, { ...browser, authorization: 'Bearer unknown' }])
      expect(await gateway.call('GET', '/v1/calendars', { headers })).toMatchObject({ status: 401, body: { error: expect.any(String) } }); // prettier-ignore
    const token = await gateway.call('POST', '/oauth/token', { headers: { accept }, body: {} });
    expect(token).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('given a failure, then people read that it was recorded, in their language, and nothing of its cause', async () => {
    await gateway.database.pool.query('ALTER TABLE application RENAME TO application_away');
    const path = '/oauth/authorize?client_id=app';
    const shown = await gateway.call('GET', path, { headers: { ...browser, 'accept-language': 'de' } });
    const answer = await gateway.call('GET', path, { headers: program });
    await gateway.database.pool.query('ALTER TABLE application_away RENAME TO application');
    expect([shown.status, String(shown.body)]).toEqual([500, expect.stringContaining('Hier ist etwas schiefgegangen')]);
    expect(String(shown.body)).not.toContain('application_away');
    expect(answer).toMatchObject({ status: 500, body: { error: 'internal_error' } });
  });

  it.each([
    ['/connected-applications/', '/connected-applications'],
    ['/oauth/authorize/?client_id=a%2Fb&scope=x?y', '/oauth/authorize?client_id=a%2Fb&scope=x?y'],
    ['/docs/', '/docs'],
  ])('given %s with a slash, then a browser is led to %s', async (path, location) => {
    const shown = await gateway.call('GET', path, { headers: browser });
    expect([shown.status, shown.headers.get('location')]).toEqual([308, location]);
    expect(await gateway.call('GET', path, { headers: program })).toMatchObject({
      body: { error: expect.any(String) },
    });
  });

  it.each([
    '//evil.example/',
    '/nothing/',
    '//connected-applications/',
    '/oauth/authorize/connect/',
    '/\\evil.example/',
  ])('given %s, then there is no redirect', async (path) => {
    const shown = await gateway.call('GET', path, { headers: browser });
    expect([shown.status, shown.headers.get('location')]).toEqual([404, null]);
  });

  it('given more pages than one address may open, then a person gets a page and the time to wait (HTTP-35)', async () => {
    const limited = await startTestGateway({ env: { PAGES_PER_MINUTE: '1' } });
    await limited.call('GET', '/connected-applications', { headers: browser });
    const shown = await limited.call('GET', '/connected-applications', { headers: browser });
    await limited.stop();
    expect([shown.status, String(shown.body)]).toEqual([429, expect.stringContaining('<h1>Please wait a moment</h1>')]);
    expect(Number(shown.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
