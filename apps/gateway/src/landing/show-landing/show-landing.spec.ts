import type { HealthCheck } from '@kalends/service-runtime';
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
  const clock = testClock();
  beforeAll(async () => {
    gateway = await startTestGateway({
      env: { PUBLIC_URL: 'http://127.0.0.1:3000' },
      trustProxy: false,
      now: clock.now,
      landing: {
        demo: () => shown,
        services: () => [
          { name: 'gateway', checks: [{ name: 'bus', check: async () => ((checks += 1), 'ok') }] },
          { name: 'invites', checks: [broken] },
        ],
      },
    });
  });
  afterAll(() => gateway.stop());

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
    expect(text.match(/curl /g)).toHaveLength(3);
    expect(text.match(/Bearer token-of-the-demo/g)).toHaveLength(3);
    expect(text).toContain('http://127.0.0.1:3000/v1/calendars/cal_demo/events');
    expect(text).toContain('href="/demo/connect"');
    expect(text).toContain('href="/docs"');
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
    expect([status, /curl|Bearer|demo[./]/.test(text)]).toEqual([200, false]);
  });

  it.each(['application/json', '*/*'])(
    'given a program that accepts %s, then the answer is JSON with links',
    async (accept) => {
      const { status, body, headers } = await page({ accept });
      expect([status, headers.get('vary')]).toEqual([200, 'accept']);
      expect(body).toMatchObject({
        documentation: 'http://127.0.0.1:3000/docs',
        openapi: 'http://127.0.0.1:3000/openapi.json',
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
