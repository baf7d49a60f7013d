import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, skipFor } from '@kalends/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { accessibilityFaults } from './harness/accessibility.js';
import { cutOff } from './harness/cut-off.js';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { startEmbedded } from './harness/deployment.js';
import { call, Kalends } from './harness/kalends.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;

interface Demo {
  admin_key: string;
  access_token: string;
  calendar_id: string;
  client_id: string;
  client_secret: string;
  sub: string;
}

describe(`the console in a real browser (${transport})`, () => {
  const missing = missingForChromium();
  let dataDir: string;
  let simulator: string;
  let running: Awaited<ReturnType<typeof startEmbedded>>;
  let kalends: Kalends;
  let demo: Demo;
  /** The id of a booking link. */
  let link: string;
  let chromium: RealBrowser;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  const newLink = async (body: object = { role: 'admin' }) => {
    const url = kalends.url('/admin/v1/console_links');
    return (await call<{ url: string }>('POST', url, { token: demo.admin_key, body })).body.url;
  };
  /** The path and what follows it, at the address that the browser reaches. */
  const here = (address: string) => kalends.url(address.slice(address.indexOf('/console')));
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

  beforeAll(async () => {
    if (missing) return;
    dataDir = await mkdtemp(join(tmpdir(), 'kalends-console-'));
    const port = String(await freePort());
    simulator = `http://127.0.0.1:${port}`;
    const settings = { DEMO: 'true', TRUST_PROXY: '', SIMULATOR_PORT: port, CHECK_PROVIDERS: 'true' };
    running = await startEmbedded({ DATA_DIR: dataDir, ...settings });
    kalends = new Kalends(running.deployment);
    demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Demo;
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

  it('given a link that signs in once, when opened, then the overview is filled, and the token is in no history', async () => {
    await page.goto(here(await newLink()));
    await heading('Overview').waitFor();
    await page.getByRole('link', { name: 'Demo User' }).first().waitFor();
    expect(page.url()).not.toContain('sign-in');
    const services = page.getByRole('region', { name: 'Services', exact: true });
    for (const name of ['gateway', 'notifier']) await services.getByText(name, { exact: true }).waitFor();
  });

  it('given a new application, when created, then its secret is shown, once', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Applications' }).click();
    await page.getByLabel('Name, which users see').fill('Ferry booking');
    await page.getByLabel('Redirect addresses, one per line').fill('https://ferry.example/callback');
    await page.getByRole('button', { name: 'Create application' }).click();
    await page.getByText('KAL_').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Ferry booking' }).waitFor();
    expect(await page.getByText('KAL_').count()).toBe(0);
  });

  it('given the search by keyboard, when an account is chosen, then its week shows its events, without titles', async () => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Name, e-mail address, id or page').waitFor();
    await page.keyboard.type('demo u');
    await page.getByRole('option', { name: /Demo User/ }).waitFor();
    await page.keyboard.press('Enter');
    await heading('Demo User').waitFor();
    await page.locator('.event-application').nth(1).waitFor();
    const titles = await page.locator('.event').allTextContents();
    expect(titles.length).toBeGreaterThan(1);
    for (const title of titles) expect(title).toContain('Calendar');
  });

  it('given a reason, when titles are shown, then the event leads to its life, and the audit has the reason', async () => {
    await page.getByRole('button', { name: 'Show titles' }).click();
    await page.getByLabel('Reason').fill('Ticket 4711');
    await page.getByRole('button', { name: 'Show titles' }).last().click();
    await page.getByRole('button', { name: 'Hide titles' }).waitFor();
    const event = page.locator('.event').filter({ hasNotText: 'Calendar' }).first();
    await event.waitFor();
    await event.click();
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    expect(await page.getByRole('region', { name: 'What happened' }).textContent()).toMatch(
      /Write \d+.*accepted by the application/,
    );
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByText('Reason: Ticket 4711').first().waitFor();
  });

  it('given a booking link, when disabled after a question, then its steps and its page have the message (ADM-37)', async () => {
    const { sub, calendar_id } = demo;
    const start = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const body = {
      oauth: { redirect_uri: 'http://127.0.0.1:8080/callback' },
      event: { event_id: 'site-visit', summary: 'Site visit' },
      availability: {
        participants: [{ members: [{ sub }], required: 'all' }],
        required_duration: { minutes: 30 },
        query_periods: [{ start: `${start}T09:00:00Z`, end: `${start}T17:00:00Z` }],
      },
      target_calendars: [{ sub, calendar_id }],
    };
    const options = { token: demo.client_secret, body };
    const created = await call<{ url: string; real_time_scheduling: { real_time_scheduling_id: string } }>(
      'POST',
      kalends.url('/v1/real_time_scheduling'),
      options,
    );
    link = created.body.real_time_scheduling.real_time_scheduling_id;
    await page.goto(kalends.url(`/console/applications/${demo.client_id}`));
    await page
      .getByRole('navigation', { name: 'Parts of the page' })
      .getByRole('link', { name: 'Booking links' })
      .click();
    await page.getByRole('link', { name: 'Site visit' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('alertdialog').getByLabel('Message').fill('Please <b>call</b> us.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
    const steps = page.getByRole('region', { name: 'What happened' });
    await steps.getByText('Please <b>call</b> us.').waitFor();
    expect(await (await fetch(created.body.url)).text()).toContain('Please &lt;b&gt;call&lt;/b&gt; us.');
  });

  it('given no dead letter, and requests that were refused, then the pages for operators show so', async () => {
    await call('GET', kalends.url('/v1/events?tzid=Mars/City'), { token: demo.access_token });
    await page.goto(kalends.url(`/console/applications/${demo.client_id}`));
    const errors = page.getByRole('region', { name: 'Errors of the last 24 hours' });
    await errors.getByRole('link', { name: 'errors.tzid_unrecognized' }).waitFor();
    await page.getByRole('link', { name: 'Dead letters' }).click();
    await page.getByText('None: every message was handled.').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    const queues = page.getByRole('region', { name: 'Messages between services' });
    await queues.getByRole('cell', { name: 'calendar-sync' }).waitFor();
    expect(await queues.textContent()).not.toContain('does not answer');
  });

  it('given the check at the start, then the page of providers shows clients that are right, with their budgets (ADM-41, ADM-42)', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('provid');
    await page.getByRole('option', { name: /Providers/ }).waitFor();
    await page.keyboard.press('Enter');
    await heading('Providers').waitFor();
    for (const name of ['Google', 'Microsoft']) {
      const provider = page.getByRole('region', { name, exact: true });
      await provider.getByText('ok', { exact: true }).waitFor();
      await provider.getByText(`${name} accepts the secret.`).waitFor();
      await provider.locator('canvas').first().waitFor();
      expect(await provider.textContent()).toMatch(/requests in the last minute, .* today, about/);
    }
  });

  it('given a client that has another address at its provider, when checked by keyboard, then what to click is shown, and the next check is right', async () => {
    const seed = (redirect_uri: string) =>
      fetch(`${simulator}/control/seed`, {
        method: 'POST',
        body: JSON.stringify({
          clients: [{ client_id: 'simulator', client_secret: 'simulator', redirect_uris: [redirect_uri] }],
        }),
      });
    const google = page.getByRole('region', { name: 'Google', exact: true });
    const check = google.getByRole('button', { name: 'Check the client at Google' });
    await seed('https://elsewhere.example/callback');
    await check.focus();
    await page.keyboard.press('Enter');
    await google.getByText('Users cannot connect at Google.').waitFor();
    await google.getByText('Under Authorized redirect URIs press Add URI').waitFor();
    await google.getByText('failed', { exact: true }).waitFor();
    const address = await google.locator('dd code').first().textContent();
    await seed(address!);
    await check.click();
    await google.getByText('ok', { exact: true }).waitFor();
    expect(await google.getByText('Users cannot connect').count()).toBe(0);
  });

  it('given a grant, when revoked after a question, then the token is refused at once', async () => {
    const status = async () => (await call('GET', kalends.url('/v1/calendars'), { token: demo.access_token })).status;
    expect(await status()).toBe(200);
    await page.goto(kalends.url(`/console/accounts/${demo.sub}`));
    await page.getByRole('region', { name: 'Grants' }).getByRole('button', { name: 'Revoke' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The application has no access').waitFor();
    expect(await status()).toBe(401);
  });

  it('given a customer’s administrator with a link for one account, then that account is all there is', async () => {
    const context = await chromium.page.context().browser()!.newContext();
    const other = await context.newPage();
    await other.goto(here(await newLink({ sub: demo.sub })));
    await other.getByRole('heading', { name: 'Demo User', level: 1 }).waitFor();
    expect(await other.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents()).toEqual([
      'Documentation',
    ]);
    await context.close();
  });

  it('given names that are markup, when shown on the pages that have them, then nothing of them runs', async () => {
    const name = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;
    const url = (path: string) => kalends.url(`/admin/v1${path}`);
    await call('POST', url(`/applications/${demo.client_id}`), { token: demo.admin_key, body: { name } });
    const body = { name, email: 'markup@example.com' };
    await call('POST', url(`/applications/${demo.client_id}/accounts`), { token: demo.admin_key, body });
    for (const path of ['', '/accounts', '/applications', `/applications/${demo.client_id}`, '/audit']) {
      await page.goto(kalends.url(`/console${path}`));
      await page.getByText('<img src=x').first().waitFor();
      expect(await page.title()).not.toBe('run');
    }
  });

  const paths = () => [
    '',
    '/accounts',
    `/accounts/${demo.sub}`,
    '/applications',
    `/applications/${demo.client_id}`,
    `/applications/${demo.client_id}?view=settings`,
    `/applications/${demo.client_id}/booking-links`,
    `/applications/${demo.client_id}/booking-links/${link}`,
    `/applications/${demo.client_id}/availability?sub=${demo.sub}`,
    '/providers',
    '/developers',
    '/mail',
    '/dead-letters',
    '/audit',
    '/nowhere',
  ];

  /** What is wrong with the page shown, in both colour schemes, and on screens of that width in CSS pixels: 640 are 1280 at 200 %. */
  async function faultsOfPage(): Promise<string[]> {
    const current = await page.locator('nav[aria-label="Parts of the page"] [aria-current]').count();
    const faults = current > 1 ? [`${current} parts are current`] : [];
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${colorScheme}: ${fault}`));
    }
    for (const width of [640, 390]) {
      await page.setViewportSize({ width, height: width === 640 ? 400 : 844 });
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
      faults.push(...(await cutOff(page)).map((fault) => `${width} px: ${fault}`));
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    return faults;
  }

  it(
    'given each page, then axe finds no fault in light or dark colours, and at 200 % and on a phone nothing is cut off or scrolls sideways',
    { tags: 'long', timeout: 120_000 },
    async () => {
      const faults: string[] = [];
      for (const path of paths()) {
        await page.goto(kalends.url(`/console${path}`));
        await page.waitForLoadState('networkidle');
        faults.push(...(await faultsOfPage()).map((fault) => `${path}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
  );

  it.each([640, 390])('given the menu at %i px, then nothing is cut off; what is too wide is found', async (width) => {
    await page.setViewportSize({ width, height: 400 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).scrollIntoViewIfNeeded();
    expect(await cutOff(page)).toEqual([]);
    await page.evaluate("document.querySelector('h1').style.minWidth = '2000px'");
    expect(await cutOff(page)).toContain('the page');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.reload();
  });

  it('given everything that was clicked, then nothing was requested from elsewhere, and nothing complained', () => {
    const origin = new URL(kalends.url('/')).origin;
    expect(requested.filter((url) => !url.startsWith(origin))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('given the sign-out, then the console is closed', async () => {
    await page.goto(kalends.url('/console'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin key or developer’s key').waitFor();
    await page.getByLabel('Admin key or developer’s key').fill(demo.admin_key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('Overview').waitFor();
  });
});
