import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';

const svgUrl = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;

/** A PNG's signature and header for a picture of this size, and enough bytes after it. */
function pngUrl(width: number, height: number, signature = '89504e470d0a1a0a'): string {
  const png = Buffer.alloc(80);
  Buffer.from(signature, 'hex').copy(png);
  png.write('IHDR', 12, 'latin1');
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return `data:image/png;base64,${png.toString('base64')}`;
}

const circle = '<svg viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="url(#a)"/></svg>';

describe('how an application looks', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());

  interface Application {
    client_id: string;
    logo_url: string | null;
    errors: Record<string, { description: string }[]>;
  }
  const create = async (branding: object) => {
    const body = { name: 'Planner', redirect_uris: ['https://app.example/'], ...branding };
    const answer = await gateway.call('POST', '/admin/v1/applications', { token: adminKey, body });
    return { status: answer.status, body: answer.body as Application };
  };
  const change = (clientId: string, body: object) =>
    gateway.call('POST', `/admin/v1/applications/${clientId}`, { token: adminKey, body });
  const served = (url: string) => gateway.call('GET', url.replace(publicUrl, ''));

  it('given an SVG with scripts, styles and references, then shapes are served, in a sandbox, as an image that browsers keep', async () => {
    const hostile = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8" onload="alert(1)">
        <style>@import url(https://evil.example/);</style><script>alert(2)</script>
        <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="https://evil.example/"/></body></foreignObject>
        <image xlink:href="https://evil.example/a.png"/><use href="https://evil.example/#a"/><a href="javascript:alert(3)"><rect/></a>
        <animate attributeName="href" to="javascript:alert(4)"/>
        <linearGradient id="a"><stop offset="0" stop-color="#0b57d0"/></linearGradient>
        <path d="M0 0h8" fill="url(https://evil.example/#b)" stroke="url(#a)" style="fill:url(//evil.example)"/>&x;
      </svg>`;
    const { status, body } = await create({ logo: svgUrl(hostile) });
    expect([status, body.logo_url]).toEqual([
      201,
      expect.stringMatching(`^${publicUrl}/applications/${body.client_id}/logo\\?v=[A-Za-z0-9]+$`),
    ]);
    const { headers, body: text } = await served(body.logo_url!);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(text).toContain('<path d="M0 0h8" stroke="url(#a)">');
    expect(text).not.toMatch(/evil|script|alert|style|passwd|href|foreignObject|image|animate|onload/i);
  });

  it('given a PNG, then it is served as it is; another logo gets another address, and null removes it', async () => {
    const { body } = await create({ logo: pngUrl(64, 64) });
    expect((await served(body.logo_url!)).headers.get('content-type')).toBe('image/png');
    const changed = (await change(body.client_id, { logo: svgUrl(circle) })).body as Application;
    expect(changed.logo_url).not.toBe(body.logo_url);
    expect((await served(body.logo_url!)).headers.get('cache-control')).toBe('no-cache');
    expect((await change(body.client_id, { name: 'Other' })).body).toMatchObject({ logo_url: changed.logo_url });
    expect((await change(body.client_id, { logo: null })).body).toMatchObject({ logo_url: null });
    expect((await served(changed.logo_url!)).status).toBe(404);
    expect((await served('/applications/nobody/logo')).status).toBe(404);
  });

  it.each([
    ['a GIF', 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', 'data URL'],
    ['an address', 'https://evil.example/logo.png', 'data URL'],
    ['a PNG that is none', pngUrl(64, 64, '00504e470d0a1a0a'), 'not a PNG'],
    ['a PNG with a signature and nothing else', 'data:image/png;base64,iVBORw0KGgo=', 'not a PNG'],
    ['a PNG of a thousand million pixels', pngUrl(65_535, 65_535), '65535 by 65535'],
    ['a PNG without width', pngUrl(0, 8), '0 by 8'],
    ['HTML as an SVG', svgUrl('<html><script>alert(1)</script></html>'), 'not an SVG'],
    ['an SVG without shapes', svgUrl('<svg><script>alert(1)</script></svg>'), 'not an SVG'],
    ['more than 64 kB', svgUrl(`<svg><path d="${'M0 0'.repeat(17_000)}"/></svg>`), '64 kB'],
  ])('given %s as a logo, then 422 states why', async (_what, logo, why) => {
    const { status, body } = await create({ logo });
    expect([status, body.errors.logo?.[0]?.description]).toEqual([422, expect.stringContaining(why)]);
  });

  it.each([
    ['#ffd400', 'contrast of 1.4'],
    ['#777777', 'contrast of 4.5'],
    ['blue', '#3447c4'],
  ])('given the colour %s, in which text cannot be read, then 422 states why', async (accent_color, why) => {
    const { status, body } = await create({ accent_color });
    expect([status, body.errors.accent_color?.[0]?.description]).toEqual([422, expect.stringContaining(why)]);
  });

  it.each(['http://app.example/privacy', 'javascript:alert(1)', '/privacy', ''])(
    'given %s as an address, then 422: it must be https',
    async (address) => {
      const { status, body } = await create({ privacy_url: address, support_url: address });
      expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['privacy_url', 'support_url']]);
    },
  );

  it('given colours and addresses, then the answers and the pages of the journey have them', async () => {
    const branding = {
      accent_color: '#7a0019',
      privacy_url: 'https://app.example/privacy',
      support_url: 'https://app.example/help',
    };
    const { status, body } = await create({ ...branding, logo: svgUrl(circle) });
    expect([status, body]).toMatchObject([201, branding]);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: body.client_id,
      redirect_uri: 'https://app.example/',
      scope: 'read_events',
    });
    const page = String((await gateway.call('GET', `/oauth/authorize?${query}`)).body);
    for (const part of ['--accent:#7a0019', ...Object.values(branding).slice(1), body.logo_url!.replace(publicUrl, '')])
      expect(page).toContain(part);
    const { body: listed } = await gateway.call('GET', '/admin/v1/applications', { token: adminKey });
    const found = (listed as { applications: Application[] }).applications.find(
      (one) => one.client_id === body.client_id,
    );
    expect(found).toMatchObject({ ...branding, logo_url: body.logo_url });
  });
});
