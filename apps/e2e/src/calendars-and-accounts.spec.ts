import { waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { Browser } from './harness/form-browser.js';
import { call, e2e, type Account, type Application, type Kalends } from './harness/kalends.js';

type User = Account & { application: Application };
interface Calendar {
  calendar_id: string;
  calendar_name: string;
  calendar_primary: boolean;
  profile_id: string;
}

const day = { start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
const event = (event_id: string, more: object = {}) => ({ event_id, summary: event_id, ...day, ...more });
const december = 'tzid=Etc/UTC&from=2026-12-01&to=2026-12-02';

const calendarsOf = async (kalends: Kalends, token: string) =>
  (await kalends.get<{ calendars: Calendar[] }>(token, '/v1/calendars')).body.calendars;
const idsOf = async (kalends: Kalends, token: string) =>
  (await kalends.events<{ event_id: string }>(token, december)).map(({ event_id }) => event_id).sort();
const post = (kalends: Kalends, user: User, path: string, body?: unknown) =>
  call('POST', kalends.url(path), { token: user.access_token, body });

e2e('calendars of the built-in provider', (kalends) => {
  it('given a profile, when a calendar is created, then it is listed and writable immediately (CAL-1)', async () => {
    const user = await kalends().user();
    const [first] = await calendarsOf(kalends(), user.access_token);
    const body = { profile_id: first!.profile_id, name: 'Holidays', color: '#49BED8' };
    const made = await call<{ calendar: Calendar }>('POST', kalends().url('/v1/calendars'), {
      token: user.access_token,
      body,
    });
    expect([made.status, made.body.calendar.calendar_name]).toEqual([200, 'Holidays']);
    const { calendar_id } = made.body.calendar;
    expect((await kalends().upsert({ ...user, calendar_id }, event('away'))).status).toBe(202);
    expect(await idsOf(kalends(), user.access_token)).toEqual(['away']);
    expect((await calendarsOf(kalends(), user.access_token)).map(({ calendar_name }) => calendar_name)).toContain(
      'Holidays',
    );
    const again = await post(kalends(), user, '/v1/calendars', body);
    expect([again.status, again.body.errors]).toMatchObject([
      422,
      { name: [{ key: 'errors.duplicate_calendar_name' }] },
    ]);
    expect((await post(kalends(), user, '/v1/calendars', { ...body, profile_id: 'pro_other' })).status).toBe(422);
  });

  it('given events in two calendars, when those of one and then all are deleted, then only the selected ones are deleted', async () => {
    const user = await kalends().user();
    const [first] = await calendarsOf(kalends(), user.access_token);
    const made = await post(kalends(), user, '/v1/calendars', { profile_id: first!.profile_id, name: 'Second' });
    const second = (made.body.calendar as Calendar).calendar_id;
    await kalends().upsert(user, event('one'));
    await kalends().upsert(user, event('two'));
    await kalends().upsert({ ...user, calendar_id: second }, event('three'));

    const path = `/v1/events?calendar_ids[]=${second}`;
    expect((await call('DELETE', kalends().url(path), { token: user.access_token, body: {} })).status).toBe(202);
    expect(await idsOf(kalends(), user.access_token)).toEqual(['one', 'two']);
    const all = await call('DELETE', kalends().url('/v1/events'), {
      token: user.access_token,
      body: { delete_all: true },
    });
    expect([all.status, all.text]).toEqual([202, '']);
    expect(await idsOf(kalends(), user.access_token)).toEqual([]);
    const nothing = await call('DELETE', kalends().url('/v1/events'), { token: user.access_token, body: {} });
    expect(nothing.status).toBe(422);
  });

  it('given a batch, when run, then each entry has its own response, in order (HTTP-12)', async () => {
    const user = await kalends().user();
    const relative_url = `/v1/calendars/${user.calendar_id}/events`;
    const answer = await post(kalends(), user, '/v1/batch', {
      batch: [
        { method: 'POST', relative_url, data: event('kept') },
        { method: 'POST', relative_url, data: event('wrong', { end: '2026-11-30T10:00:00Z' }) },
        { method: 'GET', relative_url: '/v1/account' },
        { method: 'POST', relative_url, data: event('gone') },
        { method: 'DELETE', relative_url, data: { event_id: 'gone' } },
      ],
    });
    expect(answer.status).toBe(207);
    const { batch } = answer.body as { batch: { status: number; data?: { errors?: object } }[] };
    expect(batch.map(({ status }) => status)).toEqual([202, 422, 422, 202, 202]);
    expect(Object.keys(batch[1]!.data!.errors!)).toEqual(['end']);
    expect(await idsOf(kalends(), user.access_token)).toEqual(['kept']);
  });

  it('given an invitation, when the user answers, then the next read shows it, and other events cannot be answered', async () => {
    const user = await kalends().user({ email: 'ada@example.com' });
    const invite = [{ email: 'ada@example.com' }, { email: 'bob@example.com' }];
    await kalends().upsert(user, event('party', { attendees: { invite } }));
    await kalends().upsert(user, event('alone'));
    type Read = { event_id: string; event_uid: string; participation_status: string; attendees: { status: string }[] };
    const read = async () => await kalends().events<Read>(user.access_token, december);
    const uidOf = async (id: string) => (await read()).find(({ event_id }) => event_id === id)!.event_uid;
    const path = async (id: string) =>
      `/v1/calendars/${user.calendar_id}/events/${await uidOf(id)}/participation_status`;

    const answered = await post(kalends(), user, await path('party'), { status: 'declined' });
    expect(answered.status).toBe(202);
    const party = async () => (await read()).find(({ event_id }) => event_id === 'party')!;
    expect((await party()).participation_status).toBe('declined');
    expect((await party()).attendees.map(({ status }) => status)).toEqual(['declined', 'needs_action']);
    expect((await post(kalends(), user, await path('alone'), { status: 'accepted' })).status).toBe(422);
    expect((await post(kalends(), user, await path('party'), { status: 'maybe' })).status).toBe(422);
    const nowhere = `/v1/calendars/${user.calendar_id}/events/evt_none/participation_status`;
    expect((await post(kalends(), user, nowhere, { status: 'accepted' })).status).toBe(404);
  });
});

e2e('accounts and profiles', (kalends) => {
  it('given an application calendar, when opened twice, then it is one account and both tokens are valid (CAL-3)', async () => {
    const application = await kalends().application();
    const { client_id, client_secret } = application;
    const open = () =>
      call<Account>('POST', kalends().url('/v1/application_calendars'), {
        token: 'undefined',
        body: { client_id, client_secret, application_calendar_id: 'rooms' },
      });
    const [first, second] = [await open(), await open()];
    expect(first.status).toBe(200);
    expect(first.body.sub).toMatch(/^apc_/);
    expect(second.body.sub).toBe(first.body.sub);
    expect(second.body.access_token).not.toBe(first.body.access_token);
    for (const { body } of [first, second]) {
      const [calendar] = await calendarsOf(kalends(), body.access_token);
      expect(calendar!.calendar_name).toBe('rooms');
    }
    expect((await kalends().get(first.body.access_token, '/v1/account')).status).toBe(403);
    const info = await kalends().get(first.body.access_token, '/v1/userinfo');
    expect(info.body).toMatchObject({ 'cronofy.type': 'application_calendar', application_calendar_id: 'rooms' });
    const wrong = { client_id, client_secret: 'KAL_wrong', application_calendar_id: 'rooms' };
    const refused = await call('POST', kalends().url('/v1/application_calendars'), { body: wrong });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_client']);
  });

  it('given a profile, when revoked, then it is shown as disconnected, and no other account can revoke it (ACC-4)', async () => {
    const user = await kalends().user();
    const stranger = await kalends().user();
    const [{ profile_id }] = (await calendarsOf(kalends(), user.access_token)) as [Calendar];
    expect((await post(kalends(), stranger, `/v1/profiles/${profile_id}/revoke`)).status).toBe(404);
    expect((await post(kalends(), user, `/v1/profiles/${profile_id}/revoke`)).status).toBe(202);
    type Profiles = { profiles: { profile_connected: boolean; profile_relink_url?: string }[] };
    const profile = async () => (await kalends().get<Profiles>(user.access_token, '/v1/profiles')).body.profiles[0]!;
    await waitUntil(async () => !(await profile()).profile_connected, { what: 'the profile to be disconnected' });
    const { profile_relink_url } = await profile();
    const page = await call('GET', profile_relink_url!);
    expect([page.status, page.text.includes('disconnected in the application')]).toEqual([200, true]);
  });

  it('given a link token, when another browser goes through the journey, then the profile is added to that account (AUTH-9)', async () => {
    const application = await kalends().application(['http://127.0.0.1:9/callback']);
    const user = await kalends().account(application);
    const linkOf = async (token: string) =>
      (await call<{ link_token: string }>('POST', kalends().url('/v1/link_tokens'), { token })).body.link_token;
    const link = await linkOf(user.access_token);
    const journey = (more: Record<string, string>) =>
      `/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: application.client_id,
        redirect_uri: 'http://127.0.0.1:9/callback',
        scope: 'read_events',
        ...more,
      })}`;
    const browser = new Browser(kalends().deployment.baseUrl);
    await browser.open(journey({ link_token: link }));
    await browser.choose('kalends', { tzid: 'Etc/UTC' });
    await browser.submit({ decision: 'allow' }, 'Allow');
    const code = new URL(browser.location!).searchParams.get('code')!;
    const { client_id, client_secret } = application;
    const tokens = await call<Account>('POST', kalends().url('/oauth/token'), {
      body: {
        grant_type: 'authorization_code',
        client_id,
        client_secret,
        code,
        redirect_uri: 'http://127.0.0.1:9/callback',
      },
    });
    expect(tokens.body.sub).toBe(user.sub);
    expect(await calendarsOf(kalends(), tokens.body.access_token)).toHaveLength(2);

    const foreign = await kalends().user();
    for (const link_token of ['nonsense', await linkOf(foreign.access_token)]) {
      await browser.open(journey({ link_token, state: 's' }));
      const back = new URL(browser.location!);
      expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual(['invalid_request', 's']);
    }
  });
});
