// @module-tag long
import { waitUntil } from '@kalends/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { lastingOf, profilesOf } from './harness/browser-journey.js';
import { googleEvent } from './harness/google-event.js';
import { ada, bob } from './harness/google-installation.js';
import { transport, useJourneys } from './harness/journeys.js';
import { call } from './harness/kalends.js';

const waitOptions = { timeout: 60_000 };

describe(`users who return to connect Google again (${transport})`, () => {
  const world = useJourneys();

  beforeAll(() =>
    world.at?.control('seed', {
      events: [{ calendar: ada, event: googleEvent('gym', 'Gym', '2031-05-07T08:00:00Z') }],
    }),
  );

  const eventsOf = (token: string) =>
    world.at.kalends.events<{ summary: string }>(token, 'tzid=Etc/UTC&from=2031-05-01&to=2031-05-31');

  it('given a withdrawn permission, when the user returns, then profile and calendars are the same as before', async () => {
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
    await waitUntil(async () => (await eventsOf(access_token)).some(({ summary }) => summary === 'Away'), waitOptions);
    const after = (await profilesOf(world.at.kalends, access_token)).map(lastingOf);
    expect(after).toEqual([lastingOf({ ...current, profile_connected: true })]);
    expect((await client.listCalendars()).calendars).toEqual([calendar]);
  });

  it('given the relink URL of a disconnected profile, then only the same person can relink it', async () => {
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
  });

  it('given a read-only application, then Google is requested only for reading and upserts are refused, until its user allows writing', async () => {
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
    const writable = () => waitUntil(async () => (await home(writing.token))?.calendar_readonly === false, waitOptions);
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
    await waitUntil(async () => (await eventsOf(again.token)).some(({ summary }) => summary === 'Later'), waitOptions);
    await writable();
    expect((await upsert(writing.token, 'And still may')).status).toBe(202);
    await waitUntil(() => isThere('And still may'), { ...waitOptions, what: 'Google to have the second event' });
    expect(await isThere('Too early')).toBe(false);
  });

  it('given a Google account of another account of the application, then a clear page; with avoid_linking it gets a separate account', async () => {
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
  });
});
