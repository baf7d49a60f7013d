import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipFor } from '@kalends/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { startEmbedded } from './harness/deployment.js';
import { Kalends } from './harness/kalends.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;

describe(`the API reference in a real browser (${transport})`, () => {
  const missing = missingForChromium();
  let dataDir: string;
  let running: Awaited<ReturnType<typeof startEmbedded>>;
  let kalends: Kalends;
  let demo: { access_token: string; calendar_id: string };
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

  const open = async (path: string) => {
    await page.goto(kalends.url(path));
    await page.locator('.opblock').first().waitFor();
  };

  it('given the reference, when "Try it out" of the calendars is used, then the demo token reads them', async () => {
    await open('/docs');
    const block = page.locator('#operations-calendars-listCalendars');
    await block.locator('.opblock-summary-control').click();
    await block.getByRole('button', { name: 'Try it out' }).click();
    await block.getByRole('button', { name: 'Execute' }).click();
    const answer = block.locator('.live-responses-table .response').first();
    await answer.waitFor();
    expect(await answer.locator('.response-col_status').textContent()).toContain('200');
    expect(await answer.textContent()).toContain(demo.calendar_id);
  });

  it('given the documents of the journey and of administration, when chosen, then each is shown', async () => {
    await open('/docs');
    for (const [name, operation] of [
      ['Browser journey', '/oauth/authorize'],
      ['Administration', '/admin/v1/applications'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.locator(`[data-path="${operation}"]`).first().waitFor();
    }
  });

  it('given all of these pages, then no request left this machine and the policy forbade nothing', () => {
    expect(requested.length).toBeGreaterThan(8);
    expect(requested.filter((url) => !url.startsWith(kalends.url('/')) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
