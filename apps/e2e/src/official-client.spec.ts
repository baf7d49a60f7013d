import Cronofy from 'cronofy';
import { expect, it } from 'vitest';
import { e2e, type Account, type Application, type Kalends } from './harness/kalends.js';

type Client = InstanceType<typeof Cronofy>;

/** The official client, pointed at this deployment as the contract describes (§15). */
function clientOf(kalends: Kalends, user: Account & { application: Application }): Client {
  const { client_id, client_secret } = user.application;
  const client = new Cronofy({
    client_id,
    client_secret,
    access_token: user.access_token,
    refresh_token: user.refresh_token,
  });
  client.urls.api = kalends.deployment.baseUrl;
  return client;
}

e2e('the official npm client on the built-in calendar', (kalends) => {
  it('lists calendars, upserts a timed and an all-day event, reads and deletes them', async () => {
    const user = await kalends().user();
    const client = clientOf(kalends(), user);

    const { calendars } = await client.listCalendars();
    const calendar_id = calendars[0]!.calendar_id;
    await client.createEvent({
      calendar_id,
      event_id: 'timed',
      summary: 'Timed',
      description: '',
      start: '2026-12-01T10:00:00Z',
      end: '2026-12-01T11:00:00Z',
      tzid: 'Europe/London',
    });
    await client.createEvent({
      calendar_id,
      event_id: 'day',
      summary: 'All day',
      description: '',
      start: '2026-12-02',
      end: '2026-12-03',
    });
    const read = await client.readEvents({
      tzid: 'Etc/UTC',
      from: '2026-12-01T00:00:00Z',
      to: '2026-12-04T00:00:00Z',
      include_managed: true,
    });
    await client.deleteEvent({ calendar_id, event_id: 'timed' });
    const after = await client.readEvents({ tzid: 'Etc/UTC', include_managed: true });

    expect(calendars).toMatchObject([{ provider_name: 'kalends', calendar_readonly: false }]);
    expect(read.events).toMatchObject([
      { event_id: 'timed', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' },
      { event_id: 'day', start: '2026-12-02', end: '2026-12-03' },
    ]);
    expect(after.events.map(({ event_id }) => event_id)).toEqual(['day']);
  });

  it('changes and deletes single instances with members that it passes through, and without them whole series as before (EVT-46)', async () => {
    const user = await kalends().user();
    const client = clientOf(kalends(), user);
    const { calendar_id } = user;
    const times = { start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z', tzid: 'Etc/UTC' };
    const recurrence = { rules: [{ frequency: 'daily', count: 4 }] };
    const series = { calendar_id, event_id: 'daily', summary: 'Daily', description: '', ...times, recurrence };
    await client.createEvent(series);
    const shown = async () => {
      const { events } = await client.readEvents({ tzid: 'Etc/UTC', from: '2026-12-01', to: '2026-12-10' });
      return events.map(({ start, summary }) => `${String(start).slice(8, 13)} ${summary}`);
    };
    const { events } = await client.readEvents({ tzid: 'Etc/UTC', from: '2026-12-01', to: '2026-12-10' });
    const named = (n: number, apply_to: string) => ({
      ...{ calendar_id, event_id: 'daily', apply_to },
      event_uid: events[n]!.event_uid,
    });
    const moved = { start: '2026-12-02T14:00:00Z', end: '2026-12-02T15:00:00Z' };
    const review = { ...named(1, 'instance'), summary: 'Review', description: '', ...moved };
    await client.createEvent(review as Parameters<typeof client.createEvent>[0]);
    await client.deleteEvent(named(3, 'following') as Parameters<typeof client.deleteEvent>[0]);
    expect(await shown()).toEqual(['01T10 Daily', '02T14 Review', '03T10 Daily']);
    await client.createEvent({ ...series, summary: 'Every day', apply_to: 'series' } as typeof series);
    expect(await shown()).toEqual(['01T10 Every day', '02T14 Review', '03T10 Every day', '04T10 Every day']);
  });

  it('follows next_page through all pages', async () => {
    const user = await kalends().user();
    const client = clientOf(kalends(), user);
    for (let index = 0; index < 120; index += 1) {
      await kalends().upsert(user, {
        event_id: `e${index}`,
        summary: 's',
        start: '2026-12-01T10:00:00Z',
        end: '2026-12-01T11:00:00Z',
      });
    }

    const first = await client.readEvents({ tzid: 'Etc/UTC' });
    const second = await client.readEvents({ next_page: first.pages.next_page, tzid: 'Etc/UTC' });

    const ids = [...first.events, ...second.events].map(({ event_id }) => event_id);
    expect(first.pages).toMatchObject({ current: 1, total: 2 });
    expect(new Set(ids).size).toBe(120);
    expect(second.pages).not.toHaveProperty('next_page');
  });

  it('refreshes, reports the user’s identity, and revokes', async () => {
    const user = await kalends().user();
    const client = clientOf(kalends(), user);

    const tokens = await client.refreshAccessToken();
    const { account } = await client.accountInformation();
    const userinfo = await client.userInfo();
    const { profiles } = await client.profileInformation();
    await client.revokeAuthorization();

    expect(tokens.access_token).not.toBe(user.access_token);
    expect(account).toMatchObject({ account_id: user.sub, email: 'ada@example.com' });
    expect(userinfo).toMatchObject({ sub: user.sub, 'cronofy.type': 'account' });
    expect(userinfo['cronofy.data'].profiles[0]!.profile_calendars).toMatchObject([{ calendar_id: user.calendar_id }]);
    expect(profiles).toMatchObject([{ profile_connected: true }]);
    await expect(client.listCalendars()).rejects.toMatchObject({ statusCode: 401 });
  });

  it('reports each invalid field by an error with the parsed body', async () => {
    const user = await kalends().user();
    const client = clientOf(kalends(), user);

    const failure = await client
      .createEvent({ calendar_id: user.calendar_id, event_id: 'x' })
      .catch((error: unknown) => error);

    expect(failure).toMatchObject({
      statusCode: 422,
      error: { entity: { errors: { summary: [{ key: 'errors.required' }] } } },
    });
  });
});
