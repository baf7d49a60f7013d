import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { BrowserJourney, objectOf, lastingOf, profilesOf } from './harness/browser-journey.js';
import { openChromium } from './harness/chromium.js';
import { ada, bob } from './harness/google-installation.js';
import { transport, useJourneys } from './harness/journeys.js';
import { call } from './harness/kalends.js';
import { RadicaleCalendar, summaryOf } from './harness/radicale-calendar.js';

interface Event {
  event_uid: string;
  event_id?: string;
  calendar_id: string;
  summary: string;
  start: string;
}

const waitOptions = { timeout: 60_000 };

describe(`Google connected in a real browser (${transport})`, () => {
  const world = useJourneys();

  const eventsOf = (token: string) =>
    world.at.kalends.events<Event>(token, 'tzid=Etc/UTC&from=2031-05-01&to=2031-05-31');

  it('given Google and, as Apple, a CalDAV calendar in one account, then the official client lists, reads and writes both (ACC-5)', async () => {
    const work = await RadicaleCalendar.create(world.radicale, 'ada', 'app-password', 'work');
    await work.put('dentist.ics', objectOf('dentist', 'Dentist', '20310506T080000Z'));
    await world.at.control('seed', {
      events: [{ calendar: ada, event: googleEvent('gym', 'Gym', '2031-05-07T08:00:00Z') }],
    });
    const application = await world.at.kalends.application([world.callback.url]);

    await world.journey.begin(application);
    await world.journey.choose('Google Calendar');
    await world.journey.consentAtGoogle(ada);
    expect(await world.journey.heading()).toContain('Test application');
    expect(await world.journey.listItems()).toEqual(
      expect.arrayContaining(['Home', expect.stringContaining('the names of your calendars')]),
    );
    const first = await world.journey.allow(application);
    expect(first.tokens.linking_profile).toMatchObject({ provider_name: 'google', profile_name: ada });

    await world.journey.begin(application, { provider_name: 'apple' });
    expect(await world.journey.listItems()).toContain(ada);
    await world.journey.choose('Apple iCloud');
    await world.chromium.page.getByLabel('Apple Account e-mail address').fill('ada');
    await world.chromium.page.getByLabel('App-specific password').fill('app-password');
    await world.chromium.page.getByText('The calendar is not on iCloud').click();
    await world.chromium.page.getByLabel('Server address').fill(world.radicale.url);
    await world.journey.press('Connect');
    expect(await world.journey.listItems()).toEqual(expect.arrayContaining([`Home (${ada})`, 'work (ada)']));
    const { client, tokens } = await world.journey.allow(application);
    expect(tokens.sub).toBe(first.tokens.sub);

    const calendars = await waitUntil(async () => {
      const listed = (await client.listCalendars()).calendars;
      return listed.length === 2 && listed;
    }, waitOptions);
    expect(calendars.map(({ provider_name, calendar_name }) => [provider_name, calendar_name]).sort()).toEqual([
      ['apple', 'work'],
      ['google', 'Home'],
    ]);
    const read = await waitUntil(async () => {
      const { events } = await client.readEvents({ tzid: 'Etc/UTC', from: '2031-05-01', to: '2031-05-31' });
      return events.length === 2 && events;
    }, waitOptions);
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
    await waitUntil(async () => (await world.at.eventsOf(ada)).some(({ summary }) => summary === 'Written to Home'), {
      ...waitOptions,
      what: 'Google to have its event',
    });
    await waitUntil(
      async () => (await work.query('20310508T000000Z', '20310509T000000Z')).map(summaryOf).includes('Written to work'),
      { ...waitOptions, what: 'the CalDAV server to have its event' },
    );
  });

  it('given a change at Google, then the push shows it in GET /v1/events long before the next poll; forged notifications are 404', async () => {
    const application = await world.at.kalends.application([world.callback.url]);
    await world.journey.begin(application, { provider_name: 'google' });
    await world.journey.consentAtGoogle(ada);
    const { tokens } = await world.journey.allow(application);
    const { access_token } = tokens;
    await waitUntil(async () => (await eventsOf(access_token)).some(({ summary }) => summary === 'Gym'), waitOptions);
    const run = googleEvent('run', 'Run', '2031-05-09T06:00:00Z');
    const began = performance.now();
    await world.at.control('put-event', { calendar: ada, event: run });
    await waitUntil(async () => (await eventsOf(access_token)).some(({ summary }) => summary === 'Run'), {
      ...waitOptions,
      interval: 20,
      what: 'the change at Google',
    });
    const named = await world.at.kalends.events<Event & { google_event_id?: string }>(
      access_token,
      'tzid=Etc/UTC&from=2031-05-09&to=2031-05-09&google_event_ids=true',
    );
    expect(named.map(({ summary, google_event_id }) => [summary, google_event_id])).toEqual([['Run', run.id]]);
    console.log(
      `change at Google seen in GET /v1/events after ${Math.round(performance.now() - began)} ms (${transport})`,
    );

    const address = world.at.kalends.url('/v1/provider_notifications/google');
    const headers = { 'x-goog-channel-id': 'gch_1', 'x-goog-channel-token': 'x', 'x-goog-resource-state': 'exists' };
    expect((await fetch(address, { method: 'POST', headers })).status).toBe(404);
  });

  it(
    'given a conference that Google adds later, when written by the official client, then reads have it pending, then its address (EVT-24, EVT-26)',
    { tags: 'long' },
    async () => {
      const application = await world.at.kalends.application([world.callback.url]);
      await world.journey.begin(application, { provider_name: 'google' });
      await world.journey.consentAtGoogle(ada);
      const { client, tokens } = await world.journey.allow(application);
      const { calendar_id } = await waitUntil(async () => (await client.listCalendars()).calendars[0], waitOptions);
      await world.at.control('conferences', { outcome: 'pending' });
      const written = {
        event_id: 'meet',
        summary: 'Meeting',
        description: 'Join: {{ cronofy.conferencing.join_url }}',
        start: '2031-05-21T10:00:00Z',
        end: '2031-05-21T11:00:00Z',
        tzid: 'Europe/London',
        conferencing: { profile_id: 'default' },
      };
      await client.createEvent({ calendar_id, ...written });
      type Shown = Event & { description: string; conferencing?: { pending?: true; join_url?: string } };
      const shown = async () =>
        (await world.at.kalends.events<Shown>(tokens.access_token, 'tzid=Etc/UTC&from=2031-05-21&to=2031-05-21'))[0]!;
      expect((await shown()).conferencing).toEqual({ pending: true });
      const isAtGoogle = async () => (await world.at.eventsOf(ada)).some(({ summary }) => summary === written.summary);
      await waitUntil(isAtGoogle, { ...waitOptions, what: 'Google to have its event' });
      await world.at.control('finish-conferences', { calendar: ada });
      await world.at.control('conferences', { outcome: 'success' });
      const url = await waitUntil(async () => (await shown()).conferencing?.join_url, waitOptions);
      expect(url).toMatch(/^https:\/\/meet\.google\.com\//);
      await waitUntil(async () => (await shown()).description === `Join: ${url}`, {
        ...waitOptions,
        what: 'the text to be filled',
      });
    },
  );

  it(
    'given a withdrawn permission, when the user returns, then profile and calendars are the same as before',
    { tags: 'long' },
    async () => {
      const application = await world.at.kalends.application([world.callback.url]);
      await world.journey.begin(application, { provider_name: 'google' });
      await world.journey.consentAtGoogle(ada);
      const { client, tokens } = await world.journey.allow(application);
      const { access_token } = tokens;
      const calendar = await waitUntil(async () => (await client.listCalendars()).calendars[0], waitOptions);
      const [current] = await profilesOf(world.at.kalends, access_token);
      await waitUntil(async () => (await eventsOf(access_token)).length > 0, waitOptions);
      await world.at.control('revoke-grants', { email: ada });
      await world.at.control('put-event', {
        calendar: ada,
        event: googleEvent('away', 'Away', '2031-05-10T06:00:00Z'),
      });
      await waitUntil(
        async () => (await profilesOf(world.at.kalends, access_token))[0]!.profile_connected === false,
        waitOptions,
      );

      await world.journey.begin(application, { provider_name: 'google' });
      await world.journey.consentAtGoogle(ada);
      const again = await world.journey.allow(application);
      expect(again.tokens.sub).toBe(tokens.sub);
      await waitUntil(
        async () => (await eventsOf(access_token)).some(({ summary }) => summary === 'Away'),
        waitOptions,
      );
      const after = (await profilesOf(world.at.kalends, access_token)).map(lastingOf);
      expect(after).toEqual([lastingOf({ ...current, profile_connected: true })]);
      expect((await client.listCalendars()).calendars).toEqual([calendar]);
    },
  );

  it(
    'given the relink URL of a disconnected profile, then only the same person can relink it',
    { tags: 'long' },
    async () => {
      const application = await world.at.kalends.application([world.callback.url]);
      await world.journey.begin(application, { provider_name: 'google' });
      await world.journey.consentAtGoogle(ada);
      const { tokens } = await world.journey.allow(application);
      const profile = async () => (await profilesOf(world.at.kalends, tokens.access_token))[0]!;
      const calendars = await waitUntil(async () => {
        const { body } = await world.at.kalends.get<{ calendars: object[] }>(tokens.access_token, '/v1/calendars');
        return body.calendars.length > 0 && body.calendars;
      }, waitOptions);
      const current = await profile();
      const revoked = await call('POST', world.at.kalends.url(`/v1/profiles/${current.profile_id}/revoke`), {
        token: tokens.access_token,
      });
      expect(revoked.status).toBe(202);
      const url = await waitUntil(async () => (await profile()).profile_relink_url, waitOptions);

      await world.chromium.context.clearCookies();
      await world.chromium.page.goto(url);
      expect(await world.journey.heading()).toBe(`Connect ${ada} again`);
      expect(await world.journey.overflow()).toBeLessThanOrEqual(0);
      await world.journey.press('Continue');
      await world.journey.consentAtGoogle(bob);
      expect(await world.chromium.page.getByRole('alert').textContent()).toContain(`${bob} is another Google account`);
      expect((await profile()).profile_connected).toBe(false);

      await world.journey.press('Continue');
      await world.journey.press('Continue');
      await world.journey.consentAtGoogle(ada);
      expect(await world.journey.heading()).toBe('Connected again');
      await waitUntil(async () => (await profile()).profile_connected, waitOptions);
      expect(lastingOf(await profile())).toEqual(lastingOf(current));
      const after = await world.at.kalends.get<{ calendars: object[] }>(tokens.access_token, '/v1/calendars');
      expect(after.body.calendars).toEqual(calendars);
      await world.chromium.page.goto(url);
      expect(await world.journey.heading()).toBe('This calendar is connected');
    },
  );

  it("given the user's own event, when its owner signs in at Google and allows it, then the application edits and deletes it (PERM-3, EVT-28)", async () => {
    const swim = googleEvent('swim', 'Swim', '2031-05-16T06:00:00Z');
    await world.at.control('put-event', { calendar: ada, event: swim });
    const application = await world.at.kalends.application([world.callback.url]);
    await world.journey.begin(application, { provider_name: 'google' });
    await world.journey.consentAtGoogle(ada);
    const { client, tokens } = await world.journey.allow(application);
    const shown = async () => (await eventsOf(tokens.access_token)).find(({ summary }) => summary.startsWith('Swim'));
    const { calendar_id, event_uid } = await waitUntil(shown, waitOptions);
    const permissions = [{ calendar_id, permission_level: 'unrestricted' }];
    const { permissions_request } = await client.elevatedPermissions({ permissions, redirect_uri: world.callback.url });

    await world.chromium.context.clearCookies();
    await world.chromium.page.goto(permissions_request.url!);
    await world.journey.press('Continue');
    await world.journey.consentAtGoogle(bob);
    expect(await world.chromium.page.getByRole('alert').textContent()).toContain(`${bob} is another Google account`);
    expect(await world.chromium.page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
    await world.journey.press('Continue');
    await world.journey.consentAtGoogle(ada);
    await world.journey.press('Allow');
    await world.chromium.page.getByText('Back at the application').waitFor();

    await client.updateExternalEvent({ calendar_id, event_uid, summary: 'Swim, later' });
    const atGoogle = async () => (await world.at.eventsOf(ada)).find(({ id }) => id === swim.id)!;
    await waitUntil(async () => (await atGoogle()).summary === 'Swim, later', { ...waitOptions, what: 'the edit' });
    await client.deleteExternalEvent({ calendar_id, event_uid });
    expect(await shown()).toBeUndefined();
    await waitUntil(async () => (await atGoogle()).status === 'cancelled', { ...waitOptions, what: 'the deletion' });
  });

  it(
    'given a read-only application, then Google is requested only for reading and upserts are refused, until its user allows writing',
    { tags: 'long' },
    async () => {
      const calendarScope = 'https://www.googleapis.com/auth/calendar';
      const application = await world.at.kalends.application([world.callback.url]);
      /** The user consents at Google; returns the scopes requested from Google, and the application's token. */
      async function connect(scope: string) {
        await world.journey.begin(application, { provider_name: 'google', scope });
        const requested = new URL(world.chromium.page.url()).searchParams.get('scope')!.split(' ');
        await world.journey.consentAtGoogle(ada);
        const { tokens } = await world.journey.allow(application);
        return { requested: requested.filter((one) => one.startsWith(calendarScope)), token: tokens.access_token };
      }
      const home = async (token: string) => {
        type Listed = { calendar_id: string; provider_name: string; calendar_readonly: boolean };
        const { body } = await world.at.kalends.get<{ calendars: Listed[] }>(token, '/v1/calendars');
        return body.calendars.find(({ provider_name }) => provider_name === 'google');
      };
      const isThere = async (summary: string) => (await world.at.eventsOf(ada)).some((one) => one.summary === summary);
      const upsert = async (access_token: string, summary: string) => {
        const { calendar_id } = (await home(access_token))!;
        const times = { start: '2031-05-20T10:00:00Z', end: '2031-05-20T11:00:00Z', tzid: 'Europe/London' };
        const event = { event_id: summary, summary, description: '', ...times };
        return world.at.kalends.upsert({ access_token, calendar_id }, event);
      };

      const reading = await connect('read_events list_calendars');
      expect(reading.requested).toEqual([`${calendarScope}.events.readonly`, `${calendarScope}.calendarlist.readonly`]);
      const readonly = await waitUntil(() => home(reading.token), waitOptions);
      expect(readonly.calendar_readonly).toBe(true);
      await waitUntil(async () => (await eventsOf(reading.token)).length > 0, {
        ...waitOptions,
        what: 'events to be read',
      });

      await world.journey.begin(application, { scope: 'read_events create_event list_calendars' });
      await world.journey.choose('A new calendar here');
      const { access_token } = (await world.journey.allow(application)).tokens;
      const refused = await upsert(access_token, 'Too early');
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining('read-only')]);

      const writing = await connect('read_events create_event list_calendars');
      expect(writing.requested).toEqual([`${calendarScope}.events`, `${calendarScope}.calendarlist.readonly`]);
      const writable = () =>
        waitUntil(async () => (await home(writing.token))?.calendar_readonly === false, waitOptions);
      await writable();
      expect((await home(writing.token))!.calendar_id).toBe(readonly.calendar_id);
      expect((await upsert(writing.token, 'Now it may')).status).toBe(202);
      await waitUntil(() => isThere('Now it may'), { ...waitOptions, what: 'Google to have the event' });

      await world.chromium.context.clearCookies();
      const again = await connect('read_events list_calendars');
      expect(again.requested).toEqual(reading.requested);
      await world.at.control('put-event', {
        calendar: ada,
        event: googleEvent('later', 'Later', '2031-05-21T06:00:00Z'),
      });
      await waitUntil(
        async () => (await eventsOf(again.token)).some(({ summary }) => summary === 'Later'),
        waitOptions,
      );
      await writable();
      expect((await upsert(writing.token, 'And still may')).status).toBe(202);
      await waitUntil(() => isThere('And still may'), { ...waitOptions, what: 'Google to have the second event' });
      expect(await isThere('Too early')).toBe(false);
    },
  );

  it('given permission to create calendars, then POST /v1/calendars creates one at Google, visible immediately', async () => {
    const application = await world.at.kalends.application([world.callback.url]);
    await world.journey.begin(application, { provider_name: 'google' });
    await world.journey.consentAtGoogle(ada);
    const { tokens } = await world.journey.allow(application);
    const [profile] = await waitUntil(async () => {
      const profiles = await profilesOf(world.at.kalends, tokens.access_token);
      return profiles.length > 0 && profiles;
    }, waitOptions);
    const make = (name: string) =>
      call<{ calendar: { calendar_id: string } }>('POST', world.at.kalends.url('/v1/calendars'), {
        token: tokens.access_token,
        body: { profile_id: profile!.profile_id, name, color: '#49BED8' },
      });
    const made = await make('Rotas');
    expect([made.status, made.body.calendar]).toMatchObject([200, { calendar_name: 'Rotas', provider_name: 'google' }]);
    const { body } = await world.at.kalends.get<{ calendars: { calendar_id: string }[] }>(
      tokens.access_token,
      '/v1/calendars',
    );
    expect(body.calendars.map(({ calendar_id }) => calendar_id)).toContain(made.body.calendar.calendar_id);
    expect((await world.at.calendarNames()).filter((name) => name === 'Rotas')).toHaveLength(1);
    expect((await make('Rotas')).status).toBe(422);
  });

  it(
    'given a Google account of another account of the application, then a clear page; with avoid_linking it gets a separate account',
    { tags: 'long' },
    async () => {
      const application = await world.at.kalends.application([world.callback.url]);
      await world.journey.begin(application, { provider_name: 'google' });
      await world.journey.consentAtGoogle(ada);
      const { tokens } = await world.journey.allow(application);
      await world.chromium.context.clearCookies();
      await world.journey.begin(application);
      await world.journey.choose('A new calendar here');
      const other = await world.journey.allow(application);
      expect(other.tokens.sub).not.toBe(tokens.sub);

      await world.journey.begin(application, { provider_name: 'google' });
      await world.journey.consentAtGoogle(ada);
      expect(await world.chromium.page.getByRole('alert').textContent()).toContain('belongs to another account');
      await world.journey.press('Choose another calendar');
      expect(await world.journey.heading()).toContain('Connect a calendar');

      await world.journey.begin(application, { provider_name: 'google', avoid_linking: 'true' });
      await world.journey.consentAtGoogle(ada);
      expect((await world.journey.allow(application)).tokens.sub).toBe(tokens.sub);
    },
  );

  it('given no scripts, no mouse and the narrowest phone, then Google is connected by keyboard', async () => {
    await world.chromium.close();
    world.chromium = await openChromium({ width: 320, height: 640 }, { javaScriptEnabled: false });
    const { page } = world.chromium;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    world.journey = new BrowserJourney(world.at.kalends, world.chromium, world.callback);
    await world.journey.begin(await world.at.kalends.application([world.callback.url]));
    await press('Tab');
    expect(await page.locator(':focus').textContent()).toContain('Sign in with Google');
    expect(await world.journey.overflow()).toBeLessThanOrEqual(0);
    await press('Enter');
    await page.getByRole('button', { name: ada }).press('Enter');
    await page.getByRole('heading', { name: 'to use your calendars?' }).waitFor();
    expect(await world.journey.overflow()).toBeLessThanOrEqual(0);
    await press('Tab');
    expect(await page.locator(':focus').inputValue()).toMatch(/^[A-Z]\w+\//);
    await press('Tab', 'Tab', 'Enter');
    await page.getByText('Back at the application').waitFor();
    expect(world.callback.calls.at(-1)!.get('code')).toMatch(/^.{32}$/);
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
