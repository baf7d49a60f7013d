import { endpoints } from '@kalends/public-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../gateway.fixture.js';
import { newAccountWithCalendar } from '../read-model/gateway-database.fixture.js';

describe('HEAD (RFC 9110 §9.3.2)', () => {
  let gateway: TestGateway;
  let token: string;
  beforeAll(async () => {
    gateway = await startTestGateway();
    ({ token } = await newAccountWithCalendar(gateway.database.pool));
  });
  afterAll(() => gateway.stop());

  const reads = endpoints.filter(({ method }) => method === 'get').map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x'));
  const pages = [
    '/',
    '/docs',
    '/health/ready',
    '/openapi.json',
    '/.well-known/oauth-authorization-server',
    '/llms.txt',
  ];

  it.each([...new Set([...pages, ...reads, '/v1/events?tzid=Etc/UTC'])])(
    'given HEAD of %s, then the status and headers of GET, without content (HTTP-30)',
    async (path) => {
      const [got, head] = [await gateway.call('GET', path, { token }), await gateway.call('HEAD', path, { token })];
      expect([head.status, head.body]).toEqual([got.status, '']);
      expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
    },
  );

  it('given a call without GET, then 405 as before; where GET is possible, Allow has HEAD', async () => {
    const { status, headers } = await gateway.call('HEAD', '/oauth/token');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    expect((await gateway.call('PUT', '/v1/events')).headers.get('allow')).toBe('GET, HEAD, DELETE');
  });
});
