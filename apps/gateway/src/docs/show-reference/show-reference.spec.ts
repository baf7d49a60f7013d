import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';

const demo = {
  sub: 'acc_demo',
  client_id: 'demo',
  client_secret: 'KAL_secret',
  access_token: 'token-of-the-demo',
  calendar_id: 'cal_demo',
};

interface Described {
  operationId: string;
}

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
    ['/docs/api', '/openapi.json', '/v1/events'],
    ['/docs/journey', '/docs/journey.json', '/oauth/authorize'],
    ['/docs/admin', '/docs/admin.json', '/admin/v1/applications'],
  ])('given %s, then it lists the operations of %s, and each has a page', async (path, openapi, address) => {
    const { status, headers, text } = await read(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(`<a href="${path}" aria-current="page">`);
    const { paths } = JSON.parse((await read(openapi)).text) as { paths: Record<string, Record<string, Described>> };
    expect(paths).toHaveProperty([address]);
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const listed = /<article>[\s\S]*<\/article>/.exec(text)![0];
    for (const { operationId: id } of operations) {
      expect(listed).toContain(`href="${path}/${id}"`);
      expect([id, (await read(`${path}/${id}`)).status]).toEqual([id, 200]);
    }
  });

  it('given the order of calendars and events, then what people need first is first', async () => {
    const { text } = await read('/docs/api');
    const order = [...text.matchAll(/href="\/docs\/api\/(\w+)"/g)].map(([, id]) => id);
    const wanted = [
      'listCalendars',
      'readEvents',
      'upsertEvent',
      'deleteEvent',
      'queryAvailability',
      'writeSmartInvite',
    ];
    const found = wanted.map((id) => order.indexOf(id));
    expect(found).toEqual([...found].sort((one, other) => one - other));
    expect(found[0]).toBe(0);
  });

  it('given the page of an operation, then all that it loads is here, and its document has it alone', async () => {
    const { text } = await read('/docs/api/upsertEvent');
    const loaded = [...text.matchAll(/script src="([^"]+)"/g)].map(([, one]) => one!);
    expect(loaded).toEqual(['/docs/assets/pages.js', '/docs/assets/reference.js', '/docs/assets/start.js']);
    for (const one of loaded) expect([one, (await read(one)).status]).toEqual([one, 200]);
    const document = JSON.parse((await read('/docs/api/upsertEvent.json')).text) as {
      paths: Record<string, Record<string, Described>>;
      components: Record<string, Record<string, unknown>>;
    };
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId)).toEqual(['upsertEvent']);
    expect(Object.keys(document.components.securitySchemes!)).toEqual(['access-token']);
    const referred = [...JSON.stringify(document).matchAll(/#\/components\/(\w+)\/([^"]+)/g)];
    expect(referred.length).toBeGreaterThan(2);
    for (const [, kind, name] of referred) expect(document.components[kind!]).toHaveProperty([name!]);
  });

  it('given the reader, then browsers that accept gzip get it compressed, and others the same', async () => {
    const plain = await fetch(`${gateway.url}/docs/assets/reference.js`, {
      headers: { 'accept-encoding': 'identity' },
    });
    const compressed = await fetch(`${gateway.url}/docs/assets/reference.js`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect([plain.headers.get('content-encoding'), compressed.headers.get('content-encoding')]).toEqual([null, 'gzip']);
    const text = await plain.text();
    expect(text).toBe(await compressed.text());
    expect(text).not.toContain('sourceMappingURL');
    expect(text.length).toBeGreaterThan(1_000_000);
  });

  it('given the overviews, then each has a title of its own', async () => {
    const pages = await Promise.all(['/docs', '/docs/api', '/docs/journey', '/docs/admin'].map((path) => read(path)));
    const titles = pages.map(({ text }) => /<title>(.*?)<\/title>/.exec(text)?.[1]);
    expect(titles).toEqual([
      'Documentation – Kalends',
      'API reference – Kalends',
      'Browser journey – Kalends',
      'Administration – Kalends',
    ]);
  });

  it('given the policy of the page, then it allows scripts and requests of this server only', async () => {
    const policy = (await read('/docs/api/readEvents')).headers.get('content-security-policy');
    const directives = Object.fromEntries(policy!.split(';').map((one) => one.split(/ (.*)/, 2) as [string, string]));
    expect(directives).toMatchObject({ 'default-src': "'none'", 'script-src': "'self'", 'connect-src': "'self'" });
  });

  it.each([
    ['readEvents', 'access-token', 'token-of-the-demo'],
    ['queryAvailability', 'access-token', 'token-of-the-demo'],
    ['writeSmartInvite', 'api-key', 'KAL_secret'],
    ['listCallbacks', 'api-key', 'KAL_secret'],
  ])('given the demo on this machine, then %s is tried with its %s', async (id, scheme, token) => {
    const { text } = await read(`/docs/api/${id}`);
    expect(text).toContain(`data-scheme="${scheme}"`);
    expect(text).toContain(`data-tokens="{&quot;${scheme}&quot;:&quot;${token}&quot;}"`);
    const elsewhere = await read(`/docs/api/${id}`, { 'x-forwarded-for': '203.0.113.1' });
    expect(elsewhere.text).toContain('data-tokens="{}"');
    expect(elsewhere.text).not.toContain(token);
  });

  it('given calls of the operator, then the demo has no key for them', async () =>
    expect((await read('/docs/admin/createApplication')).text).toContain('data-tokens="{}"'));

  it('given the script of Elements, then any page may load it, and a browser that has it gets nothing again', async () => {
    const first = await read('/docs/assets/elements.js');
    expect([first.status, first.text]).toEqual([200, expect.stringContaining('kalends-slot-picker')]);
    expect(first.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    const tag = first.headers.get('etag')!;
    const again = await read('/docs/assets/elements.js', { 'if-none-match': tag });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    const plain = await read('/docs/assets/elements.js', { 'accept-encoding': 'identity', 'if-none-match': tag });
    expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
    expect(plain.text).toBe(first.text);
  });

  it('given a file that the reference does not have, then it is not found', async () => {
    for (const name of ['package.json', '..%2fpackage.json', 'toString'])
      expect([name, (await read(`/docs/assets/${name}`)).status]).toEqual([name, 404]);
    for (const path of [
      '/docs/api/unknown',
      '/docs/api/toString',
      '/docs/api/createApplication',
      '/docs/other/readEvents',
      '/docs/api/unknown.json',
    ])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
  });
});
