// @module-tag long
import { skipFor, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { accessibilityFaults } from './harness/accessibility.js';
import { BrowserJourney } from './harness/browser-journey.js';
import { startCallbackServer, type CallbackServer } from './harness/callback-server.js';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { call, type Application } from './harness/kalends.js';
import { startSimulatedDemo, type SimulatedDemo } from './harness/simulated-demo.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;
const phone = { width: 390, height: 844 };
const waitOptions = { timeout: 60_000 };
const accent = '#14683a';
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#14683a"/></svg>';

/** Whom the simulator plays from the start. */
const [ada, grace, adaAtWork] = ['ada@example.com', 'grace@example.com', 'ada@work.example'];

describe(`the demo's simulated Google and Microsoft in a real browser (${transport})`, () => {
  const missing = 'skip' in provided ? provided.skip : missingForChromium();
  let demo: SimulatedDemo;
  let callback: CallbackServer;
  let application: Application;
  let chromium: RealBrowser;
  let token: string;

  beforeAll(async () => {
    if (missing) return;
    [demo, callback] = await Promise.all([startSimulatedDemo(transport), startCallbackServer()]);
    const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    const body = { name: 'Harbour Ferries', redirect_uris: [callback.url], accent_color: accent, logo };
    application = (await demo.kalends.admin<Application>('POST', '/applications', body)).body;
    chromium = await openChromium(phone);
  });
  afterAll(async () => {
    await chromium?.close();
    await Promise.all([demo?.stop(), callback?.close()]);
  });
  beforeEach((context) => void (missing && skipFor(context, missing)));

  const journey = () => new BrowserJourney(demo.kalends, chromium, callback);
  const summaries = async () => (await demo.kalends.events(token, 'tzid=Etc/UTC')).map(({ summary }) => summary);

  it('given a phone, when a journey begins, then it shows whose it is: name, logo and colour of the application', async () => {
    const { page } = chromium;
    await journey().begin(application);
    const head = page.getByRole('banner');
    expect(await head.textContent()).toContain('Harbour Ferries');
    const width = () =>
      head.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    await waitUntil(async () => (await width()) > 0);
    const colour = "getComputedStyle(document.documentElement).getPropertyValue('--accent')";
    expect(await page.evaluate(colour)).toBe(accent);
    expect(await journey().overflow()).toBeLessThanOrEqual(0);
  });

  it('given Google, when its page is shown, then it is clearly a simulation, and can be used by everybody', async () => {
    const { page } = chromium;
    await journey().choose('Google');
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    expect(page.url()).toContain(demo.simulatorUrl);
    expect(await page.getByRole('banner').textContent()).toMatch(/Simulated Google.*For tests only/s);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await journey().overflow()).toBeLessThanOrEqual(0);
  });

  it('given a sign-in at Google, when allowed, then the calendar and its events can be read', async () => {
    await journey().consentAtGoogle(ada);
    const { tokens } = await journey().allow(application);
    token = tokens.access_token;
    await waitUntil(async () => (await summaries()).includes('Check the proofs'), waitOptions);
    const { body } = await demo.kalends.get<{ calendars: { profile_name: string }[] }>(token, '/v1/calendars');
    expect(body.calendars.map(({ profile_name }) => profile_name)).toEqual([ada]);
  });

  it('given Microsoft in the same browser, when allowed, then the account has both', async () => {
    await journey().begin(application);
    await journey().choose('Microsoft 365');
    await chromium.page.getByRole('heading', { name: 'Pick an account' }).waitFor();
    expect(await accessibilityFaults(chromium.page)).toEqual([]);
    await journey().consentAtMicrosoft(adaAtWork);
    const { tokens } = await journey().allow(application);
    token = tokens.access_token;
    const isRead = async () => (await summaries()).filter((one) => one === 'Check the proofs').length === 2;
    await waitUntil(isRead, waitOptions);
  });

  it('given another browser, when its user signs in at Google and revokes, then the token is refused at once', async () => {
    const other = await openChromium(phone);
    const { page } = other;
    await page.goto(demo.kalends.url('/connected-applications'));
    expect(await page.getByText('Harbour Ferries').count()).toBe(0);
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await page.getByRole('button', { name: ada }).click();
    await page.getByRole('heading', { name: 'Harbour Ferries' }).waitFor();
    await page.getByRole('button', { name: /Revoke/ }).click();
    await page.getByRole('status').getByText('Harbour Ferries').waitFor();
    expect((await call('GET', demo.kalends.url('/v1/calendars'), { token })).status).toBe(401);
    await other.close();
  });

  it('given the first page of the demo, when a calendar is connected, then “being read” becomes the calendar', async () => {
    const { page } = chromium;
    // without the demo's first page, the application's own journey begins
    if (!demo.hasLanding) await journey().begin(application);
    else {
      await page.goto(demo.kalends.url('/'));
      await page.getByRole('link', { name: 'Connect a calendar' }).first().click();
    }
    await journey().choose('Google');
    await journey().consentAtGoogle(grace);
    await journey().press('Allow');
    if (!demo.hasLanding) return page.getByText('Back at the application').waitFor();
    await page.getByRole('heading', { name: 'Connected' }).waitFor();
    await page.getByText(`${grace}: ${grace}`, { exact: true }).waitFor(waitOptions);
    expect(await page.getByText('(being read)').count()).toBe(0);
  });
});
