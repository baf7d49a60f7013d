import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';

const demo = {
  client_id: 'demo',
  client_secret: 'KAL_secret',
  access_token: 'token-of-the-demo',
  calendar_id: 'cal_demo',
};

describe('the API reference', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({
      env: { PUBLIC_URL: 'http://127.0.0.1:3000' },
      trustProxy: false,
      landing: { demo: () => demo, services: () => [] },
    });
  });
  afterAll(() => gateway.stop());

  const read = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: answered, body } = await gateway.call('GET', path, { headers });
    return { status, headers: answered, text: typeof body === 'string' ? body : JSON.stringify(body) };
  };

  it.each([
    ['/docs', '/openapi.json', '/v1/events'],
    ['/docs/journey', '/docs/journey.json', '/oauth/authorize'],
    ['/docs/admin', '/docs/admin.json', '/admin/v1/applications'],
  ])(
    'given %s, then the page shows %s, which has %s, and all that it loads is here',
    async (path, openapi, address) => {
      const { status, headers, text } = await read(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain(`data-openapi="${openapi}"`);
      expect(text).toContain('aria-current="page"');
      const loaded = [...text.matchAll(/(?:script src|stylesheet" href)="([^"]+)"/g)].map(([, one]) => one!);
      expect(loaded).toHaveLength(3);
      for (const one of loaded) expect([one, (await read(one)).status]).toEqual([one, 200]);
      const document = JSON.parse((await read(openapi)).text) as { paths: object };
      expect(document.paths).toHaveProperty([address]);
    },
  );

  it('given the three pages, then each has a title of its own', async () => {
    const pages = await Promise.all(['/docs', '/docs/journey', '/docs/admin'].map((path) => read(path)));
    const titles = pages.map(({ text }) => /<title>(.*?)<\/title>/.exec(text)?.[1]);
    expect(titles).toEqual([
      'API reference – Kalends',
      'API reference: browser journey – Kalends',
      'API reference: administration – Kalends',
    ]);
  });

  it('given the policy of the page, then it allows scripts and requests of this server only', async () => {
    const policy = (await read('/docs')).headers.get('content-security-policy');
    const directives = Object.fromEntries(policy!.split(';').map((one) => one.split(/ (.*)/, 2) as [string, string]));
    expect(directives).toMatchObject({ 'default-src': "'none'", 'script-src': "'self'", 'connect-src': "'self'" });
  });

  it('given a demo of this machine, then its token is entered; given a proxy, then it is not in the page', async () => {
    expect((await read('/docs')).text).toContain('data-token="token-of-the-demo"');
    expect((await read('/docs', { 'x-forwarded-for': '203.0.113.1' })).text).not.toContain('token-of-the-demo');
    expect((await read('/docs')).text).not.toContain('KAL_');
  });

  it('given a file that the reference does not have, then it is not found', async () => {
    for (const name of ['package.json', '..%2fpackage.json', 'toString'])
      expect([name, (await read(`/docs/assets/${name}`)).status]).toEqual([name, 404]);
  });
});
