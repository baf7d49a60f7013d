import { skipFor, waitUntil } from '@kalends/testing';
import Cronofy from 'cronofy';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startBroker, type Broker } from './harness/broker.js';
import { FormJourney, type Tokens } from './harness/form-journey.js';
import { mia, startWithGoogle, type GoogleInstallation } from './harness/google-installation.js';
import type { Application } from './harness/kalends.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;
const waitOptions = { timeout: 60_000 };
const nora = 'nora@work.example';
const red = { email: 'red@work.example', name: 'Red' };
const blue = { email: 'blue@work.example', name: 'Blue' };
const at = (hour: string) => ({ dateTime: `2031-05-07T${hour}:00:00`, timeZone: 'UTC' });

interface Calendar {
  calendar_id: string;
  calendar_name: string;
  calendar_readonly: boolean;
  calendar_primary: boolean;
}

describe(`rooms and shared calendars of Microsoft (${transport})`, () => {
  const missing = 'skip' in provided ? provided.skip : undefined;
  let broker: Broker | undefined;
  let installation: GoogleInstallation;
  beforeAll(async () => {
    if (missing) return;
    broker = await startBroker(transport);
    installation = await startWithGoogle(broker?.brokers, {
      microsoft: { MICROSOFT_TENANT: 'organizations', MICROSOFT_OPTIONAL_ACCESS: 'rooms,shared-calendars' },
    });
    await installation.control('seed', {
      microsoft: {
        users: [{ email: nora, name: 'Nora', timeZone: 'Europe/London' }],
        rooms: [red, blue],
        shares: [{ owner: nora, email: mia, canEdit: true, listed: true }],
        events: [{ email: nora, event: { subject: 'Nora is away', start: at('09'), end: at('10') } }],
      },
    });
  });
  afterAll(async () => {
    await installation?.stop();
    await broker?.stop();
  });
  beforeEach((context) => {
    if (missing) skipFor(context, missing);
  });

  /** Posts the form of one of Entra's pages; returns where the browser goes next. */
  async function accept(page: URL): Promise<string> {
    const body = new URLSearchParams([...page.searchParams, ['email', mia], ['decision', 'allow']]);
    const answer = await fetch(`${page.origin}${page.pathname}`, { method: 'POST', body, redirect: 'manual' });
    return answer.headers.get('location')!;
  }

  /** An administrator approves, then Mia connects. */
  async function connected(application: Application): Promise<Tokens> {
    const journey = new FormJourney(installation.kalends, application);
    const { browser } = journey;
    await browser.open('/oauth/providers/microsoft/admin-consent');
    await accept(new URL(browser.location!));
    await journey.begin({ provider_name: 'exchange' });
    await browser.open(browser.location!);
    await browser.open(await accept(new URL(browser.location!)));
    await browser.open(browser.location!);
    return journey.allow();
  }

  it('given rooms and a calendar that a colleague shares, then clients list the rooms, one accepts, and the calendar is read and written', async () => {
    const { kalends } = installation;
    const application = await kalends.application(['http://127.0.0.1:9/callback']);
    const { access_token: token } = await connected(application);
    const get = <Body>(path: string) => kalends.get<Body>(token, path);
    const { client_id, client_secret } = application;
    const client = new Cronofy({ client_id, client_secret, access_token: token });
    client.urls.api = kalends.deployment.baseUrl;

    const calendars = await waitUntil(async () => {
      const { calendars: listed } = (await get<{ calendars: Calendar[] }>('/v1/calendars')).body;
      return listed.length === 2 && listed;
    }, waitOptions);
    expect((await get('/v1/resources')).body).toEqual({ resources: [blue, red] });
    const { profiles } = (await get<{ profiles: { profile_id: string }[] }>('/v1/profiles')).body;
    const { accessible_calendars } = await client.listAccessibleCalendars(profiles[0]!);
    expect(accessible_calendars).toEqual([blue, red].map((one) => ({ calendar_type: 'resource', ...one })));

    const own = calendars.find((one) => one.calendar_primary)!;
    const shared = calendars.find((one) => !one.calendar_primary)!;
    expect(shared.calendar_readonly).toBe(false);
    const event = (event_id: string, more: object) => ({
      event_id,
      summary: event_id,
      start: '2031-05-08T10:00:00Z',
      end: '2031-05-08T11:00:00Z',
      tzid: 'Europe/London',
      ...more,
    });
    const write = (calendar_id: string, body: object) => client.createEvent({ calendar_id, ...body });
    await write(own.calendar_id, event('planning', { attendees: { invite: [{ email: red.email }] } }));
    await write(shared.calendar_id, event('stand-in', {}));
    const subjectsOf = async (email: string) =>
      (await installation.microsoftEventsOf(email)).map(({ fields }) => fields.subject);
    await waitUntil(async () => (await subjectsOf(nora)).includes('stand-in'), waitOptions);
    await waitUntil(async () => (await subjectsOf(red.email)).includes('planning'), waitOptions);

    interface Shown {
      summary: string;
      attendees: { email: string; status: string }[];
    }
    const query = 'tzid=Etc/UTC&from=2031-05-01&to=2031-05-31&include_managed=true';
    const shown = await waitUntil(async () => {
      const events = await kalends.events<Shown>(token, query);
      return events.some(({ attendees }) => attendees.some(({ status }) => status === 'accepted')) && events;
    }, waitOptions);
    expect(shown.map(({ summary }) => summary).sort()).toEqual(['Nora is away', 'planning', 'stand-in']);
    const { attendees } = shown.find(({ summary }) => summary === 'planning')!;
    expect(attendees).toMatchObject([{ email: red.email, status: 'accepted' }]);
  });
});
