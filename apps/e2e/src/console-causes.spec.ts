import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipFor, waitUntil } from '@kalends/testing';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { startEmbedded } from './harness/deployment.js';
import { startFaultyCaldav, type Fault, type FaultyCaldav } from './harness/faulty-caldav.js';
import { call, Kalends, type Account, type Application } from './harness/kalends.js';
import { readInvite, sendMail } from './harness/reply-mail.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;

const dayMs = 86_400_000;
const tomorrow = () => new Date(Date.now() + dayMs).toISOString().slice(0, 10);
/** In the week that the console shows first, whatever day it is. */
const today = () => new Date().toISOString().slice(0, 10);

/** Each fault is planted as it happens in reality; then its cause is read in words, from the search on. */
describe(`causes in the console (${transport})`, () => {
  const missing = missingForChromium();
  let dataDir: string;
  let running: Awaited<ReturnType<typeof startEmbedded>>;
  let kalends: Kalends;
  let application: Application;
  let chromium: RealBrowser;
  let page: Page;
  let clicks: number;
  const servers: FaultyCaldav[] = [];
  const receivers: { close(): unknown }[] = [];

  beforeAll(async () => {
    if (missing) return;
    dataDir = await mkdtemp(join(tmpdir(), 'kalends-causes-'));
    running = await startEmbedded({ DATA_DIR: dataDir, TRUST_PROXY: '' });
    kalends = new Kalends(running.deployment);
    const body = { name: 'Ferry booking', redirect_uris: ['https://ferry.example/callback'], plan: 'emerging' };
    application = (await kalends.admin<Application>('POST', '/applications', body)).body;
    chromium = await openChromium({ width: 1280, height: 900 });
    page = chromium.page;
    const { url } = (await kalends.admin<{ url: string }>('POST', '/console_links', { role: 'admin' })).body;
    await page.goto(kalends.url(url.slice(url.indexOf('/console'))));
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });
  afterAll(async () => {
    await chromium?.close();
    await running?.stop();
    for (const one of servers) await one.stop();
    for (const one of receivers) one.close();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach(async (context) => {
    if (missing) return skipFor(context, missing);
    clicks = 0;
    await page.goto(kalends.url('/console'));
  });

  const account = (name: string, more: object = {}) =>
    kalends.account(application, { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`, ...more });

  /** A click on what has this role and name. */
  async function press(role: 'option' | 'link' | 'button', name: string | RegExp) {
    clicks += 1;
    await page.getByRole(role, { name }).first().click();
  }

  /** Opens what the search finds by this name. */
  async function search(name: string) {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Name, e-mail address, id or page').fill(name);
    await press('option', new RegExp(name));
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  /** All of these are on the page by now, after at most three clicks. */
  async function reads(...words: RegExp[]) {
    for (const one of words) await page.getByText(one).first().waitFor({ timeout: 30_000 });
    expect(clicks).toBeLessThanOrEqual(3);
  }

  /** An account with a calendar on a CalDAV server, which has been read. */
  async function withCaldav(name: string) {
    const caldav = await startFaultyCaldav();
    servers.push(caldav);
    const user = await account(name);
    const profile = { provider_name: 'caldav', url: caldav.url, username: 'ann', password: 'right' };
    const connected = await kalends.admin('POST', `/accounts/${user.sub}/profiles`, profile);
    expect(connected.status).toBeLessThan(300);
    const calendars = async () =>
      (
        await call<{ calendars: { calendar_id: string; provider_name: string }[] }>(
          'GET',
          kalends.url('/v1/calendars'),
          { token: user.access_token },
        )
      ).body.calendars;
    const { calendar_id } = await waitUntil(async () =>
      (await calendars()).find((one) => one.provider_name === 'caldav'),
    );
    return { caldav, user, calendar_id };
  }

  const eventOn = (day: string, more: object = {}) => ({
    event_id: 'crossing',
    summary: 'Crossing',
    start: `${day}T10:00:00Z`,
    end: `${day}T11:00:00Z`,
    ...more,
  });
  const write = async (user: Account, calendarId: string, event: object) => {
    const url = kalends.url(`/v1/calendars/${calendarId}/events`);
    expect((await call('POST', url, { token: user.access_token, body: event })).status).toBe(202);
  };

  async function planted(name: string, fault: Fault) {
    const { caldav, user, calendar_id } = await withCaldav(name);
    caldav.set(fault);
    await write(user, calendar_id, eventOn(today()));
  }

  it(
    '1: given a password that is no longer accepted, then the account states that the user has to connect again, and where',
    { tags: 'long' },
    async () => {
      const { caldav, user } = await withCaldav('Expired Grant');
      caldav.set({ status: 401, headers: { 'www-authenticate': 'Basic realm="static"' }, everywhere: true });
      // one refusal may be an accident: it is believed after a while
      const states = async () =>
        (
          await kalends.admin<{ account: { profile_states: { profile_state: string }[] } }>(
            'GET',
            `/accounts/${user.sub}`,
          )
        ).body.account.profile_states;
      const isDisconnected = async () => (await states()).some((one) => one.profile_state === 'disconnected');
      await waitUntil(isDisconnected, { timeout: 150_000 });
      await search('Expired Grant');
      await reads(
        /no longer accepts the password or the consent; the user has to connect it again/,
        /connects it again at/,
      );
    },
  );

  it(
    '2: given a calendar that was deleted at its provider, then the account states that, since when and what to do, and so does the event written to it',
    { tags: 'long' },
    async () => {
      const { caldav, user, calendar_id } = await withCaldav('Deleted Calendar');
      caldav.deleteCalendar();
      await write(user, calendar_id, eventOn(today()));
      type Shown = { account: { deleted_calendars: unknown[]; refused_writes: number } };
      const shown = async () => (await kalends.admin<Shown>('GET', `/accounts/${user.sub}`)).body.account;
      // a list without the main calendar counts when another one, half a minute later, lacks it as well
      await waitUntil(async () => (await shown()).deleted_calendars.length === 1, { timeout: 120_000 });
      await search('Deleted Calendar');
      await reads(
        /Static: The calendar was deleted at its provider, or is no longer shared with the user/,
        /Noticed .*What to do: If that was a mistake, the user restores it at the provider/,
        /The calendar is gone: choose another calendar of the user/,
      );
      await press('link', 'an event');
      await page.getByRole('heading', { name: 'What happened' }).waitFor();
      await reads(/calendar deleted/, /The calendar was deleted at its provider/);
    },
  );

  it('3: given a write that its provider refuses, then the account lists it in its words, and the event shows when', async () => {
    await planted('Refused Write', { method: 'PUT', status: 403, everywhere: true });
    await search('Refused Write');
    await reads(/The server refused the write \(403\)/, /connect the calendar again and allow changes/);
    await press('link', 'an event');
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await reads(/refused/, /The server refused the write \(403\)/);
    expect(await page.getByRole('region', { name: /Write \d+/ }).textContent()).toMatch(/accepted.*refused/);
  });

  it('4: given a receiver whose certificate is not valid, then its attempts say so', async (context) => {
    const files = ['key.pem', 'cert.pem'].map((name) => join(dataDir, name));
    try {
      const subject = ['-subj', '/CN=wrong.example', '-keyout', files[0]!, '-out', files[1]!];
      execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject], {
        stdio: 'ignore',
      });
    } catch {
      return skipFor(context, 'openssl is required to create a certificate');
    }
    const [key, cert] = await Promise.all(files.map((path) => readFile(path)));
    const server: Server = createServer({ key: key!, cert: cert! }, (_request, reply) => void reply.end());
    receivers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const user = await account('Bad Certificate');
    const callback_url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    await call('POST', kalends.url('/v1/channels'), { token: user.access_token, body: { callback_url } });
    await search('Ferry booking');
    await page.getByText('verification').first().waitFor();
    clicks += 1;
    await page.getByText('verification').first().click();
    await reads(/The certificate of the receiver is not valid/);
  });

  it('5: given a receiver that answers 410, then its URL is disabled, with the reason, and can be enabled', async () => {
    const server = createHttpServer((_request, reply) => void reply.writeHead(410).end());
    receivers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gone`;
    const user = await account('Gone Endpoint');
    await call('POST', kalends.url('/v1/channels'), { token: user.access_token, body: { callback_url: url } });
    await search('Ferry booking');
    await reads(
      /it answered 410, which means that it wants no more callbacks/,
      /Enable it once the receiver works again/,
    );
    await press('button', 'Enable');
    await reads(/callbacks/);
  });

  it('6: given a reply from an alias, then the invite states that this address was not invited', async () => {
    const body = {
      method: 'request',
      smart_invite_id: 'crossing-1',
      callback_url: 'http://127.0.0.1:9/replies',
      recipient: { email: 'ann@example.com' },
      event: { summary: 'Crossing', tzid: 'Etc/UTC', start: `${tomorrow()}T10:00:00Z`, end: `${tomorrow()}T11:00:00Z` },
    };
    const made = await call<{ attachments: { icalendar: string } }>('POST', kalends.url('/v1/smart_invites'), {
      token: application.client_secret,
      body,
    });
    const invite = readInvite(made.body.attachments.icalendar);
    await sendMail(running.deployment.smtpPort, {
      ...invite,
      from: 'ann.alias@example.com',
      partstat: 'ACCEPTED',
      comment: 'Yes',
      at: Date.now(),
    });
    await search('Ferry booking');
    await page.getByLabel('smart_invite_id').fill('crossing-1');
    await press('button', 'Show');
    await reads(/ann\.alias@example\.com was not invited: probably an alias/);
  });

  it('7: given a mailbox that is full, then the write has the reason, and what to do', async () => {
    await planted('Full Mailbox', { method: 'PUT', status: 507, everywhere: true });
    await search('Full Mailbox');
    await reads(/The server refused the write \(507\)/, /free space at the provider/);
  });

  it('8: given an event written in a zone that was not meant, then the event states that the zones differ', async () => {
    const user = await account('Wrong Zone', { default_tzid: 'Europe/London' });
    await write(
      user,
      user.calendar_id,
      eventOn(today(), { start: `${today()}T10:00:00`, end: `${today()}T11:00:00`, tzid: 'America/New_York' }),
    );
    await search('Wrong Zone');
    clicks += 1;
    await page.locator('.event.event-application').first().click();
    await reads(/Its zone is America\/New_York, the account’s is/);
  });

  it('9: given a time that is on hold for somebody else, then the availability states that', async () => {
    const user = await account('Hold Conflict');
    const hold = { members: [{ sub: user.sub }], start: `${tomorrow()}T10:00:00Z`, end: `${tomorrow()}T11:00:00Z` };
    const place = (hold_id: string) =>
      call('POST', kalends.url('/v1/holds'), { token: application.client_secret, body: { hold_id, ...hold } });
    expect([(await place('first')).status, (await place('second')).status]).toEqual([201, 409]);
    await search('Hold Conflict');
    await press('link', 'why a time is not offered');
    await press('button', 'Explain');
    await page.getByRole('button', { name: /10:00–11:00 Hold Conflict is on hold for another meeting/ }).focus();
    await reads(/on hold for another meeting/);
  });

  it(
    '10: given a message that a service cannot handle, then its dead letter has the reason, and whose it is',
    { tags: 'long' },
    async () => {
      const user = await account('Dead Letter');
      const database = new Client({ connectionString: running.deployment.databaseUrl });
      await database.connect();
      const body = { kind: 'of-a-newer-release', account_id: user.sub, client_id: application.client_id };
      await database.query(
        `INSERT INTO gateway.outbox (message_id, topic, key, lane, headers, body, max_bytes)
       VALUES ('planted', 'gateway.command.calendar.v1', $1, $1, '{"ce_id":"planted"}', $2, 1000000)`,
        [user.sub, JSON.stringify(body)],
      );
      await database.end();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Name, e-mail address, id or page').fill('dead');
      await press('option', /Dead letters/);
      clicks += 1;
      await page.locator('summary', { hasText: 'to calendar-sync' }).first().click({ timeout: 60_000 });
      await reads(/The contract of its topic does not allow it/);
      await page.getByRole('link', { name: user.sub }).waitFor();
    },
  );
});
