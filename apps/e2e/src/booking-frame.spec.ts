import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { roundsOf, skipFor, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Frame, Page } from 'playwright-core';
import { createLink, fieldsOf, post, stateOf, untilFree, type BookingUser } from './harness/booking-page.js';
import { missingForChromium, openChromium } from './harness/chromium.js';
import { e2e } from './harness/kalends.js';

/** A page of an application around the page in `src`: as docs/scheduling.md has it. */
const around = (src: string) => `<!doctype html><title>Book</title><body style="margin:0">
<iframe id="booking" src="${src}" title="Book" width="100%" height="300" style="border:0;display:block"></iframe>
<script>
  const frame = document.getElementById('booking');
  window.heights = [];
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== new URL(frame.src).origin) return;
    if (data.type === 'kalends:height') { frame.height = data.height; window.heights.push(data.height); }
  });
</script>`;

/** A site, whose page frames what its address names. */
async function startSite(): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const src = new URL(request.url!, 'http://x').searchParams.get('src') ?? '';
    response.writeHead(200, { 'content-type': 'text/html', 'referrer-policy': 'no-referrer' }).end(around(src));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

e2e('the pages of booking links in frames', (kalends) => {
  let sites: Awaited<ReturnType<typeof startSite>>[];
  let own: BookingUser;
  let other: BookingUser;
  beforeAll(async () => {
    sites = [await startSite(), await startSite()];
    [own, other] = [await kalends().user(), await kalends().user()];
    for (const [user, { origin }] of [
      [own, sites[0]!],
      [other, sites[1]!],
    ] as const) {
      const body = { frame_origins: [origin, 'https://www.example.com'] };
      const changed = await kalends().admin('POST', `/applications/${user.application.client_id}`, body);
      expect(changed.body).toMatchObject(body);
    }
  });
  afterAll(() => sites.forEach(({ server }) => server.close()));
  beforeEach((context) => {
    const missing = missingForChromium();
    if (missing) skipFor(context, missing);
  });

  const frameIn = (page: Page): Frame => page.frames().find((one) => one !== page.mainFrame())!;
  const shown = async (page: Page, site: { origin: string }, url: string) => {
    await page.goto(`${site.origin}/?src=${encodeURIComponent(url)}`);
    await page.waitForLoadState('networkidle');
    return frameIn(page);
  };

  it.each([390, 1280].slice(0, roundsOf('BROWSER_VIEWS', { usual: 1, nightly: 2 })))(
    'given a permitted origin at %i px, then the frame is as high as the page through a whole booking, without a scroll bar of its own and without a cookie (SCH-19; complaint 17)',
    async (width) => {
      const link = await createLink(kalends(), own, { allow: ['cancel'] });
      await untilFree(link);
      const { page, context, close } = await openChromium({ width, height: 900 }, { timezoneId: 'UTC' });
      const frame = await shown(page, sites[0]!, link.url);
      const fits = () =>
        waitUntil(
          async () =>
            (await frame.evaluate<boolean>(
              `(() => { const all = [document.scrollingElement, ...document.querySelectorAll('body *')];
                 return Math.abs(innerHeight - document.documentElement.getBoundingClientRect().height) < 1 &&
                   all.every((one) => one.clientHeight === 0 || one.scrollHeight - one.clientHeight < 2 ||
                     getComputedStyle(one).overflowY === 'visible' || one.matches('.visually-hidden')); })()`,
            )) === true,
          { timeout: 10_000, what: `a frame that fits at ${width} px` },
        );
      await frame.locator('.times button').first().waitFor();
      await fits();
      await frame.locator('.times button').first().click();
      await frame.getByRole('heading', { name: 'Confirm this time' }).waitFor();
      await fits();
      await frame.locator('button[value=book]').click();
      await frame.getByRole('link', { name: 'Cancel the booking' }).waitFor();
      await fits();
      await page.setViewportSize({ width: Math.round(width * 0.85), height: 900 });
      await fits();
      await frame.getByRole('link', { name: 'Cancel the booking' }).click();
      await frame.getByRole('button', { name: 'Cancel the booking' }).click();
      await frame.getByRole('heading', { name: 'The booking is cancelled' }).waitFor();
      await fits();
      expect(new Set(await page.evaluate<number[]>('window.heights')).size).toBeGreaterThan(2);
      expect(await context.cookies()).toEqual([]);
      await close();
    },
  );

  it('given the page of another application, or of one that permits none, then the browser shows nothing of it (SCH-19)', async () => {
    const stranger = await kalends().user();
    const { page, close } = await openChromium();
    for (const user of [other, stranger]) {
      const link = await createLink(kalends(), user);
      await untilFree(link);
      const frame = await shown(page, sites[0]!, link.url);
      expect([frame.url(), await frame.locator('.times').count()]).toEqual(['chrome-error://chromewebdata/', 0]);
      expect(await page.evaluate('window.heights')).toEqual([]);
    }
    await close();
  });

  it('given a page of a permitted origin within one of a foreign origin, then it is not shown there', async () => {
    const link = await createLink(kalends(), own);
    await untilFree(link);
    const { page, close } = await openChromium();
    const inner = `${sites[0]!.origin}/?src=${encodeURIComponent(link.url)}`;
    await page.goto(`${sites[1]!.origin}/?src=${encodeURIComponent(inner)}`);
    await page.waitForLoadState('networkidle');
    expect(page.frames().map((one) => new URL(one.url()).origin)).not.toContain(new URL(link.url).origin);
    await close();
  });

  it('given every page of a permitted link, and whatever else there is, then only those of the link name the origin (SCH-19)', async () => {
    const link = await createLink(kalends(), own, { allow: ['reschedule', 'cancel'] });
    const { nonce, starts } = fieldsOf(await untilFree(link));
    const ancestors = ({ headers }: Response) => [
      /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1],
      headers.get('x-frame-options'),
    ];
    const allowed = [`${sites[0]!.origin} https://www.example.com`, null];
    expect(ancestors(await fetch(link.url))).toEqual(allowed);
    expect(ancestors(await post(link.url, { action: 'book', nonce: 'x' }))).toEqual(allowed);
    await post(link.url, { nonce, start: starts[0]!, action: 'book', tzid: 'UTC' });
    await waitUntil(async () => (await stateOf(kalends(), own, link)).status === 'completed');
    for (const path of ['', '/cancel', '/reschedule']) {
      expect(ancestors(await fetch(link.url + path))).toEqual(allowed);
      if (path !== '') expect(ancestors(await post(link.url + path, { nonce: 'x' }))).toEqual(allowed);
    }
    const stranger = await createLink(kalends(), await kalends().user());
    const others = [stranger.url, kalends().url('/rts/unknown'), `${link.url}/event.ics`, kalends().url('/'), kalends().url('/docs'), kalends().url('/console')]; // prettier-ignore
    for (const url of others) expect([url, ...ancestors(await fetch(url))]).toEqual([url, "'none'", 'DENY']);
  });

  it('given origins that no browser sends, or that a policy cannot name, then they are refused', async () => {
    const path = `/applications/${own.application.client_id}`;
    for (const origin of [
      '*',
      'https://*.example.com',
      'https://a.example/x',
      'http://a.example',
      'https://[::1]',
      "https://a.example'; script-src *",
      'null',
      '',
    ])
      // prettier-ignore
      expect([origin, (await kalends().admin('POST', path, { frame_origins: [origin] })).status]).toEqual([origin, 422]);
    const many = Array.from({ length: 51 }, (_, n) => `https://a${n}.example`);
    expect((await kalends().admin('POST', path, { frame_origins: many })).status).toBe(422);
  });
});
