import { missingForRadicale, skipFor, startRadicale, waitUntil, type Radicale } from '@kalends/testing';
import Cronofy from 'cronofy';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startCallbackServer, type CallbackServer } from './harness/callback-server.js';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { ada, startWithGoogle, type GoogleInstallation } from './harness/google-installation.js';
import type { Application } from './harness/kalends.js';
import { RadicaleCalendar, summaryOf } from './harness/radicale-calendar.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;

// by address: the tool belongs to the repository, not to a package
const kafkaTool = new URL('../../../tools/kafka/kafka.mjs', import.meta.url).href;

interface Broker {
  brokers: string;
  stop(): Promise<void>;
}

async function startBroker(): Promise<Broker | undefined> {
  if (transport === 'embedded') return undefined;
  const { startKafka } = (await import(/* @vite-ignore */ kafkaTool)) as { startKafka(): Promise<Broker> };
  return startKafka();
}

interface Profile {
  provider_name: string;
  profile_id: string;
  profile_name: string;
  profile_connected: boolean;
}

interface Event {
  event_uid: string;
  event_id?: string;
  calendar_id: string;
  summary: string;
  start: string;
}

const patience = { timeout: 60_000 };

describe(`Google connected in a real browser (${transport})`, () => {
  const missing = 'skip' in provided ? provided.skip : (missingForRadicale() ?? missingForChromium());
  let broker: Broker | undefined;
  let at: GoogleInstallation;
  let radicale: Radicale;
  let callback: CallbackServer;
  let chromium: RealBrowser;

  beforeAll(async () => {
    if (missing) return;
    broker = await startBroker();
    [at, radicale, callback] = await Promise.all([
      startWithGoogle(broker?.brokers),
      startRadicale({ users: { ada: 'app-password' } }),
      startCallbackServer(),
    ]);
  });
  afterAll(async () => {
    await at?.stop();
    await Promise.all([broker?.stop(), radicale?.stop(), callback?.close()]);
  });
  beforeEach(async (context) => {
    if (missing) return skipFor(context, missing);
    chromium = await openChromium();
    return () => chromium.close();
  });

  async function begin(application: Application, more: Record<string, string> = {}): Promise<void> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: application.client_id,
      redirect_uri: callback.url,
      scope: 'read_write',
      state: 'from-the-browser',
      ...more,
    });
    await chromium.page.goto(at.kalends.url(`/oauth/authorize?${query}`));
  }

  /** The consent page at Google: the person chooses who they are. */
  async function consentAtGoogle(): Promise<void> {
    await chromium.page.getByRole('button', { name: ada }).click();
  }

  const listItems = async () => (await chromium.page.getByRole('listitem').allTextContents()).map((one) => one.trim());

  /** Allows what is asked; answers the official client with the tokens that the application gets. */
  async function allow(application: Application) {
    const before = callback.calls.length;
    await chromium.page.getByRole('button', { name: 'Allow' }).click();
    await chromium.page.getByText('Back at the application').waitFor();
    expect(callback.calls).toHaveLength(before + 1);
    const answer = callback.calls[before]!;
    expect(answer.get('state')).toBe('from-the-browser');
    const client = new Cronofy({ client_id: application.client_id, client_secret: application.client_secret });
    client.urls.api = at.kalends.deployment.baseUrl;
    const tokens = await client.requestAccessToken({ code: answer.get('code')!, redirect_uri: callback.url });
    return { client, tokens };
  }

  const profilesOf = async (token: string) =>
    (await at.kalends.get<{ profiles: Profile[] }>(token, '/v1/profiles')).body.profiles;
  const eventsOf = (token: string) => at.kalends.events<Event>(token, 'tzid=Etc/UTC&from=2031-05-01&to=2031-05-31');

  it('given Google and, as Apple, a CalDAV calendar in one account, then the official client lists, reads and writes both', async () => {
    const work = await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'work');
    await work.put('dentist.ics', objectOf('dentist', 'Dentist', '20310506T080000Z'));
    await at.control('seed', { events: [{ calendar: ada, event: googleEvent('gym', 'Gym', '2031-05-07T08:00:00Z') }] });
    const application = await at.kalends.application([callback.url]);

    await begin(application);
    await chromium.page.getByLabel('Google Calendar').check();
    await chromium.page.getByRole('button', { name: 'Continue' }).click();
    await consentAtGoogle();
    expect(await chromium.page.getByRole('heading', { level: 1 }).textContent()).toContain('Test application');
    expect(await listItems()).toEqual(expect.arrayContaining(['Home', 'see the names of your calendars']));
    const first = await allow(application);
    expect(first.tokens.linking_profile).toMatchObject({ provider_name: 'google', profile_name: ada });

    await begin(application, { provider_name: 'apple' });
    expect(await listItems()).toContain(ada);
    await chromium.page.getByLabel('Apple iCloud').check();
    await chromium.page.getByRole('button', { name: 'Continue' }).click();
    await chromium.page.getByLabel('Apple Account e-mail address').fill('ada');
    await chromium.page.getByLabel('App-specific password').fill('app-password');
    await chromium.page.getByText('The calendar is not kept by iCloud').click();
    await chromium.page.getByLabel('Server address').fill(radicale.url);
    await chromium.page.getByRole('button', { name: 'Connect' }).click();
    expect(await listItems()).toEqual(expect.arrayContaining([`Home (${ada})`, 'work (ada)']));
    const { client, tokens } = await allow(application);
    expect(tokens.sub).toBe(first.tokens.sub);

    const calendars = await waitUntil(async () => {
      const listed = (await client.listCalendars()).calendars;
      return listed.length === 2 && listed;
    }, patience);
    expect(calendars.map(({ provider_name, calendar_name }) => [provider_name, calendar_name]).sort()).toEqual([
      ['apple', 'work'],
      ['google', 'Home'],
    ]);
    const read = await waitUntil(async () => {
      const { events } = await client.readEvents({ tzid: 'Etc/UTC', from: '2031-05-01', to: '2031-05-31' });
      return events.length === 2 && events;
    }, patience);
    expect(read.map(({ summary }) => summary)).toEqual(['Dentist', 'Gym']);

    for (const { calendar_id, calendar_name } of calendars) {
      await client.createEvent({
        calendar_id,
        event_id: `to-${calendar_name}`,
        summary: `Written to ${calendar_name}`,
        description: '',
        start: '2031-05-08T10:00:00Z',
        end: '2031-05-08T11:00:00Z',
        tzid: 'Europe/London',
      });
    }
    await waitUntil(async () => (await at.eventsOf(ada)).some(({ summary }) => summary === 'Written to Home'), {
      ...patience,
      what: 'Google to have its event',
    });
    await waitUntil(
      async () => (await work.query('20310508T000000Z', '20310509T000000Z')).map(summaryOf).includes('Written to work'),
      { ...patience, what: 'the CalDAV server to have its event' },
    );
  });

  it('given a change at Google, then the push shows it in GET /v1/events long before the next poll; forged calls are 404', async () => {
    const application = await at.kalends.application([callback.url]);
    await begin(application, { provider_name: 'google' });
    await consentAtGoogle();
    const { tokens } = await allow(application);
    const { access_token } = tokens;
    await waitUntil(async () => (await eventsOf(access_token)).some(({ summary }) => summary === 'Gym'), patience);
    const began = performance.now();
    await at.control('put-event', {
      calendar: ada,
      event: googleEvent('run', 'Run', '2031-05-09T06:00:00Z'),
    });
    await waitUntil(async () => (await eventsOf(access_token)).some(({ summary }) => summary === 'Run'), {
      ...patience,
      interval: 20,
      what: 'the change at Google',
    });
    console.log(
      `change at Google seen in GET /v1/events after ${Math.round(performance.now() - began)} ms (${transport})`,
    );

    const address = at.kalends.url('/v1/provider_notifications/google');
    const headers = { 'x-goog-channel-id': 'gch_1', 'x-goog-channel-token': 'x', 'x-goog-resource-state': 'exists' };
    expect((await fetch(address, { method: 'POST', headers })).status).toBe(404);
  });

  it('given a permission that was withdrawn, when the user comes again, then profile and calendars are the same as before', async () => {
    const application = await at.kalends.application([callback.url]);
    await begin(application, { provider_name: 'google' });
    await consentAtGoogle();
    const { client, tokens } = await allow(application);
    const { access_token } = tokens;
    const calendar = await waitUntil(async () => (await client.listCalendars()).calendars[0], patience);
    const [held] = await profilesOf(access_token);
    await waitUntil(async () => (await eventsOf(access_token)).length > 0, patience);
    await at.control('revoke-grants', { email: ada });
    await at.control('put-event', { calendar: ada, event: googleEvent('away', 'Away', '2031-05-10T06:00:00Z') });
    await waitUntil(async () => (await profilesOf(access_token))[0]!.profile_connected === false, patience);

    await begin(application, { provider_name: 'google' });
    await consentAtGoogle();
    const again = await allow(application);
    expect(again.tokens.sub).toBe(tokens.sub);
    await waitUntil(async () => (await eventsOf(access_token)).some(({ summary }) => summary === 'Away'), patience);
    expect(await profilesOf(access_token)).toEqual([{ ...held, profile_connected: true }]);
    expect((await client.listCalendars()).calendars).toEqual([calendar]);
  });

  it('given a Google account of another account of the application, then a clear page; avoid_linking leads to its own', async () => {
    const application = await at.kalends.application([callback.url]);
    await begin(application, { provider_name: 'google' });
    await consentAtGoogle();
    const { tokens } = await allow(application);
    await chromium.context.clearCookies();
    await begin(application);
    await chromium.page.getByLabel('A new calendar here').check();
    await chromium.page.getByRole('button', { name: 'Continue' }).click();
    const other = await allow(application);
    expect(other.tokens.sub).not.toBe(tokens.sub);

    await begin(application, { provider_name: 'google' });
    await consentAtGoogle();
    expect(await chromium.page.getByRole('alert').textContent()).toContain('belongs to another account');
    await chromium.page.getByRole('button', { name: 'Choose another calendar' }).click();
    expect(await chromium.page.getByRole('heading', { level: 1 }).textContent()).toContain('Connect a calendar');

    await begin(application, { provider_name: 'google', avoid_linking: 'true' });
    await consentAtGoogle();
    expect((await allow(application)).tokens.sub).toBe(tokens.sub);
  });

  it('given no scripts, no mouse and the narrowest of phones, then Google is connected by keyboard', async () => {
    await chromium.close();
    chromium = await openChromium({ width: 320, height: 640 }, { javaScriptEnabled: false });
    const { page } = chromium;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    await begin(await at.kalends.application([callback.url]));
    await press('Tab', 'Space');
    expect(await page.getByLabel('Google Calendar').isChecked()).toBe(true);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await press('Tab', 'Tab', 'Enter');
    await page.getByRole('button', { name: ada }).press('Enter');
    await page.getByRole('heading', { name: 'to use your calendars?' }).waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await press('Tab', 'Tab', 'Enter');
    await page.getByText('Back at the application').waitFor();
    expect(callback.calls.at(-1)!.get('code')).toMatch(/^.{32}$/);
  });
});

const googleEvent = (id: string, summary: string, at: string) => ({
  id: `${id}00000`,
  summary,
  status: 'confirmed',
  iCalUID: `${id}@google.com`,
  sequence: 0,
  created: '2031-01-01T00:00:00.000Z',
  updated: '2031-01-01T00:00:00.000Z',
  start: { dateTime: at, timeZone: 'Europe/London' },
  end: { dateTime: at.replace(':00:00Z', ':30:00Z'), timeZone: 'Europe/London' },
});

const objectOf = (uid: string, summary: string, start: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART:${start}`,
    'DURATION:PT1H',
    `SUMMARY:${summary}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
