import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, createSealer } from '@kalends/service';
import type { CalendarRecord, EventRecord, ProfileRecord } from '@kalends/contracts';
import { waitUntil } from '@kalends/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CloseChannels } from './close-channels/close-channels.worker.js';
import { profileId, startEngine, type Engine } from './engine.fixture.js';
import { ada, egress, startGoogle, type SimulatedGoogle } from './google-provider/google.fixture.js';
import { GoogleProvider } from './google-provider/google-provider.js';
import { createTokenStore, sealTokens } from './google-provider/profile-tokens.js';
import type { ProviderOf } from './provider/providers.js';
import { TakeNotificationsHandler } from './take-notifications/take-notifications.handler.js';

const sealer = createSealer([new Uint8Array(32).fill(7)]);
const log = createLogger({ service: 'calendar-sync', level: 'silent' });
const at = (day: string) => ({
  start: { dateTime: `2026-12-${day}T10:00:00`, timeZone: 'Europe/London' },
  end: { dateTime: `2026-12-${day}T11:00:00`, timeZone: 'Europe/London' },
});
const meeting = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
};

interface Push {
  channel: string;
  state: string;
  token: string;
}

describe('the engine with a Google account', () => {
  let google: SimulatedGoogle;
  let engine: Engine;
  let receiver: Server;
  let pushes: Push[];
  let providerOf: ProviderOf;
  beforeEach(async () => {
    google = await startGoogle();
    pushes = [];
    receiver = createServer((request, response) => {
      const header = (name: string) => String(request.headers[`x-goog-${name}`]);
      pushes.push({ channel: header('channel-id'), state: header('resource-state'), token: header('channel-token') });
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    engine = await startEngine({
      providerOf: (profile, signal) => providerOf(profile, signal),
      push: { address, tokenFor: (id) => `token of ${id}` },
    });
    const client = { id: 'test', secret: 'secret' };
    const { clock, pool } = engine;
    await google.control('clock', { now: new Date(clock.now()).toISOString() });
    await google.control('limits', { tokenSeconds: 30 * 86_400 });
    const tokensOf = createTokenStore({ pool, sealer, egress, tokenUrl: google.tokenUrl, client, clock: clock.now });
    providerOf = ({ profile_id }, signal) =>
      new GoogleProvider({ egress, baseUrl: google.apiUrl, tokens: tokensOf(profile_id), signal });
    const { refresh_token } = google.grant;
    const sealed = sealTokens(sealer, profileId, { access_token: 'old', refresh_token, expires_at: 0 });
    await pool.query(`INSERT INTO oauth_token VALUES ($1, $2, '', '{}')`, [profileId, sealed]);
    await pool.query(`UPDATE profile SET provider_name = 'google'`);
  });
  afterEach(async () => {
    receiver.close();
    await Promise.all([google.close(), engine.stop()]);
  });

  const records = async <Kind extends 'profile' | 'calendar' | 'event'>(kind: Kind) =>
    [...(await engine.state()).values()].filter((record) => record.kind === kind) as Extract<
      ProfileRecord | CalendarRecord | EventRecord,
      { kind: Kind }
    >[];
  const live = async () => (await records('event')).filter(({ deleted }) => !deleted);
  const titles = async () => (await live()).map(({ series }) => series.master?.summary).sort();
  const add = (id: string, summary: string, day = '01') =>
    google.others('POST', undefined, { id, summary, ...at(day) });
  const channels = async () =>
    (await engine.pool.query<{ channel_id: string; expires_at: number }>('SELECT * FROM push_channel')).rows;
  const advance = async (ms: number) => {
    engine.clock.advance(ms);
    await google.control('clock', { advance_ms: ms });
  };
  const handler = () => new TakeNotificationsHandler(engine.pool, engine.clock.now, () => undefined, log);
  const notify = (channel_id: string, resource_state: string) =>
    handler().take({ provider_name: 'google', channel_id, resource_state, received_at: engine.clock.now() });

  it('given events on both sides, when synced and written, then provider and state topic hold the same', async () => {
    await add('aaaaa', 'Theirs');
    await engine.syncNow();
    await engine.write('ours', meeting);
    await engine.carry();
    await engine.syncNow();
    expect(await titles()).toEqual(['Board meeting', 'Theirs']);
    const { items } = (await google.others('GET')) as { items: { summary: string }[] };
    expect(items.map(({ summary }) => summary).sort()).toEqual(['Board meeting', 'Theirs']);
    await engine.write('ours', null);
    await engine.carry();
    await engine.syncNow();
    expect(await titles()).toEqual(['Theirs']);
    expect(((await google.others('GET')) as { items: unknown[] }).items).toHaveLength(1);
  });

  it('field case 1: given events deleted while sync tokens became invalid, then they disappear', async () => {
    await add('aaaaa', 'Stays');
    await add('bbbbb', 'Goes');
    await engine.syncNow();
    await google.others('DELETE', 'bbbbb');
    await google.control('invalidate-sync-tokens');
    await engine.syncNow();
    expect(await titles()).toEqual(['Stays']);
    await add('ccccc', 'Later');
    await engine.syncNow();
    expect(await titles()).toEqual(['Later', 'Stays']);
  });

  it('field case 2: given a read that ends between pages 2 and 3, when begun again, then nothing is lost or doubled', async () => {
    const events = Array.from({ length: 1300 }, (_, index) => ({
      calendar: ada,
      event: { id: `e${String(index).padStart(5, '0')}`, summary: `No. ${index}`, ...at('01') },
    }));
    await google.control('seed', { events });
    const faults = { method: 'GET', path: '/events', after: 2, times: 1, status: 503 };
    await google.control('faults', faults);
    await engine.syncNow();
    const { rows } = await engine.pool.query<{ cursor: string | null; synced: boolean }>('SELECT * FROM calendar');
    expect(rows).toMatchObject([{ cursor: null, synced: false }]);
    expect(await live()).toHaveLength(1000);
    await google.others('DELETE', 'e00001');
    await engine.syncNow();
    expect(new Set(await titles()).size).toBe(1299);
    expect(await live()).toHaveLength(1299);
  });

  it('field case 3: given a push `sync`, then no work; `exists`, then a delta; of no channel, then ignored', async () => {
    await engine.syncNow();
    await waitUntil(() => pushes.length === 1);
    expect(pushes).toMatchObject([{ state: 'sync', token: `token of ${pushes[0]!.channel}` }]);
    await notify(pushes[0]!.channel, 'sync');
    expect(await engine.sync()).toBe(0);
    await add('aaaaa', 'Pushed');
    await waitUntil(() => pushes.length === 2);
    expect(pushes[1]).toMatchObject({ channel: pushes[0]!.channel, state: 'exists' });
    await notify('gch_unknown', 'exists');
    expect(await engine.sync()).toBe(0);
    await notify(pushes[1]!.channel, 'exists');
    expect(await engine.sync()).toBe(1);
    expect(await titles()).toEqual(['Pushed']);
    await notify(pushes[1]!.channel, 'exists');
    await engine.sync();
    expect(await titles()).toEqual(['Pushed']);
  });

  it('given a notification while the profile is being read, then it is read again at once', async () => {
    await engine.syncNow();
    const inner = providerOf;
    providerOf = (profile, signal) => {
      const provider = inner(profile, signal);
      const changes = provider.changes.bind(provider);
      provider.changes = async (...read) => {
        const result = await changes(...read);
        await add('aaaaa', 'Just missed');
        await notify((await channels())[0]!.channel_id, 'exists');
        return result;
      };
      return provider;
    };
    await engine.syncNow();
    providerOf = inner;
    expect(await titles()).toEqual([]);
    expect(await engine.sync()).toBe(1);
    expect(await titles()).toEqual(['Just missed']);
  });

  it('field case 4: given a channel near its end, then its successor is open before it; past it, then a delta too', async () => {
    await engine.syncNow();
    const [first] = await channels();
    await advance(5 * 86_400_000);
    await engine.syncNow();
    expect((await channels()).map(({ channel_id }) => channel_id)).toEqual([first!.channel_id]);
    await advance(86_400_000);
    await add('aaaaa', 'Before');
    await engine.syncNow();
    const [second] = await channels();
    expect(second!.channel_id).not.toBe(first!.channel_id);
    expect(await google.count('events.watch')).toBe(2);
    expect(await google.count('channels.stop')).toBe(1);
    await advance(30 * 86_400_000);
    await add('bbbbb', 'While nobody told');
    await engine.syncNow();
    expect(await titles()).toEqual(['Before', 'While nobody told']);
    expect((await channels())[0]!.expires_at).toBeGreaterThan(engine.clock.now());
    pushes.length = 0;
    await add('ccccc', 'Told again');
    await waitUntil(() => pushes.some(({ state }) => state === 'exists'));
  });

  it('field case 4: given 1,000 changes while channels come and go, when told or polled, then none is lost', async () => {
    await engine.syncNow();
    const wanted = new Map<string, string>();
    let state = 20261121;
    const below = (limit: number) => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647) % limit;
    const change = async (number: number) => {
      const id = `e${String(below(200)).padStart(5, '0')}`;
      if (wanted.has(id) && below(3) === 0) {
        await google.others('DELETE', id);
        wanted.delete(id);
        return;
      }
      const event = { summary: `No. ${number}`, status: 'confirmed', ...at('01') };
      await (wanted.has(id) ? google.others('PATCH', id, event) : google.control('put-event', put(id, event)));
      wanted.set(id, event.summary);
    };
    const put = (id: string, event: object) => ({
      calendar: ada,
      event: { id, iCalUID: `${id}@google.com`, ...event },
    });
    for (let number = 1; number <= 1_000; number += 1) {
      await change(number);
      if (number % 20 !== 0) continue;
      await advance(below(86_400_000));
      const told = pushes.splice(0);
      for (const { channel, state } of told.slice(-3)) await notify(channel, state);
      await engine.sync();
    }
    await advance(300_000);
    await engine.sync();
    expect(await titles()).toEqual([...wanted.values()].sort());
    expect(await google.count('events.watch')).toBeGreaterThan(3);
  }, 120_000);

  it('given a provider that refuses channels, then the calendar is polled, and it is not asked all the time', async () => {
    await google.control('faults', {
      path: '/watch',
      times: 99,
      status: 400,
      reason: 'pushNotSupportedForRequestedResource',
    });
    for (const title of ['aaaaa', 'bbbbb']) {
      await add(title, title);
      await engine.syncNow();
    }
    expect(await titles()).toEqual(['aaaaa', 'bbbbb']);
    expect(await google.count('events.watch')).toBe(0);
    await google.control('faults/clear');
    await engine.syncNow();
    expect(await google.count('events.watch')).toBe(0);
    await advance(3_600_001);
    await engine.syncNow();
    expect(await google.count('events.watch')).toBe(1);
  });

  it('field case 5: given notifications that never arrive, when the poll is due, then changes are there all the same', async () => {
    await add('aaaaa', 'Moves');
    await add('bbbbb', 'Goes');
    await engine.syncNow();
    await waitUntil(() => pushes.length === 1);
    await google.control('pushes', { drop: 1_000 });
    await google.others('PATCH', 'aaaaa', { summary: 'Moved', ...at('02') });
    await google.others('DELETE', 'bbbbb');
    await add('ccccc', 'New');
    expect(await engine.sync()).toBe(0);
    await advance(300_000);
    expect(await engine.sync()).toBe(1);
    expect(await titles()).toEqual(['Moved', 'New']);
    expect(pushes).toHaveLength(1);
  });

  it('field case 6: given a withdrawn permission, then the profile is disconnected and nothing is deleted', async () => {
    await add('aaaaa', 'Kept');
    await engine.syncNow();
    await google.control('revoke-grants');
    await engine.syncNow();
    expect(await records('profile')).toMatchObject([{ connected: false, error: expect.stringMatching(/withdrawn/) }]);
    expect(await records('calendar')).toMatchObject([{ freshness: 'disconnected', deleted: false }]);
    expect(await titles()).toEqual(['Kept']);
    expect(await engine.sync()).toBe(0);
    const calls = await google.count('token');
    await engine.syncNow();
    expect(await google.count('token')).toBe(calls);
  });

  it('field case 9: given a create whose answer is lost, when the write is carried again, then there is one event', async () => {
    await engine.syncNow();
    await engine.write('ours', meeting);
    await google.control('faults', { method: 'POST', path: '/events', lostAnswer: true });
    await engine.carry();
    await engine.syncNow();
    await engine.pool.query('UPDATE pending_write SET next_attempt_at = 0');
    await engine.pool.query('UPDATE profile SET writes_wait_until = 0');
    await engine.carry();
    await engine.syncNow();
    expect(await titles()).toEqual(['Board meeting']);
    expect(((await google.others('GET')) as { items: unknown[] }).items).toHaveLength(1);
  });

  it('given a permission that is gone, then what is left of its channels and tokens is forgotten, and nobody is told', async () => {
    await engine.syncNow();
    const closer = new CloseChannels({ pool: engine.pool, providerOf, log });
    expect(await closer.round()).toBe(0);
    await google.control('revoke-grants');
    await google.control('expire-tokens');
    await engine.syncNow();
    expect(await closer.round()).toBe(1);
    const { rowCount } = await engine.pool.query('SELECT FROM oauth_token');
    expect(rowCount).toBe(0);
    expect((await engine.pool.query('SELECT FROM departure')).rowCount).toBe(0);
    await notify(pushes[0]?.channel ?? 'gch_closed', 'exists');
    expect(await engine.sync()).toBe(0);
  });
});
