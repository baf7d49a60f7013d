import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';

describe('the files of the console', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  const get = async (path: string) => {
    const { status, headers, body } = await gateway.call('GET', path);
    return { status, headers, text: String(body) };
  };

  it.each(['/console', '/console/accounts/acc_1', '/console/no/such/page'])(
    'given %s, then it is the page, whose policy allows nothing that is written into it without its nonce',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = headers.get('content-security-policy')!;
      const [, nonce] = /<meta property="csp-nonce" content="([\w-]{16,})"/.exec(text)!;
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/unsafe|https?:/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect((await get(path)).text).not.toContain(nonce!);
    },
  );

  it('given the page, then all that it loads is here, of its type, and kept for ever', async () => {
    const { text } = await get('/console');
    const loaded = [...text.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path]) => path!);
    expect(loaded.length).toBeGreaterThan(1);
    for (const path of loaded) {
      const { status, headers } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('content-type')).toMatch(/^text\/(javascript|css)/);
      expect(headers.get('cache-control')).toContain('immutable');
    }
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=|https?:\/\//);
  });

  it.each(['/console/assets/none.js', '/console/assets/..%2findex.html', '/console/assets/..%2f..%2fpackage.json'])(
    'given %s, then it is not found',
    async (path) => expect((await get(path)).status).toBe(404),
  );
});
