// @module-tag long
import { createHmac } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  missingForRadicale,
  pathWithStandIns,
  skipFor,
  startRadicale,
  waitUntil,
  type Radicale,
} from '@kalends/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startBroker, type Broker } from './harness/broker.js';
import { BrowserJourney, objectOf } from './harness/browser-journey.js';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { startWithExample, type DemoInstallation } from './harness/example.js';
import { mailAnswer } from './harness/itip-mail.js';
import { call } from './harness/kalends.js';
import { RadicaleCalendar, summaryOf } from './harness/radicale-calendar.js';
import { readInvite } from './harness/reply-mail.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;

interface Callbacks {
  callbacks: { status: string }[];
}

/** Noon (UTC) of what is today in Paris, where it is early afternoon: `20261126T120000Z`. */
const noon = () => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date());
  return `${today.replaceAll('-', '')}T120000Z`;
};

describe(`from the landing page through the example application, in a real browser (${transport})`, () => {
  const missing = 'skip' in provided ? provided.skip : (missingForRadicale() ?? missingForChromium());
  let broker: Broker | undefined;
  let at: DemoInstallation;
  let radicale: Radicale;
  let work: RadicaleCalendar;
  let chromium: RealBrowser;
  let page: Page;

  beforeAll(async () => {
    if (missing) return;
    broker = await startBroker(transport);
    [at, radicale, chromium] = await Promise.all([
      startWithExample(broker?.brokers),
      startRadicale({ users: { ada: 'app-password' } }),
      openChromium(),
    ]);
    page = chromium.page;
    work = await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'work');
    await work.put('lunch.ics', objectOf('lunch', 'Lunch with Grace', noon()));
  });
  afterAll(async () => {
    await Promise.all([at?.stop(), radicale?.stop(), chromium?.close()]);
    await broker?.stop();
  });
  beforeEach((context) => void (missing && skipFor(context, missing)));

  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = () => page.getByRole('heading', { level: 1 }).textContent();
  const fits = async () =>
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);

  /** The journey, from its first page until the application has the browser again. */
  async function connectWork(): Promise<void> {
    const journey = new BrowserJourney(at.kalends, chromium, { url: '', calls: [], close: async () => undefined });
    await journey.choose('Another CalDAV server');
    await journey.logIn({ url: radicale.url, username: 'ada', password: 'app-password' });
    expect(await heading()).toContain('Demo application');
    await press('Allow');
  }

  it('given the landing page, when its commands are pasted into a shell, then each works', async () => {
    await page.goto(at.kalends.url('/'));
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /^\s*\S+ works\s*$/ })
        .count(),
    ).toBe(5);
    await fits();
    const commands = await page.locator('.calls code.language-sh').allTextContents();
    const env = { ...process.env, PATH: pathWithStandIns() };
    const run = (command: string) =>
      execFileSync('/bin/sh', ['-c', command.replace('curl ', 'curl -sS ')], { encoding: 'utf8', env });
    const [calendars, events, written] = commands.map(run);
    expect(JSON.parse(calendars!)).toMatchObject({ calendars: [{ calendar_id: at.demo.calendar_id }] });
    expect((JSON.parse(events!) as { events: unknown[] }).events.length).toBeGreaterThan(0);
    expect(written).toMatch(/^HTTP\/1\.1 202/);
    const read = await at.kalends.events(at.demo.access_token, 'tzid=Etc/UTC');
    expect(read).toContainEqual(expect.objectContaining({ event_id: 'my-first' }));
  });

  it('given "Connect a calendar" there, when a user connects one, then the page shows what it contains', async () => {
    await page.goto(at.kalends.url('/'));
    await follow('Connect a calendar');
    await connectWork();
    expect(await heading()).toBe('Connected');
    await page.getByText('Lunch with Grace').waitFor({ timeout: 60_000 });
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /^\s*ada/ })
        .textContent(),
    ).toContain('work');
    await fits();
    await page.reload();
    expect(await heading()).toBe('Connected');
  });

  it('given the example, when the demo’s week is shown, then it is filled, and busy and free are distinguished', async () => {
    await page.goto(at.exampleUrl);
    await press('Show the demo’s week');
    expect(await page.locator('.week .event').count()).toBeGreaterThan(5);
    expect(await page.locator('.week .event.free').filter({ hasText: 'Focus time' }).count()).toBe(1);
    expect(await page.locator('.week .event:not(.free)').filter({ hasText: 'Design review' }).count()).toBe(1);
    await fits();
    await page.setViewportSize({ width: 1280, height: 900 });
    const top = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(await top('.week .timed')).size).toBe(1);
    await page.setViewportSize({ width: 412, height: 915 });
    await page.context().clearCookies();
  });

  it('given the example, when the calendar is connected, then its week is shown', async () => {
    await page.goto(at.exampleUrl);
    await fits();
    await follow('Connect a calendar');
    await connectWork();
    expect(page.url()).toBe(`${at.exampleUrl}/`);
    await waitUntil(
      async () => {
        await page.reload();
        return (await page.locator('.week .event').filter({ hasText: 'Lunch with Grace' }).count()) === 1;
      },
      { timeout: 60_000, interval: 500, what: 'the event in the week' },
    );
    const lunch = page.locator('.today .event').filter({ hasText: 'Lunch with Grace' });
    expect(await lunch.locator('time').textContent()).toMatch(/^1[34]:00$/);
    await fits();
  });

  it('given a free time, when it is reserved and booked, then it is in the week and in the calendar at its server', async () => {
    await follow('Book a time');
    await fits();
    await page.locator('.slots button').first().click();
    expect(await heading()).toContain('Held for you');
    await page.getByLabel('What is it?').fill('Visit by Mary');
    await fits();
    await press('Book');
    await page.locator('.week .event').filter({ hasText: 'Visit by Mary' }).waitFor();
    const stored = async () => (await work.query('20260101T000000Z', '20401231T000000Z')).map(summaryOf);
    await waitUntil(async () => (await stored()).includes('Visit by Mary'), {
      timeout: 60_000,
      what: 'the event at Radicale',
    });
  });

  it('given a Smart Invite, when its recipient answers by mail, then the page shows it without being loaded again', async () => {
    await follow('Invites');
    await page.getByLabel('What is it?').fill('Interview');
    await page.getByLabel('Who?').fill('mary@example.com');
    await press('Create the invite');
    const status = page.locator('[data-invite]');
    expect(await status.textContent()).toBe('pending');
    await fits();
    const href = (await page.getByRole('link', { name: 'invite.ics' }).getAttribute('href'))!;
    const invite = readInvite(await (await chromium.context.request.get(`${at.exampleUrl}${href}`)).text());
    await page.evaluate('window.wasNotLoadedAgain = true');
    const dtstamp = `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    const answer = { ...invite, attendee: 'mary@example.com', dtstamp, comment: 'With pleasure' };
    await mailAnswer(at.kalends.deployment.smtpPort, answer);
    await page.getByText('accepted (“With pleasure”)').waitFor({ timeout: 60_000 });
    expect(await page.evaluate('window.wasNotLoadedAgain')).toBe(true);
  });

  it('given an answer that is reported while the page is still loading, then the page shows it', async () => {
    const isReported = async () => {
      const { body } = await at.kalends.get<Callbacks>(at.demo.client_secret, '/v1/callbacks');
      return body.callbacks.filter(({ status }) => status === 'delivered').length === 2;
    };
    let connect = () => undefined as void;
    const loaded = new Promise<void>((resolve) => (connect = resolve));
    await page.route('**/live', (route) => loaded.then(() => route.continue()));
    await page.reload();
    const form = { invite: (await page.locator('[data-invite]').getAttribute('data-invite'))!, answer: 'DECLINED' };
    const headers = { origin: at.exampleUrl };
    await chromium.context.request.post(`${at.exampleUrl}/invites/answer`, { headers, form });
    await waitUntil(isReported, { timeout: 60_000, what: 'the second callback' });
    connect();
    await page.getByText('mary@example.com: declined').waitFor({ timeout: 60_000 });
  });

  it('given a callback that Kalends did not sign, when it arrives, then it changes nothing', async () => {
    const status = page.locator('[data-invite]');
    const id = await status.getAttribute('data-invite');
    const body = {
      smart_invite: { smart_invite_id: id, recipient: { email: 'mary@example.com', status: 'accepted' } },
    };
    const url = `${at.exampleUrl}/callbacks/invites`;
    const ofAnother = createHmac('sha256', at.demo.client_secret).update('{}').digest('base64');
    expect((await call('POST', url, { body })).status).toBe(401);
    const headers = { 'content-type': 'application/json', 'cronofy-hmac-sha256': ofAnother };
    expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(401);
    await page.reload();
    expect(await status.textContent()).toContain('declined');
  });

  it('given that the user revokes the access at Kalends, when the example is opened, then it offers to connect again', async () => {
    await page.goto(at.kalends.url('/connected-applications'));
    const revoke = page.getByRole('button', { name: 'Revoke access of Demo application' });
    await revoke.click();
    await revoke.waitFor({ state: 'detached' });
    await page.goto(at.exampleUrl);
    expect(await heading()).toBe('All your calendars, one week');
  });

  it('given a form of another site, when it is sent with the cookie of this browser, then it is refused', async () => {
    const origin = 'http://127.0.0.1:1';
    const sent = await chromium.context.request.post(`${at.exampleUrl}/book`, {
      headers: { origin },
      form: { slot: 'x' },
    });
    expect(sent.status()).toBe(403);
  });
});
