import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@kalends/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSeeded } from './simulator.fixture.js';

type World = Awaited<ReturnType<typeof startSeeded>>;
const at = (day: string, zone = 'Europe/London') => ({
  start: { dateTime: `2026-12-${day}T10:00:00`, timeZone: zone },
  end: { dateTime: `2026-12-${day}T11:00:00`, timeZone: zone },
});
const ids = (items: Record<string, unknown>[]) => items.map(({ id }) => id);

describe('the simulated Google Calendar', () => {
  let world: World;
  beforeEach(async () => {
    world = await startSeeded();
  });
  afterEach(() => world.close());

  const insert = (id: string, more: object = {}) => world.as(world.events, { body: { id, ...at('01'), ...more } });
  const syncToken = async () => (await world.as(world.events)).body['nextSyncToken'] as string;
  const since = (token: string, more = '') => world.as(`${world.events}?syncToken=${token}${more}`);

  it('given a sync token, when events are added, changed and deleted, then the next list reports exactly that', async () => {
    for (const id of ['aaaaa', 'bbbbb', 'ccccc']) await insert(id);
    const token = await syncToken();
    expect((await since(token)).body.items).toEqual([]);
    await world.as(`${world.events}/aaaaa`, { method: 'PATCH', body: { summary: 'New' } });
    await world.as(`${world.events}/bbbbb`, { method: 'DELETE' });
    const { body } = await since(token);
    expect(body.items).toMatchObject([
      { id: 'aaaaa', summary: 'New' },
      { id: 'bbbbb', status: 'cancelled' },
    ]);
    expect(ids((await since(body['nextSyncToken'] as string)).body.items)).toEqual([]);
    expect(ids((await world.as(world.events)).body.items)).toEqual(['aaaaa', 'ccccc']);
  });

  it('given several pages, when listed, then the sync token is on the last one only, and misses no change', async () => {
    for (const id of ['aaaaa', 'bbbbb', 'ccccc']) await insert(id);
    const first = await world.as(`${world.events}?maxResults=2`);
    expect(first.body['nextSyncToken']).toBeUndefined();
    await world.as(`${world.events}/aaaaa`, { method: 'DELETE' });
    const second = await world.as(`${world.events}?maxResults=2&pageToken=${first.body['nextPageToken'] as string}`);
    expect(ids(second.body.items)).toEqual(['ccccc']);
    expect(ids((await since(second.body['nextSyncToken'] as string)).body.items)).toEqual(['aaaaa']);
  });

  it('given invalidated or foreign sync tokens, then 410 fullSyncRequired; with a filter, then 400', async () => {
    const token = await syncToken();
    await world.control('invalidate-sync-tokens');
    expect(await since(token)).toMatchObject({
      status: 410,
      body: { error: { errors: [{ reason: 'fullSyncRequired' }] } },
    });
    expect((await since('rubbish')).status).toBe(410);
    expect((await since(await syncToken(), '&timeMin=2026-01-01T00:00:00Z')).status).toBe(400);
  });

  it('given a client-chosen id, when inserted again, also after deletion, then 409', async () => {
    expect((await insert('abcdef')).body).toMatchObject({ id: 'abcdef', iCalUID: 'abcdef@google.com' });
    expect((await insert('abcdef')).status).toBe(409);
    await world.as(`${world.events}/abcdef`, { method: 'DELETE' });
    expect((await insert('abcdef')).status).toBe(409);
    expect((await world.as(`${world.events}/abcdef`, { method: 'DELETE' })).status).toBe(410);
    expect((await insert('UPPER')).status).toBe(400);
  });

  it('given an older version, when patched with If-Match, then 412; members that the patch does not name stay', async () => {
    const { body } = await insert('abcdef', { location: 'Hall', extendedProperties: { private: { x: '1' } } });
    const patch = (etag: string, change: object) =>
      world.as(`${world.events}/abcdef`, { method: 'PATCH', body: change, headers: { 'if-match': etag } });
    const second = await patch(body['etag'] as string, { extendedProperties: { private: { y: '2' } } });
    expect(second.body).toMatchObject({ location: 'Hall', extendedProperties: { private: { x: '1', y: '2' } } });
    expect((await patch(body['etag'] as string, { summary: 'x' })).status).toBe(412);
    expect((await patch(second.body['etag'] as string, { location: null })).body['location']).toBeUndefined();
  });

  it('given a series, when instances are changed and cancelled, then they are exceptions with their original start', async () => {
    const rule = { recurrence: ['RRULE:FREQ=DAILY;COUNT=5'] };
    await insert('jeden', rule);
    const id = 'jeden_20261202T100000Z';
    expect((await world.as(`${world.events}/${id}`)).body).toMatchObject({ recurringEventId: 'jeden' });
    await world.as(`${world.events}/${id}`, { method: 'PATCH', body: { summary: 'Moved' } });
    await world.as(`${world.events}/jeden_20261203T100000Z`, { method: 'DELETE' });
    expect((await world.as(`${world.events}/jeden_20261209T100000Z`)).status).toBe(404);
    const { body } = await world.as(world.events);
    expect(body.items).toMatchObject([
      { id: 'jeden', ...rule },
      { id, summary: 'Moved', originalStartTime: { dateTime: '2026-12-02T10:00:00Z' } },
      { status: 'cancelled', recurringEventId: 'jeden', originalStartTime: { dateTime: '2026-12-03T10:00:00Z' } },
    ]);
    expect((await world.as(`${world.events}?iCalUID=jeden@google.com`)).body.items).toHaveLength(3);
  });

  it('given a channel, when events change, then sync and exists are pushed, until it is stopped or expires', async () => {
    const pushed: string[] = [];
    const receiver = createServer((request, response) => {
      pushed.push([request.headers['x-goog-resource-state'], request.headers['x-goog-channel-token']].join(' '));
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const watch = (id: string) =>
      world.as(`${world.events}/watch`, { body: { id, type: 'web_hook', address, token: 't' } });
    const { body } = await watch('ch-1');
    expect((await watch('ch-1')).status).toBe(400);
    await insert('aaaaa');
    await waitUntil(() => pushed.length === 2);
    expect([...pushed].sort()).toEqual(['exists t', 'sync t']);
    await world.control('pushes', { drop: 1, double: 1 });
    await insert('bbbbb');
    await insert('ccccc');
    await waitUntil(() => pushed.length === 4);
    const stop = { id: 'ch-1', resourceId: body['resourceId'] };
    expect((await world.as(`${world.api}/channels/stop`, { body: stop })).status).toBe(204);
    await watch('ch-2');
    await waitUntil(() => pushed.length === 5);
    await world.control('clock', { advance_ms: 604_800_001 });
    await world.control('limits', { tokenSeconds: 3600 });
    expect(
      await world.control('put-event', { calendar: 'ada@example.com', event: { id: 'ddddd', status: 'confirmed' } }),
    );
    await world.close();
    expect(pushed).toHaveLength(5);
    receiver.close();
  });

  it('given quotas and scripted faults, when called, then they take effect, and a lost response was executed', async () => {
    await world.control('faults', { path: '/events', status: 429, reason: 'rateLimitExceeded', retryAfter: 7 });
    const busy = await world.as(world.events);
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7']);
    await world.control('faults', { method: 'POST', lostAnswer: true });
    await expect(insert('abcdef')).rejects.toThrow();
    expect((await insert('abcdef')).status).toBe(409);
    await world.control('faults', { method: 'POST', delayMs: 150 });
    const startedAt = performance.now();
    expect((await insert('fedcba')).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(140);
    await world.control('faults', { method: 'GET', spoils: 'half' });
    await expect(world.as(world.events)).rejects.toThrow(SyntaxError);
    await world.control('faults', { method: 'GET', spoils: 'page' });
    await expect(world.as(world.events), 'no JSON').rejects.toThrow('Events.text is unknown');
    await world.control('faults', { path: '/events', status: 500, times: 5, seconds: 10 });
    expect((await world.as(world.events)).status).toBe(500);
    await world.control('clock', { advance_ms: 10_000 });
    expect((await world.as(world.events)).status).toBe(200);
    await world.control('limits', { requestsPerMinute: 0 });
    expect(await world.as(world.events)).toMatchObject({
      status: 403,
      body: { error: { errors: [{ reason: 'rateLimitExceeded' }] } },
    });
  });

  it('given expired tokens, a reader’s role and a removed calendar, then 401, 403 and 404', async () => {
    await world.control('seed', {
      users: [{ email: 'grace@example.com' }],
      calendars: [{ id: 'team', email: 'grace@example.com', summary: 'Team' }],
      shares: [{ calendar: 'team', email: 'ada@example.com', accessRole: 'reader' }],
    });
    const list = `${world.api}/users/me/calendarList`;
    const before = await world.as(list);
    expect(before.body.items).toMatchObject([{ primary: true }, { id: 'team', accessRole: 'reader' }]);
    expect((await world.as(`${world.api}/calendars/team/events`, { body: at('01') })).status).toBe(403);
    await world.control('remove-calendar', { calendar: 'team' });
    expect((await world.as(`${world.api}/calendars/team/events`)).status).toBe(404);
    const delta = await world.as(`${list}?syncToken=${before.body['nextSyncToken'] as string}`);
    expect(delta.body.items).toMatchObject([{ id: 'team', deleted: true }]);
    await world.control('expire-tokens');
    expect((await world.as(list)).status).toBe(401);
  });

  describe('given a grant of few scopes', () => {
    const calendar = 'https://www.googleapis.com/auth/calendar';
    async function tokenFor(...names: string[]) {
      const scope = names.map((name) => `${calendar}.${name}`).join(' ');
      const grants = [{ email: 'ada@example.com', client_id: 'test', scope }];
      return (await world.control<{ grants: [{ access_token: string }] }>('seed', { grants })).grants[0].access_token;
    }

    it.each(['events.readonly', 'events.freebusy', 'readonly'])(
      'of %s, when written, then 403 insufficientPermissions, and nothing is changed',
      async (scope) => {
        await insert('aaaaa', { summary: 'Lunch' });
        const token = await tokenFor(scope);
        const one = `${world.events}/aaaaa`;
        const refused = [
          await world.as(world.events, { token, body: at('01') }),
          await world.as(one, { token, method: 'PATCH', body: { summary: 'Dinner' } }),
          await world.as(one, { token, method: 'PUT', body: at('02') }),
          await world.as(one, { token, method: 'DELETE' }),
        ];
        for (const { status, body, headers } of refused) {
          const error = {
            code: 403,
            status: 'PERMISSION_DENIED',
            errors: [{ reason: 'insufficientPermissions' }],
            details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
          };
          expect([status, body]).toMatchObject([403, { error }]);
          expect(headers.get('www-authenticate')).toContain('error="insufficient_scope"');
        }
        expect((await world.as(world.events)).body.items).toMatchObject([{ id: 'aaaaa', summary: 'Lunch' }]);
      },
    );

    it('of events.freebusy, when listed, then only times are shown; of events.readonly, the event', async () => {
      await insert('aaaaa', { summary: 'Lunch', location: 'Hall' });
      const [times] = (await world.as(world.events, { token: await tokenFor('events.freebusy') })).body.items;
      expect(times).toMatchObject({ id: 'aaaaa', visibility: 'private', start: { timeZone: 'Europe/London' } });
      expect(times).not.toHaveProperty('summary');
      expect(times).not.toHaveProperty('location');
      const [whole] = (await world.as(world.events, { token: await tokenFor('events.readonly') })).body.items;
      expect(whole).toMatchObject({ id: 'aaaaa', summary: 'Lunch', location: 'Hall' });
    });

    it('of events alone, when calendars are listed or created, then 403', async () => {
      const token = await tokenFor('events');
      expect((await world.as(`${world.api}/users/me/calendarList`, { token })).status).toBe(403);
      expect((await world.as(`${world.api}/calendars`, { token, body: { summary: 'Rotas' } })).status).toBe(403);
    });
  });

  it('given the same requests after a reset, then the same ids are created', async () => {
    const run = async () => {
      await world.control('reset');
      const seeded = await world.control<{ calendars: string[] }>('seed', {
        users: [{ email: 'ada@example.com' }],
        calendars: [{ email: 'ada@example.com' }],
      });
      return seeded.calendars;
    };
    expect(await run()).toEqual(await run());
  });
});
