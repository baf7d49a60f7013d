import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../tools/bounds/bound-ms.mjs';
import { objectOf, profilesOf } from './harness/browser-journey.js';
import { ada, lena, mia } from './harness/google-installation.js';
import { transport, useJourneys } from './harness/journeys.js';
import { RadicaleCalendar, summaryOf } from './harness/radicale-calendar.js';

interface Event {
  event_id?: string;
  summary: string;
  meeting_url?: string;
}

const waitOptions = { timeout: 60_000 };
const may = { tzid: 'Etc/UTC', from: '2031-05-01', to: '2031-05-31' };
const graphEvent = (subject: string, hour: string) => ({
  subject,
  start: { dateTime: `2031-05-07T${hour}:00:00`, timeZone: 'UTC' },
  end: { dateTime: `2031-05-07T${hour}:30:00`, timeZone: 'UTC' },
});

describe(`Microsoft connected in a real browser (${transport})`, () => {
  const world = useJourneys({ microsoft: true });

  const seedEvent = (email: string, event: object) =>
    world.at.control('seed', { microsoft: { events: [{ email, event }] } });
  const eventsOf = (token: string) =>
    world.at.kalends.events<Event>(token, new URLSearchParams({ ...may, include_managed: 'true' }).toString());

  it('given Google, Microsoft and, as Apple, a CalDAV calendar in one account, then the official client lists, reads and writes all three, and a Teams link appears', async () => {
    const work = await RadicaleCalendar.create(world.radicale, 'ada', 'app-password', 'work');
    await work.put('dentist.ics', objectOf('dentist', 'Dentist', '20310506T080000Z'));
    await seedEvent(mia, graphEvent('Standup', '09'));
    const application = await world.at.kalends.application([world.callback.url]);

    await world.journey.begin(application);
    await world.journey.choose('Google Calendar');
    await world.journey.consentAtGoogle(ada);
    const first = await world.journey.allow(application);

    // the wrong button: Microsoft reports what the account is
    await world.journey.begin(application, { provider_name: 'live_connect' });
    await world.journey.consentAtMicrosoft(mia);
    const second = await world.journey.allow(application);
    expect(second.tokens.sub).toBe(first.tokens.sub);
    expect(second.tokens.linking_profile).toMatchObject({
      provider_name: 'exchange',
      provider_service: 'office365',
      profile_name: mia,
    });

    await world.journey.begin(application, { provider_name: 'apple' });
    await world.journey.choose('Apple iCloud');
    await world.chromium.page.getByLabel('Apple Account e-mail address').fill('ada');
    await world.chromium.page.getByLabel('App-specific password').fill('app-password');
    await world.chromium.page.getByText('The calendar is not on iCloud').click();
    await world.chromium.page.getByLabel('Server address').fill(world.radicale.url);
    await world.journey.press('Connect');
    const { client, tokens } = await world.journey.allow(application);
    expect(tokens.sub).toBe(first.tokens.sub);

    const calendars = await waitUntil(async () => {
      const listed = (await client.listCalendars()).calendars;
      return listed.length === 3 && listed;
    }, waitOptions);
    expect(calendars.map(({ provider_name }) => provider_name).sort()).toEqual(['apple', 'exchange', 'google']);
    const read = await waitUntil(async () => {
      const { events } = await client.readEvents(may);
      return events.length === 2 && events;
    }, waitOptions);
    expect(read.map(({ summary }) => summary)).toEqual(['Dentist', 'Standup']);

    for (const { calendar_id, provider_name } of calendars) {
      await client.createEvent({
        calendar_id,
        event_id: `to-${provider_name}`,
        summary: `Written to ${provider_name}`,
        description: 'Agenda',
        start: '2031-05-08T10:00:00Z',
        end: '2031-05-08T11:00:00Z',
        tzid: 'Europe/London',
        ...(provider_name === 'exchange' ? { conferencing: { profile_id: 'integrated' } } : {}),
      } as never);
    }
    const named = (summary: string) => ({ ...waitOptions, what: `the provider to have "${summary}"` });
    await waitUntil(async () => (await world.at.eventsOf(ada)).some(({ summary }) => summary === 'Written to google'), named('Google')); // prettier-ignore
    await waitUntil(
      async () =>
        (await work.query('20310508T000000Z', '20310509T000000Z')).map(summaryOf).includes('Written to apple'),
      named('Apple'),
    );
    const written = await waitUntil(
      async () =>
        (await world.at.microsoftEventsOf(mia)).find(({ fields }) => fields.subject === 'Written to exchange'),
      named('Microsoft'),
    );
    expect(written.fields.onlineMeeting).toBeTruthy();
    const shown = await waitUntil(
      async () =>
        (await eventsOf(tokens.access_token)).find((one) => one.event_id === 'to-exchange' && one.meeting_url),
      named('a Teams link'),
    );
    expect(shown.meeting_url).toMatch(/^https:\/\/teams\.microsoft\.com\//);
    expect(await world.at.mails()).toEqual([]);

    // it polls once an hour: what is visible soon was pushed
    const began = performance.now();
    await world.at.addAtMicrosoft(mia, graphEvent('Lunch', '12'));
    const isShown = async () => (await eventsOf(tokens.access_token)).some(({ summary }) => summary === 'Lunch');
    await waitUntil(isShown, { ...waitOptions, interval: 50, what: 'the push of Microsoft' });
    expect(performance.now() - began).toBeLessThan(boundMs(15_000));
    const profiles = await profilesOf(world.at.kalends, tokens.access_token);
    expect(profiles.map(({ provider_name }) => provider_name).sort()).toEqual(['apple', 'exchange', 'google']);
  });

  it(
    'given a mailbox that is connected twice, and by another application, then it is one profile in each account, and each reads an event once (ACC-1)',
    { tags: 'long' },
    async () => {
      await seedEvent(mia, graphEvent('Review', '15'));
      const connect = async (application: Awaited<ReturnType<typeof world.at.kalends.application>>) => {
        await world.journey.begin(application, { provider_name: 'exchange' });
        await world.journey.consentAtMicrosoft(mia);
        return (await world.journey.allow(application)).tokens;
      };
      const reviews = async (token: string) =>
        (await eventsOf(token)).filter(({ summary }) => summary === 'Review').length;
      const readsOne = (token: string) =>
        waitUntil(async () => (await reviews(token)) > 0, { ...waitOptions, what: 'the event to be read' });
      const application = await world.at.kalends.application([world.callback.url]);
      const first = await connect(application);
      await readsOne(first.access_token);
      await world.chromium.context.clearCookies();
      const again = await connect(application);
      expect([again.sub, again.linking_profile]).toEqual([first.sub, first.linking_profile]);
      expect(await profilesOf(world.at.kalends, again.access_token)).toHaveLength(1);
      const other = await connect(await world.at.kalends.application([world.callback.url]));
      expect(other.sub).not.toBe(first.sub);
      await readsOne(other.access_token);
      expect(await profilesOf(world.at.kalends, other.access_token)).toHaveLength(1);
      for (const { access_token } of [first, again, other]) expect(await reviews(access_token)).toBe(1);
    },
  );

  it(
    'given an organization whose administrator must approve, when one does, then its people connect',
    { tags: 'long' },
    async () => {
      const application = await world.at.kalends.application([world.callback.url]);
      await world.journey.begin(application);
      await world.journey.choose('Microsoft 365');
      await world.journey.consentAtMicrosoft(lena);
      expect(await world.journey.heading()).toBe('An administrator has to approve first');
      expect(await world.journey.overflow()).toBeLessThanOrEqual(0);
      expect(await world.chromium.page.getByText('forward this to your administrator').isVisible()).toBe(true);
      await world.chromium.page.getByText('Approve for my organization').click();
      await world.journey.consentAtMicrosoft(lena);
      await world.journey.consentAtMicrosoft(lena);
      const { tokens } = await world.journey.allow(application);
      expect(tokens.linking_profile).toMatchObject({ provider_name: 'exchange', profile_name: lena });
    },
  );
});
