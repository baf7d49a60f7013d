import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSeeded } from './simulator.fixture.js';

type World = Awaited<ReturnType<typeof startSeeded>>;

const times = {
  start: { dateTime: '2026-12-01T10:00:00', timeZone: 'Europe/London' },
  end: { dateTime: '2026-12-01T11:00:00', timeZone: 'Europe/London' },
};
const ids = (items: Record<string, unknown>[]) => items.map(({ id }) => id);

describe('what the simulated Google refuses or drops', () => {
  let world: World;
  let one: string;
  beforeEach(async () => {
    world = await startSeeded();
    one = `${world.events}/aaaaa`;
  });
  afterEach(() => world.close());

  const insert = (more: object = {}) => world.as(world.events, { body: { id: 'aaaaa', ...times, ...more } });
  const reasonOf = ({ status, body }: Awaited<ReturnType<World['as']>>) => [
    status,
    (body['error'] as { errors: { reason: string }[] }).errors[0]!.reason,
  ];

  it('given a deleted event, when restored without its sequence, then 400 invalid; with it, it exists again', async () => {
    await insert();
    await world.as(one, { method: 'DELETE' });
    expect(reasonOf(await insert())).toEqual([409, 'duplicate']);
    const { sequence, status } = (await world.as(one)).body;
    expect([sequence, status]).toEqual([1, 'cancelled']);
    const put = (more: object) => world.as(one, { method: 'PUT', body: { ...times, status: 'confirmed', ...more } });
    const refused = await put({});
    expect(reasonOf(refused)).toEqual([400, 'invalid']);
    expect((refused.body['error'] as { message: string }).message).toContain('Invalid sequence value');
    expect((await world.as(one)).body['status']).toBe('cancelled');
    expect((await put({ sequence })).status).toBe(200);
    expect(ids((await world.as(world.events)).body.items)).toEqual(['aaaaa']);
  });

  it('given an extended property of 1,025 characters, when written, then 1,024 are kept, silently', async () => {
    const written = await insert({ extendedProperties: { private: { categories: 'x'.repeat(1_025), other: 'y' } } });
    expect(written.status).toBe(200);
    const { extendedProperties } = (await world.as(one)).body;
    expect(extendedProperties).toEqual({ private: { categories: 'x'.repeat(1_024), other: 'y' } });
  });

  it.each([
    ['an unknown member', { colour: 'red' }],
    ['an unknown member of a member', { start: { ...times.start, zone: 'UTC' } }],
    ['a number as summary', { summary: 5 }],
    ['a text as attendees', { attendees: 'grace@example.com' }],
    ['an unknown visibility', { visibility: 'secret' }],
    ['an unknown transparency', { transparency: 'busy' }],
    ['an unknown answer', { attendees: [{ email: 'grace@example.com', responseStatus: 'yes' }] }],
    ['an attendee without an address', { attendees: [{ displayName: 'Grace' }] }],
    ['six reminders', { reminders: { overrides: Array.from({ length: 6 }, () => ({ method: 'popup', minutes: 5 })) } }],
    ['a reminder by SMS', { reminders: { overrides: [{ method: 'sms', minutes: 5 }] } }],
    ['a reminder of five weeks', { reminders: { overrides: [{ method: 'popup', minutes: 50_400 }] } }],
    ['FREQ=NEVER', { recurrence: ['RRULE:FREQ=NEVER'] }],
    ['another line than a rule', { recurrence: ['SUMMARY:Lunch'] }],
    ['colour 12', { colorId: '12' }],
  ])('given %s, when written, then 400, and there is no event', async (_, more) => {
    expect((await insert(more)).status).toBe(400);
    expect((await world.as(world.events)).body.items).toEqual([]);
  });

  it('given five reminders, when written, then they are kept; unknown parameters and broken JSON get 400', async () => {
    const overrides = Array.from({ length: 5 }, (_, minutes) => ({ method: 'popup', minutes }));
    const { body } = await insert({ reminders: { useDefault: false, overrides } });
    expect(body['reminders']).toEqual({ useDefault: false, overrides });
    expect(reasonOf(await world.as(`${world.events}?colour=red`))).toEqual([400, 'invalidParameter']);
    expect(reasonOf(await world.as(`${world.events}?maxResults=many`))).toEqual([400, 'invalidParameter']);
    expect(reasonOf(await world.as(`${world.events}?orderBy=name`))).toEqual([400, 'invalidParameter']);
    const headers = { authorization: `Bearer ${world.grant.access_token}` };
    expect((await fetch(world.events, { method: 'POST', headers, body: '{' })).status).toBe(400);
  });

  it('given times in other zones, when read, then with the offset of the calendar, or of the zone requested', async () => {
    const tokyo = { dateTime: '2026-07-01T10:00:00', timeZone: 'Asia/Tokyo' };
    await insert({ start: tokyo, end: { ...tokyo, dateTime: '2026-07-01T11:00:00' } });
    expect((await world.as(one)).body['start']).toEqual({ ...tokyo, dateTime: '2026-07-01T02:00:00+01:00' });
    const { items } = (await world.as(`${world.events}?timeZone=America/New_York`)).body;
    expect(items[0]!['start']).toEqual({ ...tokyo, dateTime: '2026-06-30T21:00:00-04:00' });
    expect((await world.as(`${world.events}?timeZone=Nowhere`)).status).toBe(400);
  });

  it('given fields, when read, then only those; a version that the client has gets 304', async () => {
    await insert({ summary: 'Lunch' });
    const part = async (url: string, fields: string) => (await world.as(`${url}?fields=${fields}`)).body;
    expect(await part(world.events, 'items(id,start/timeZone),summary')).toEqual({
      summary: 'Home',
      items: [{ id: 'aaaaa', start: { timeZone: 'Europe/London' } }],
    });
    expect(await part(one, 'start/*,summary')).toMatchObject({
      summary: 'Lunch',
      start: { timeZone: 'Europe/London' },
    });
    expect((await world.as(`${one}?fields=items(`)).status).toBe(400);
    const etag = String((await world.as(one)).body['etag']);
    expect((await world.as(one, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await world.as(one, { method: 'PATCH', body: { summary: 'Dinner' } });
    expect((await world.as(one, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it.each([
    ['events.owned', 200, 404],
    ['events', 200, 200],
    ['events.public.readonly', 404, 404],
    ['app.created', 404, 404],
    ['freebusy', 403, 403],
  ])('given the scope %s, when the own and a shared calendar are read, then %i and %i', async (name, own, shared) => {
    await world.control('seed', {
      users: [{ email: 'grace@example.com' }],
      calendars: [{ id: 'team', email: 'grace@example.com' }],
      shares: [{ calendar: 'team', email: 'ada@example.com', accessRole: 'writer' }],
    });
    const scope = `https://www.googleapis.com/auth/calendar.${name}`;
    const grants = [{ email: 'ada@example.com', client_id: 'test', scope }];
    const seeded = await world.control<{ grants: [{ access_token: string }] }>('seed', { grants });
    const token = seeded.grants[0].access_token;
    const statusOf = async (url: string) => (await world.as(url, { token })).status;
    expect(await statusOf(world.events)).toBe(own);
    expect(await statusOf(`${world.api}/calendars/team/events`)).toBe(shared);
  });

  it('given http to another machine, when a channel is opened, then 400', async () => {
    const body = { id: 'ch-1', type: 'web_hook', address: 'http://app.example.com/' };
    expect(reasonOf(await world.as(`${world.events}/watch`, { body }))).toEqual([400, 'push.webhookUrlNotHttps']);
  });

  it('given a calendar without pushes, when a channel is opened, then 400', async () => {
    await world.control('seed', { calendars: [{ id: 'quiet', email: 'ada@example.com', pushes: false }] });
    const body = { id: 'ch-1', type: 'web_hook', address: 'http://127.0.0.1:9/' };
    const refused = await world.as(`${world.api}/calendars/quiet/events/watch`, { body });
    expect(reasonOf(refused)).toEqual([400, 'pushNotSupportedForRequestedResource']);
  });

  it('given a second consent, then a refresh token only with prompt=consent', async () => {
    async function consent(more: object) {
      const redirect_uri = 'http://127.0.0.1:9/callback';
      const asked = { client_id: 'web', redirect_uri, scope: 'email', access_type: 'offline', ...more };
      const form = new URLSearchParams({ ...asked, email: 'ada@example.com', decision: 'allow' });
      const { headers } = await world.as(`${world.url}/o/oauth2/v2/auth/callback`, { body: form });
      const code = new URL(headers.get('location')!).searchParams.get('code')!;
      const exchange = { grant_type: 'authorization_code', client_id: 'web', redirect_uri, code };
      return 'refresh_token' in (await world.as(`${world.url}/token`, { body: new URLSearchParams(exchange) })).body;
    }
    expect([await consent({}), await consent({}), await consent({ prompt: 'consent' })]).toEqual([true, false, true]);
  });

  it('given an unknown sendUpdates, when written, then 400', async () => {
    const at = (value: string) => `${world.events}?sendUpdates=${value}`;
    expect((await world.as(at('nobody'), { body: times })).status).toBe(400);
    for (const value of ['all', 'externalOnly', 'none'])
      expect((await world.as(at(value), { body: times })).status).toBe(200);
  });

  it('given a calendar that its user hides, when listed, then only with showHidden', async () => {
    await world.control('seed', {
      users: [{ email: 'grace@example.com' }],
      calendars: [{ id: 'attic', email: 'grace@example.com' }],
      shares: [{ calendar: 'attic', email: 'ada@example.com', accessRole: 'reader', hidden: true }],
    });
    const list = `${world.api}/users/me/calendarList`;
    expect(ids((await world.as(list)).body.items)).toEqual(['ada@example.com']);
    expect(ids((await world.as(`${list}?showHidden=true`)).body.items)).toEqual(['ada@example.com', 'attic']);
  });

  it('given a writerWithoutPrivateAccess, when they write, then it succeeds, and they see only the times of a private event', async () => {
    await world.control('seed', {
      users: [{ email: 'grace@example.com' }],
      calendars: [{ id: 'team', email: 'grace@example.com' }],
      shares: [{ calendar: 'team', email: 'ada@example.com', accessRole: 'writerWithoutPrivateAccess' }],
      events: [{ calendar: 'team', event: { id: 'secret', summary: 'Secret', visibility: 'private', ...times } }],
    });
    const events = `${world.api}/calendars/team/events`;
    expect((await world.as(events, { body: { id: 'bbbbb', summary: 'Open', ...times } })).status).toBe(200);
    const { items } = (await world.as(events)).body;
    expect(items.map(({ id, summary }) => [id, summary])).toEqual(expect.arrayContaining([['secret', undefined]]));
    expect(items.map(({ id, summary }) => [id, summary])).toEqual(expect.arrayContaining([['bbbbb', 'Open']]));
  });

  it('given addresses that are not verified for pushes, when a channel to another is opened, then 401 and no channel', async () => {
    await world.control('pushes', { hosts: ['calendar.example.com'] });
    const watch = (id: string, address: string) =>
      world.as(`${world.events}/watch`, { body: { id, type: 'web_hook', address } });
    expect(reasonOf(await watch('ch-1', 'https://elsewhere.example.com/'))).toEqual([
      401,
      'push.webhookUrlUnauthorized',
    ]);
    const state = (await (await fetch(`${world.url}/control/state`)).json()) as { channels: unknown[] };
    expect(state.channels).toEqual([]);
    expect((await watch('ch-1', 'https://calendar.example.com/')).status).toBe(200);
  });

  it('given a client that accepts gzip, when its User-Agent mentions it as well, then responses are compressed, otherwise not', async () => {
    const requestWith = (headers: Record<string, string>) =>
      new Promise<[string | undefined, Buffer]>((resolve, reject) => {
        const authorization = `Bearer ${world.grant.access_token}`;
        const sent = request(world.events, { headers: { authorization, ...headers } }, async (response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk as Buffer);
          resolve([response.headers['content-encoding'], Buffer.concat(chunks)]);
        });
        sent.on('error', reject).end();
      });
    await insert();
    const plain = await requestWith({ 'accept-encoding': 'gzip', 'user-agent': 'client' });
    expect([plain[0], JSON.parse(plain[1].toString())]).toMatchObject([undefined, { items: [{ id: 'aaaaa' }] }]);
    const [encoding, bytes] = await requestWith({ 'accept-encoding': 'gzip', 'user-agent': 'client (gzip)' });
    expect([encoding, JSON.parse(gunzipSync(bytes).toString())]).toMatchObject(['gzip', { items: [{ id: 'aaaaa' }] }]);
    expect((await requestWith({ 'user-agent': 'client (gzip)' }))[0]).toBeUndefined();
  });
});
