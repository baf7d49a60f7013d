import { createHmac } from 'node:crypto';
import { missingForRadicale, skipFor, startRadicale, waitUntil, type Radicale } from '@kalends/testing';
import Cronofy from 'cronofy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startChannelReceiver, type ChannelReceiver } from './harness/channel-receiver.js';
import { call, e2e, type Account, type Application } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';

type User = Account & { application: Application };

interface Channel {
  channel_id: string;
  callback_url: string;
  filters: Record<string, unknown>;
}

const waitOptions = { timeout: 60_000 };

e2e('push channels', (kalends) => {
  let receiver: ChannelReceiver;
  beforeEach(async () => {
    receiver = await startChannelReceiver();
  });
  afterEach(() => receiver.stop());

  const send = <Body = Record<string, unknown>>(
    user: { access_token: string },
    method: string,
    path = '',
    body?: unknown,
  ) => call<Body>(method, kalends().url(`/v1/channels${path}`), { token: user.access_token, body });
  const open = async (user: User, filters?: object): Promise<Channel> => {
    const answer = await send<{ channel: Channel }>(user, 'POST', '', { callback_url: receiver.url, filters });
    expect(answer.status).toBe(200);
    await waitUntil(() => receiver.of(answer.body.channel.channel_id).includes('verification'), waitOptions);
    return answer.body.channel;
  };

  it('given a channel, when it is created, then it is verified immediately, signed with the client secret (CBK-6)', async () => {
    const user = await kalends().user();
    const channel = await open(user, { only_managed: false, unknown_filter: 1 });

    const [notified] = receiver.calls;
    expect(channel).toEqual({
      channel_id: expect.stringMatching(/^chn_/) as string,
      callback_url: receiver.url,
      filters: {},
    });
    expect(notified!.body).toEqual({ notification: { type: 'verification' }, channel });
    expect(notified!.headers['content-type']).toBe('application/json; charset=utf-8');
    const mac = (text: string) => createHmac('sha256', user.application.client_secret).update(text).digest('base64');
    expect(notified!.headers['cronofy-hmac-sha256']).toBe(mac(notified!.raw));
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = notified!.headers;
    expect(signature).toBe(`v1,${mac(`${String(id)}.${String(at)}.${notified!.raw}`)}`);
    const { body } = await kalends().get<{ callbacks: { callback_id: string; channel_id: string }[] }>(
      user.application.client_secret,
      '/v1/callbacks',
    );
    expect(body.callbacks).toMatchObject([{ callback_id: id, type: 'verification', channel_id: channel.channel_id }]);
  });

  it('given channels, when listed and closed, then each application and account sees its own', async () => {
    const application = await kalends().application();
    const [ada, bob] = [await kalends().account(application), await kalends().account(application)];
    const stranger = await kalends().user();
    const first = await open({ ...ada, application }, { calendar_ids: [ada.calendar_id] });
    const second = await open({ ...ada, application }, { only_managed: true });

    const lists = await Promise.all([ada, bob, stranger].map((user) => send<{ channels: Channel[] }>(user, 'GET')));
    expect(lists.map(({ body }) => body.channels)).toEqual([[first, second], [], []]);
    expect(first.filters).toEqual({ calendar_ids: [ada.calendar_id] });
    expect(second.filters).toEqual({ only_managed: true });

    const foreign = await Promise.all([bob, stranger].map((user) => send(user, 'DELETE', `/${first.channel_id}`)));
    expect(foreign.map(({ status }) => status)).toEqual([404, 404]);
    const closed = await send(ada, 'DELETE', `/${first.channel_id}`, {});
    expect([closed.status, closed.text]).toEqual([202, '']);
    expect((await send(ada, 'DELETE', `/${first.channel_id}`)).status).toBe(404);
    expect((await send<{ channels: Channel[] }>(ada, 'GET')).body.channels).toEqual([second]);
  });

  it('given invalid fields, when a channel is requested, then every one is named; scopes are enforced (CBK-8)', async () => {
    const user = await kalends().user();
    const refused = async (body: unknown) => {
      const { status, body: answer } = await send<{ errors: object }>(user, 'POST', '', body);
      return [status, Object.keys(answer.errors).sort()];
    };
    const calendars = [user.calendar_id, 'cal_foreign'];
    expect(await refused({})).toEqual([422, ['callback_url']]);
    expect(await refused({ callback_url: 'ftp://example.com', filters: { only_managed: 'perhaps' } })).toEqual([
      422,
      ['callback_url', 'filters.only_managed'],
    ]);
    expect(
      await refused({ callback_url: `https://example.com/${'x'.repeat(109)}`, filters: { calendar_ids: calendars } }),
    ).toEqual([422, ['callback_url', 'filters.calendar_ids[1]']]);
    expect(await refused({ callback_url: receiver.url, filters: { calendar_ids: [] } })).toEqual([
      422,
      ['filters.calendar_ids'],
    ]);
    const writer = await kalends().user({ scope: 'create_event delete_event' });
    expect((await send(writer, 'POST', '', { callback_url: receiver.url })).status).toBe(403);
    expect((await call('GET', kalends().url('/v1/channels'))).status).toBe(401);
  });

  it('given the official client, when it creates, lists and closes a channel, then it gets the responses it expects', async () => {
    const user = await kalends().user();
    const { client_id, client_secret } = user.application;
    const client = new Cronofy({ client_id, client_secret, access_token: user.access_token });
    client.urls.api = kalends().deployment.baseUrl;

    const { channel } = await client.createNotificationChannel({
      callback_url: receiver.url,
      filters: { calendar_ids: [user.calendar_id], only_managed: true },
    });
    expect((await client.listNotificationChannels()).channels).toEqual([channel]);
    await client.deleteNotificationChannel({ channel_id: channel.channel_id });
    expect((await client.listNotificationChannels()).channels).toEqual([]);
  });

  it('given an account with an open channel, when it is deleted, then so is the channel', async () => {
    const user = await kalends().user();
    await open(user);
    await kalends().admin('DELETE', `/accounts/${user.sub}`);
    expect((await send(user, 'GET')).status).toBe(401);
  });

  describe('on a CalDAV calendar', () => {
    let radicale: Radicale;
    let calendar: RadicaleCalendar;

    beforeEach(async (context) => {
      const missing = missingForRadicale();
      if (missing) return skipFor(context, missing);
      radicale = await startRadicale({ users: { ada: 'app-password' } });
      calendar = await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'work');
      return () => radicale.stop();
    });

    const object = (uid: string, summary: string) =>
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\n` +
      `DTSTART:20261201T100000Z\r\nDURATION:PT1H\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
    const credentials = () => ({
      provider_name: 'caldav',
      url: radicale.url,
      username: 'ada',
      password: 'app-password',
    });
    const connect = (user: User) => kalends().admin('POST', `/accounts/${user.sub}/profiles`, credentials());
    const untilSynced = (user: User) =>
      waitUntil(async () => {
        const { body } = await kalends().admin<{ profiles: { provider_name: string; initial_sync: string }[] }>(
          'GET',
          `/accounts/${user.sub}/profiles`,
        );
        return body.profiles.some((one) => one.provider_name === 'caldav' && one.initial_sync === 'done');
      }, waitOptions);
    const calendarIdOf = (user: User) =>
      waitUntil(async () => {
        const { body } = await kalends().get<{ calendars: { calendar_name: string; calendar_id: string }[] }>(
          user.access_token,
          '/v1/calendars',
        );
        return body.calendars.find(({ calendar_name }) => calendar_name === 'work')?.calendar_id;
      }, waitOptions);
    const changedSince = async (user: User, since: string) =>
      (await kalends().events<{ summary: string }>(user.access_token, `tzid=Etc/UTC&last_modified=${since}`)).map(
        ({ summary }) => summary,
      );

    it('given a first sync, changes at the server and changes through the API, when synced, then only those at the server are notified, and reads return each', async () => {
      for (let index = 0; index < 40; index += 1)
        await calendar.put(`${index}.ics`, object(`${index}`, `Old ${index}`));
      const user = await kalends().user();
      const { channel_id } = await open(user);
      expect((await connect(user)).status).toBe(201);
      await waitUntil(() => receiver.of(channel_id).includes('profile_initial_sync_completed'), waitOptions);
      expect(receiver.of(channel_id)).toEqual(['verification', 'profile_initial_sync_completed']);

      expect(await calendar.put('a.ics', object('a', 'Theirs'))).toBe(201);
      const notified = await waitUntil(() => receiver.changes(channel_id)[0], waitOptions);
      expect(notified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(await changedSince(user, notified)).toContain('Theirs');

      const calendar_id = await calendarIdOf(user);
      const times = { start: '2026-12-02T10:00:00Z', end: '2026-12-02T11:00:00Z' };
      const own = { event_id: 'own', summary: 'Ours', description: 'd', ...times };
      expect((await kalends().upsert({ ...user, calendar_id }, own)).status).toBe(202);
      const at = await waitUntil(
        async () =>
          (await calendar.query('20261202T000000Z', '20261203T000000Z')).some((one) => one.includes('SUMMARY:Ours')),
        waitOptions,
      );
      expect(at).toBe(true);
      // a notification of the API's own write would have arrived before the next one
      await calendar.remove('a.ics');
      await waitUntil(() => receiver.changes(channel_id).length > 1, waitOptions);
      const second = receiver.changes(channel_id)[1]!;
      await waitUntil(
        async () => (await changedSince(user, `${second}&include_deleted=true`)).includes('Theirs'),
        waitOptions,
      );
      expect(receiver.changes(channel_id)).toHaveLength(2);
      expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(receiver.calls.length);
    });

    it(
      'given filters, when events change, then a channel is notified only of matches; a revoked profile is notified too',
      { tags: 'long' },
      async () => {
        const user = await kalends().user();
        await connect(user);
        await untilSynced(user);
        const calendar_id = await calendarIdOf(user);
        const managed = await open(user, { only_managed: true });
        const elsewhere = await open(user, { calendar_ids: [user.calendar_id] });
        const here = await open(user, { calendar_ids: [calendar_id] });

        await calendar.put('b.ics', object('b', 'Theirs'));
        await waitUntil(() => receiver.changes(here.channel_id).length === 1, waitOptions);
        const { body } = await kalends().get<{ profiles: { profile_id: string; provider_name: string }[] }>(
          user.access_token,
          '/v1/profiles',
        );
        const { profile_id } = body.profiles.find(({ provider_name }) => provider_name === 'caldav')!;
        await call('POST', kalends().url(`/v1/profiles/${profile_id}/revoke`), { token: user.access_token, body: {} });
        await waitUntil(() => receiver.of(here.channel_id).includes('profile_disconnected'), waitOptions);
        await waitUntil(() => receiver.of(managed.channel_id).includes('profile_disconnected'), waitOptions);
        expect(receiver.of(here.channel_id)).toEqual(['verification', 'change', 'profile_disconnected']);
        expect(receiver.of(managed.channel_id)).toEqual(['verification', 'profile_disconnected']);
        expect(receiver.of(elsewhere.channel_id)).toEqual(['verification']);
      },
    );
  });
});
