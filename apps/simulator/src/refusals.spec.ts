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
