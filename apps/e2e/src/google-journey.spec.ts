import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { BrowserJourney, objectOf, profilesOf } from './harness/browser-journey.js';
import { openChromium } from './harness/chromium.js';
import { googleEvent } from './harness/google-event.js';
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
