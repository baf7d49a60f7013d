// @module-tag long
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipFor } from '@kalends/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { startEmbedded } from './harness/deployment.js';
import { Kalends } from './harness/kalends.js';

interface Sent {
  authorization: string | undefined;
  status: number;
  text: string;
}

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;

/** In the page: texts with a contrast below 4.5 to what they stand on; large ones below 3. */
const poorContrasts = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const channels = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (rgb) =>
    rgb.slice(0, 3).map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
      .reduce((sum, one, index) => sum + one * [0.2126, 0.7152, 0.0722][index], 0);
  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const ground = channels(getComputedStyle(at).backgroundColor);
      if (ground[3] > 250) return ground;
    }
    return channels('white');
  };
  const poor = [];
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes].filter((one) => one.nodeType === 3).map((one) => one.data.trim()).join('');
    if (text === '' || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName) || element.closest('[disabled], svg')) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    // tokens are covered by points
    if (channels(color)[3] < 10 || fontSize === '0px') continue;
    const [one, other] = [luminance(channels(color)), luminance(groundOf(element))].sort((a, b) => a - b);
    const large = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && fontWeight >= 700);
    const ratio = (other + 0.05) / (one + 0.05);
    if (ratio < (large ? 3 : 4.5)) poor.push(text.slice(0, 30) + ': ' + ratio.toFixed(2));
  }
  return poor;
})()`;

describe(`the API reference in a real browser (${transport})`, () => {
  const missing = missingForChromium();
  let dataDir: string;
  let running: Awaited<ReturnType<typeof startEmbedded>>;
  let kalends: Kalends;
  let demo: { access_token: string; calendar_id: string; client_secret: string };
  let chromium: RealBrowser;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    if (missing) return;
    dataDir = await mkdtemp(join(tmpdir(), 'kalends-reference-'));
    running = await startEmbedded({ DATA_DIR: dataDir, DEMO: 'true', TRUST_PROXY: '' });
    kalends = new Kalends(running.deployment);
    demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as typeof demo;
    chromium = await openChromium({ width: 1280, height: 900 });
    page = chromium.page;
    page.on('request', (request) => void requested.push(request.url()));
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    page.on('pageerror', (error) => void complaints.push(error.message));
  });
  afterAll(async () => {
    await chromium?.close();
    await running?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach((context) => void (missing && skipFor(context, missing)));

  /** Opens an operation, and sends the request that its page suggests. */
  async function sendFrom(path: string, address: string): Promise<Sent> {
    await page.goto(kalends.url(path));
    await page.getByRole('button', { name: /Test Request/ }).click();
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.url().split('?')[0] === kalends.url(address)),
      page.getByRole('button', { name: /^Send/ }).first().click(),
    ]);
    const { authorization } = await response.request().allHeaders();
    return { authorization, status: response.status(), text: await response.text() };
  }

  it('given the calendars, when a request is sent from their page, then the demo token reads them', async () => {
    const { authorization, status, text } = await sendFrom('/docs/api/listCalendars', '/v1/calendars');
    expect([authorization, status]).toEqual([`Bearer ${demo.access_token}`, 200]);
    expect(text).toContain(demo.calendar_id);
  });

  it('given a Smart Invite, when a request is sent from its page, then the demo key creates it', async () => {
    const { authorization, status, text } = await sendFrom('/docs/api/writeSmartInvite', '/v1/smart_invites');
    expect([authorization, status]).toEqual([`Bearer ${demo.client_secret}`, 200]);
    expect(text).toContain('BEGIN:VCALENDAR');
  });

  it.each(['light', 'dark'] as const)(
    'given a phone and the colours %s, then a page fits, and its text can be read (WCAG 2.2, 1.4.3)',
    async (colorScheme) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.goto(kalends.url('/docs/api/upsertEvent'));
      await page.locator('#reference .operation-layout').first().waitFor();
      await page.waitForTimeout(500);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await page.evaluate(poorContrasts)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: null });
    },
  );

  it('given the journey and administration, when an operation is chosen, then it is shown', async () => {
    for (const [path, operation] of [
      ['/docs/journey', 'authorize'],
      ['/docs/admin', 'createApplication'],
    ] as const) {
      await page.goto(kalends.url(path));
      const link = page.locator(`article a[href="${path}/${operation}"]`);
      const title = (await link.locator('strong').textContent())!;
      await link.click();
      await page.locator('#reference h3', { hasText: title }).waitFor();
      expect(await page.title()).toBe(`${title} – Kalends`);
    }
  });

  it('given a word in the search, when typed, then results are shown; given Enter, then as a page', async () => {
    await page.goto(kalends.url('/docs/quick-start'));
    await page.keyboard.press('/');
    await page.keyboard.type('confirm hold');
    await page.locator('.found a[href="/docs/api/confirmHold"]').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('main a[href="/docs/api/confirmHold"]').waitFor();
  });

  it('given a language that the reader chooses, then all calls are in it, and Copy copies them', async () => {
    await chromium.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(kalends.url('/docs/quick-start'));
    await page.locator('.tabs label', { hasText: 'Python' }).first().click();
    await page.goto(kalends.url('/docs/events'));
    const panel = page.locator('.tabs .panel:visible').first();
    expect(await panel.textContent()).toContain('from urllib.request import');
    await panel.getByRole('button', { name: 'Copy' }).click();
    await panel.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('from urllib.request import');
  });

  it('given a browser without scripts, then guides and lists are there, and languages can be chosen', async () => {
    const { page: plain, close } = await openChromium({ width: 390, height: 844 }, { javaScriptEnabled: false });
    await plain.goto(kalends.url('/docs/events'));
    await plain.locator('.tabs label', { hasText: 'Ruby' }).first().click();
    expect(await plain.locator('.tabs .panel:visible').first().textContent()).toContain('Net::HTTP');
    await plain.goto(kalends.url('/docs/search?q=hold'));
    expect(await plain.locator('main .hits a').count()).toBeGreaterThan(2);
    await plain.goto(kalends.url('/docs/api/readEvents'));
    expect(await plain.locator('main').textContent()).toContain('/v1/events');
    await close();
  });

  it('given all of these pages, then no request left this machine and the policy forbade nothing', () => {
    expect(requested.length).toBeGreaterThan(8);
    expect(requested.filter((url) => !url.startsWith(kalends.url('/')) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
