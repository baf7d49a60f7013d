import { missingForRadicale, skipFor, startRadicale, waitUntil, type Radicale } from '@kalends/testing';
import { beforeEach, expect, it } from 'vitest';
import { call, e2e, type Account, type Kalends } from './harness/kalends.js';

interface Calendar {
  calendar_id: string;
  calendar_name: string;
  calendar_readonly: boolean;
  provider_name: string;
  profile_id: string;
}

const calendarsOf = async (kalends: Kalends, user: Account) =>
  (await kalends.get<{ calendars: Calendar[] }>(user.access_token, '/v1/calendars')).body.calendars;

const make = (kalends: Kalends, user: Account, body: object) =>
  call<{ calendar: Calendar; error?: string; description?: string }>('POST', kalends.url('/v1/calendars'), {
    token: user.access_token,
    body,
  });

/** Names of the calendars that the CalDAV server itself lists for Ada. */
async function namesAt(radicale: Radicale): Promise<string[]> {
  const authorization = `Basic ${Buffer.from('ada:app-password').toString('base64')}`;
  const body = '<propfind xmlns="DAV:"><prop><displayname/></prop></propfind>';
  const answer = await fetch(`${radicale.url.replace(/\/$/, '')}/ada/`, {
    method: 'PROPFIND',
    headers: { authorization, depth: '1' },
    body,
  });
  return [...(await answer.text()).matchAll(/<displayname>([^<]+)</g)].map(([, name]) => name!).sort();
}

e2e('calendars created at a CalDAV server', (kalends) => {
  let radicale: Radicale;
  beforeEach(async (context) => {
    const missing = missingForRadicale();
    if (missing) return skipFor(context, missing);
    radicale = await startRadicale({ users: { ada: 'app-password' } });
    return () => radicale.stop();
  });

  async function connected() {
    const user = await kalends().user();
    const answer = await kalends().admin<{ profile_id: string }>('POST', `/accounts/${user.sub}/profiles`, {
      provider_name: 'caldav',
      url: radicale.url,
      username: 'ada',
      password: 'app-password',
    });
    expect(answer.status).toBe(201);
    const { profile_id } = answer.body;
    await waitUntil(async () => {
      const { body } = await kalends().get<{ profiles: { profile_id: string }[] }>(user.access_token, '/v1/profiles');
      return body.profiles.some((one) => one.profile_id === profile_id);
    });
    return { user, profile_id };
  }

  it('given a CalDAV profile, when a calendar is created, then it is at the server, listed immediately, and accepts events', async () => {
    const { user, profile_id } = await connected();
    const made = await make(kalends(), user, { profile_id, name: 'Rotas', color: '#49BED8' });
    expect([made.status, made.body.calendar], made.text).toMatchObject([
      200,
      { calendar_name: 'Rotas', provider_name: 'caldav', profile_id, calendar_readonly: false },
    ]);
    const { calendar_id } = made.body.calendar;
    expect((await calendarsOf(kalends(), user)).map((one) => one.calendar_id)).toContain(calendar_id);
    expect(await namesAt(radicale)).toEqual(['Rotas']);

    const event = { event_id: 'e1', summary: 'Early', start: '2031-05-01T08:00:00Z', end: '2031-05-01T16:00:00Z' };
    expect((await kalends().upsert({ ...user, calendar_id }, event)).status).toBe(202);
    const read = await kalends().events(user.access_token, 'tzid=Etc/UTC&from=2031-05-01&to=2031-05-01');
    expect(read).toMatchObject([{ calendar_id, summary: 'Early' }]);

    const again = await make(kalends(), user, { profile_id, name: 'Rotas' });
    expect([again.status, again.body]).toMatchObject([
      422,
      { errors: { name: [{ key: 'errors.duplicate_calendar_name' }] } },
    ]);
  });

  it('given an unreachable server, or a revoked profile, when a calendar is requested, then 503, then 423', async () => {
    const { user, profile_id } = await connected();
    await radicale.stop();
    const away = await make(kalends(), user, { profile_id, name: 'Nowhere' });
    expect([away.status, away.body.error]).toEqual([503, 'unavailable']);
    const path = `/v1/profiles/${profile_id}/revoke`;
    expect((await call('POST', kalends().url(path), { token: user.access_token })).status).toBe(202);
    const locked = await waitUntil(async () => {
      const answer = await make(kalends(), user, { profile_id, name: 'Nowhere' });
      return answer.status === 423 && answer;
    });
    expect(locked.body).toMatchObject({ error: 'locked', description: expect.stringContaining('disconnected') });
  });
});
