import type { HealthCheck } from '@kalends/service-runtime';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import type { Demo } from '../landing.js';

const demo: Demo = {
  sub: 'acc_demo',
  client_id: 'demo-client',
  client_secret: 'KAL_secret-of-the-demo',
  access_token: 'token-of-the-demo',
  calendar_id: 'cal_demo',
};
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const broken: HealthCheck = { name: 'database', check: () => Promise.reject(new Error('password of <db> refused')) };

describe('the landing page of a demo on this machine', () => {
  let gateway: TestGateway;
  let shown: Demo | null = demo;
  let checks = 0;
  /** What the page reads the week from. */
  let api: Server;
  let base: string;
  let isReadable = true;
  let hasExample = false;
  const requests: [path: string, authorization: string | undefined][] = [];
  const clock = testClock();
  beforeAll(async () => {
    api = createServer((request, response) => {
      requests.push([request.url!, request.headers.authorization]);
      response.writeHead(isReadable ? 200 : 503, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          events: [{ summary: 'A <b>talk</b>', start: '2026-12-02T10:00:00Z', end: '2026-12-02T11:00:00Z' }],
        }),
      );
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    clock.set(Date.parse('2026-12-01T12:00:00Z'));
    gateway = await startTestGateway({
      env: { PUBLIC_URL: base },
      trustProxy: false,
      now: clock.now,
      landing: {
        demo: () => shown,
        get hasExample() {
          return hasExample;
        },
        simulatorUrl: 'http://127.0.0.1:4999',
        services: () => [
          { name: 'gateway', checks: [{ name: 'bus', check: async () => ((checks += 1), 'ok') }] },
          { name: 'invites', checks: [broken] },
        ],
      },
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await new Promise((resolve) => api.close(resolve));
  });

  const page = async (headers: Record<string, string> = browser) => {
    const answer = await gateway.call('GET', '/', { headers });
    return { ...answer, text: String(answer.body) };
  };

  it('given a browser, then the page has the three calls with the values of the demo, and is not kept', async () => {
    const { status, headers, text } = await page();
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    const commands = [...text.matchAll(/<code class="language-sh">([\s\S]*?)<\/code>/g)].map(([, one]) => one!);
    expect(commands.filter((one) => one.startsWith('curl ') && one.includes('Bearer token-of-the-demo'))).toHaveLength(
      3,
    );
    expect(text.match(/class="tabs"/g)).toHaveLength(3);
    expect(text).toContain(`${base}/v1/calendars/cal_demo/events`);
    expect(text).toContain('href="/demo/connect"');
    expect(text).toContain('href="/docs"');
  });

  it('then it has the week of the demo, read through the API once for all views of a second', async () => {
    clock.advance(60_000);
    requests.length = 0;
    const [{ text }] = await Promise.all([page(), page(), page()]);
    expect(requests).toEqual([['/v1/events?tzid=Etc/UTC&from=2026-11-30&to=2026-12-06', 'Bearer token-of-the-demo']]);
    expect(text).toMatch(/id="week"[\s\S]*line-clamp:2"><b>10:00<\/b> A &lt;b&gt;talk&lt;\/b&gt;/);
  });

  it('given a week that cannot be read, then the page has all but that', async () => {
    isReadable = false;
    clock.advance(60_000);
    const { status, text } = await page();
    isReadable = true;
    expect([status, text.includes('id="week"'), text.includes('href="/demo/connect"')]).toEqual([200, false, true]);
  });

  it('given no clone, then the example of the clone is not named', async () => {
    expect((await page()).text).not.toContain('npm run example');
    hasExample = true;
    expect((await page()).text).toContain('npm run example');
  });

  it('then it leads to guides, reference, console, and the simulator that runs beside it', async () => {
    const { text } = await page();
    for (const path of ['/docs/quick-start', '/docs', '/docs/api', '/console', 'http://127.0.0.1:4999/'])
      expect(text).toContain(`href="${path}"`);
    const elsewhere = await page({ ...browser, 'x-forwarded-for': '203.0.113.1' });
    expect(elsewhere.text).not.toMatch(/4999|id="week"|token-of/);
  });

  it('then secrets that no call needs are not on it', async () => expect((await page()).text).not.toContain('KAL_'));

  it('then it runs the one script of all pages, and loads nothing else', async () => {
    const { text, headers } = await page();
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/docs/assets/pages.js" defer>']);
    expect(text).not.toMatch(/<link (?!rel="icon")|<img|@import|url\(|\son\w+=/i);
  });

  it('given a service that fails, then its check is named, without the details', async () => {
    const { text } = await page();
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/gateway works.*invites does not work \(database\)/);
    expect(text).not.toContain('refused');
  });

  it('given views within a second, then the checks run once for all of them; in the next second again', async () => {
    clock.advance(60_000);
    const before = checks;
    await Promise.all([page(), page(), page()]);
    clock.advance(999);
    await page();
    expect(checks - before).toBe(1);
    clock.advance(1);
    await page();
    expect(checks - before).toBe(2);
  });

  it('given the demo is not ready yet, then there is a page without it', async () => {
    shown = null;
    const { status, text } = await page();
    shown = demo;
    expect([status, /curl|Bearer|demo[./]|id="week"/.test(text)]).toEqual([200, false]);
  });

  it.each(['application/json', '*/*'])(
    'given a program that accepts %s, then the answer is JSON with links',
    async (accept) => {
      const { status, body, headers } = await page({ accept });
      expect([status, headers.get('vary')]).toEqual([200, 'accept']);
      expect(body).toMatchObject({
        documentation: `${base}/docs`,
        openapi: `${base}/openapi.json`,
      });
      expect(JSON.stringify(body)).not.toContain('token-of-the-demo');
    },
  );
});

describe('the landing page of a gateway with a public address', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway({ landing: { services: () => [], demo: () => demo } })));
  afterAll(() => gateway.stop());

  it('given a demo, then the page names the file with its values, has none of them, and the demo journey is not there', async () => {
    const { status, body } = await gateway.call('GET', '/', { headers: browser });
    expect([status, /curl|token-of|cal_demo|demo\/connect/.test(String(body))]).toEqual([200, false]);
    expect(String(body)).toContain('href="/docs"');
    expect(String(body)).toContain('demo.json');
    for (const path of ['/demo/connect', '/demo/callback', '/demo/connected'])
      expect((await gateway.call('GET', path)).status, path).toBe(404);
    const json = await gateway.call('GET', '/', { headers: { accept: 'application/json' } });
    expect(json.body).toMatchObject({ health: `${publicUrl}/health/ready` });
  });
});
