import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@kalends/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSeeded } from '../simulator.fixture.js';

type World = Awaited<ReturnType<typeof startSeeded>>;
const scope = 'https://www.googleapis.com/auth/calendar';
const grace = { type: 'user', value: 'grace@example.com' };

describe('sharing at the simulated Google', () => {
  let world: World;
  let acl: string;
  let team: string;
  let token: string;
  beforeEach(async () => {
    world = await startSeeded();
    const seeded = await world.control<{ grants: [{ access_token: string }] }>('seed', {
      users: [{ email: 'grace@example.com' }, { email: 'root@example.com', admin: true }],
      calendars: [
        { id: 'team', email: 'ada@example.com', summary: 'Team' },
        { email: 'grace@example.com', primary: true },
      ],
      grants: [
        { email: 'grace@example.com', client_id: 'test', scope },
        { email: 'root@example.com', client_id: 'test', scope },
      ],
    });
    token = seeded.grants[0].access_token;
    team = `${world.api}/calendars/team`;
    acl = `${team}/acl`;
  });
  afterEach(() => world.close());

  const statusOf = async (url: string, options = {}) => (await world.as(url, options)).status;
  const share = (role: string) => world.as(acl, { body: { role, scope: grace } });
  const rules = async (query = '') =>
    (await world.as(`${acl}${query}`)).body.items.map(({ id, role }) => `${id} ${role}`);
  const event = {
    summary: 'Secret',
    visibility: 'private',
    start: { dateTime: '2026-12-01T10:00:00Z' },
    end: { dateTime: '2026-12-01T11:00:00Z' },
  };

  it.each([
    ['freeBusyReader', 200, undefined, 403],
    ['reader', 200, undefined, 403],
    ['writerWithoutPrivateAccess', 200, undefined, 200],
    ['writer', 200, 'Secret', 200],
    ['owner', 200, 'Secret', 200],
  ])(
    'given a rule for a %s, when they read and write, then as the role permits',
    async (role, read, summary, written) => {
      await world.as(`${team}/events`, { body: event });
      expect(await statusOf(`${team}/events`, { token })).toBe(404);
      expect((await share(role)).body).toMatchObject({ kind: 'calendar#aclRule', id: `user:${grace.value}`, role });
      const listed = await world.as(`${team}/events`, { token });
      expect([listed.status, listed.body['accessRole'], listed.body.items[0]!['summary']]).toEqual([
        read,
        role,
        summary,
      ]);
      expect(await statusOf(`${team}/events`, { token, body: event })).toBe(written);
      const isOwner = role === 'owner';
      expect(await statusOf(acl, { token })).toBe(isOwner || role === 'writer' ? 200 : 403);
      const more = { role: 'reader', scope: { type: 'user', value: 'eve@example.com' } };
      expect(await statusOf(acl, { token, body: more })).toBe(isOwner ? 200 : 403);
    },
  );

  it('given a shared calendar, when it is put into the list, changed and withdrawn, then the list follows', async () => {
    await share('reader');
    const list = `${world.api}/users/me/calendarList`;
    const ids = async () => (await world.as(list, { token })).body.items.map(({ id }) => id);
    expect(await ids()).toEqual(['grace@example.com']);
    expect((await world.as(list, { token, body: { id: 'team' } })).body).toMatchObject({ accessRole: 'reader' });
    const rule = `${acl}/user:grace@example.com`;
    await world.as(rule, { method: 'PATCH', body: { role: 'writer' } });
    expect((await world.as(`${list}/team`, { token })).body).toMatchObject({
      accessRole: 'writer',
      dataOwner: 'ada@example.com',
    });
    const since = (await world.as(acl)).body['nextSyncToken'] as string;
    expect(await statusOf(rule, { method: 'DELETE' })).toBe(204);
    expect(await ids()).toEqual(['grace@example.com']);
    expect(await statusOf(`${team}/events`, { token })).toBe(404);
    expect(await rules()).toEqual(['user:ada@example.com owner']);
    expect(await rules(`?syncToken=${since}`)).toEqual(['user:grace@example.com none']);
    expect(await statusOf(rule)).toBe(404);
  });

  it('given rules for a domain and for everybody, then they count for whom they name', async () => {
    await world.as(acl, { body: { role: 'reader', scope: { type: 'domain', value: 'example.com' } } });
    expect((await world.as(`${team}/events`, { token })).body['accessRole']).toBe('reader');
    await world.as(acl, { body: { role: 'freeBusyReader', scope: { type: 'default' } } });
    expect(await rules()).toEqual([
      'default freeBusyReader',
      'domain:example.com reader',
      'user:ada@example.com owner',
    ]);
    await world.as(`${acl}/domain:example.com`, { method: 'DELETE' });
    expect((await world.as(`${team}/events`, { token })).body['accessRole']).toBe('freeBusyReader');
  });

  it('given a rule that Google does not have, when written, then it is refused', async () => {
    await share('reader');
    const rule = `${acl}/user:grace@example.com`;
    const refused = [
      await statusOf(acl, { body: { role: 'boss', scope: grace } }),
      await statusOf(acl, { body: { role: 'reader', scope: { type: 'user' } } }),
      await statusOf(acl, { body: { role: 'reader', scope: { type: 'planet', value: 'x' } } }),
      await statusOf(rule, { method: 'PUT', body: { role: 'reader' } }),
      await statusOf(rule, { method: 'PATCH', body: { scope: { type: 'default' } } }),
      await statusOf(`${acl}/user:ada@example.com`, { method: 'DELETE' }),
      await statusOf(`${acl}/user:nobody@example.com`),
    ];
    expect(refused).toEqual([400, 400, 400, 400, 400, 403, 404]);
    expect(await rules()).toEqual(['user:ada@example.com owner', 'user:grace@example.com reader']);
  });

  it('given channels of lists, rules and settings, when these change, then they are notified', async () => {
    const pushed: string[] = [];
    const receiver = createServer((request, response) => {
      pushed.push(`${request.headers['x-goog-channel-id']} ${request.headers['x-goog-resource-state']}`);
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const watch = (id: string, url: string) => world.as(`${url}/watch`, { body: { id, type: 'web_hook', address } });
    await watch('rules', acl);
    await watch('list', `${world.api}/users/me/calendarList`);
    await watch('settings', `${world.api}/users/me/settings`);
    await share('reader');
    await world.as(`${world.api}/calendars`, { body: { summary: 'New' } });
    await world.as(`${world.api}/calendars/primary`, { method: 'PATCH', body: { timeZone: 'Asia/Tokyo' } });
    await waitUntil(() => pushed.length >= 7);
    receiver.close();
    const of = (name: string) =>
      pushed
        .filter((one) => one.startsWith(name))
        .map((one) => one.split(' ')[1])
        .sort();
    expect(of('rules')).toEqual(['exists', 'sync']);
    expect(of('list')).toEqual(['exists', 'exists', 'sync']);
    expect(of('settings')).toEqual(['exists', 'sync']);
  });

  it('given an administrator, when a calendar is transferred, then it is another user’s data', async () => {
    const grants = [{ email: 'root@example.com', client_id: 'test', scope }];
    const seeded = await world.control<{ grants: [{ access_token: string }] }>('seed', { grants });
    const transfer = (as: string | undefined, query: string, id = 'team') =>
      statusOf(`${world.api}/calendars/${id}/transferOwnership?${query}`, {
        method: 'POST',
        ...(as === undefined ? {} : { token: as }),
      });
    const root = seeded.grants[0].access_token;
    const good = 'newDataOwner=grace@example.com&useAdminAccess=true';
    expect(await transfer(undefined, good)).toBe(403);
    expect(await transfer(root, good.replace('true', 'false'))).toBe(400);
    expect(await transfer(root, 'newDataOwner=eve@other.example&useAdminAccess=true')).toBe(400);
    expect(await transfer(root, good, 'ada@example.com')).toBe(400);
    expect(await transfer(root, good, 'nothing')).toBe(404);
    expect(await transfer(root, good)).toBe(204);
    expect((await world.as(team, { token })).body).toMatchObject({ dataOwner: 'grace@example.com' });
    expect(await rules()).toEqual(['user:ada@example.com owner', 'user:grace@example.com owner']);
  });
});
