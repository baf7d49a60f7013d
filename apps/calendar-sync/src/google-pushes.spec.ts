import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '@kalends/testing';
import { at, startGoogleEngine, type GoogleEngine } from './google-engine.fixture.js';
import { ada } from '@kalends/provider-google/testing';

describe('notifications of a Google account', () => {
  let world: GoogleEngine;
  beforeEach(async () => (world = await startGoogleEngine()));
  afterEach(() => world.stop());

  it('FC-3: given a push `sync`, then no work; `exists`, then an incremental sync; for an unknown channel, then ignored', async () => {
    const { engine, pushes, titles, add, notify } = world;
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

  it('given a notification while the profile is being read, then it is read again immediately', async () => {
    const { engine, provider, titles, add, channels, notify } = world;
    await engine.syncNow();
    const inner = provider.of;
    provider.of = (profile, purpose, signal) => {
      const google = inner(profile, purpose, signal);
      const changes = google.changes.bind(google);
      google.changes = async (...read) => {
        const result = await changes(...read);
        await add('aaaaa', 'Just missed');
        await notify((await channels())[0]!.channel_id, 'exists');
        return result;
      };
      return google;
    };
    await engine.syncNow();
    provider.of = inner;
    expect(await titles()).toEqual([]);
    expect(await engine.sync()).toBe(1);
    expect(await titles()).toEqual(['Just missed']);
  });

  it('FC-4: given a channel near its expiry, then its successor is opened first; past it, then an incremental sync too', async () => {
    const { google, engine, pushes, titles, add, channels, advance } = world;
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
    await add('bbbbb', 'Without notifications');
    await engine.syncNow();
    expect(await titles()).toEqual(['Before', 'Without notifications']);
    expect((await channels())[0]!.expires_at).toBeGreaterThan(engine.clock.now());
    pushes.length = 0;
    await add('ccccc', 'Told again');
    await waitUntil(() => pushes.some(({ state }) => state === 'exists'));
  });

  it(
    'FC-4: given 1,000 changes while channels are opened and closed, when notified or polled, then none is lost',
    { tags: 'long', timeout: 120_000 },
    async () => {
      const { google, engine, pushes, titles, advance, notify } = world;
      await engine.syncNow();
      const expected = new Map<string, string>();
      let state = 20261121;
      const below = (limit: number) => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647) % limit;
      const change = async (number: number) => {
        const id = `e${String(below(200)).padStart(5, '0')}`;
        if (expected.has(id) && below(3) === 0) {
          await google.others('DELETE', id);
          expected.delete(id);
          return;
        }
        const event = { summary: `No. ${number}`, status: 'confirmed', ...at('01') };
        await (expected.has(id) ? google.others('PATCH', id, event) : google.control('put-event', put(id, event)));
        expected.set(id, event.summary);
      };
      const put = (id: string, event: object) => ({
        calendar: ada,
        event: { id, iCalUID: `${id}@google.com`, ...event },
      });
      for (let number = 1; number <= 1_000; number += 1) {
        await change(number);
        if (number % 20 !== 0) continue;
        await advance(below(86_400_000));
        const notifications = pushes.splice(0);
        for (const { channel, state } of notifications.slice(-3)) await notify(channel, state);
        await engine.sync();
      }
      await advance(300_000);
      await engine.sync();
      expect(await titles()).toEqual([...expected.values()].sort());
      expect(await google.count('events.watch')).toBeGreaterThan(3);
    },
  );

  it('given a provider that refuses channels, then the calendar is polled, and channels are rarely requested again', async () => {
    const { google, engine, titles, add, advance } = world;
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
    await advance(6 * 3_600_000 + 1);
    await engine.syncNow();
    expect(await google.count('events.watch')).toBe(1);
  });

  it('FC-5: given notifications that never arrive, when the poll is due, then the changes are read nevertheless', async () => {
    const { google, engine, pushes, titles, add, advance, notify } = world;
    await add('aaaaa', 'Moves');
    await add('bbbbb', 'Goes');
    await engine.syncNow();
    await waitUntil(() => pushes.length === 1);
    await notify(pushes[0]!.channel, 'sync');
    await advance(60_000);
    await engine.sync();
    await google.control('pushes', { drop: 1_000 });
    await google.others('PATCH', 'aaaaa', { summary: 'Moved', ...at('02') });
    await google.others('DELETE', 'bbbbb');
    await add('ccccc', 'New');
    expect(await engine.sync()).toBe(0);
    // while the channel is proven
    await advance(5.3 * 3_600_000);
    expect(await engine.sync()).toBe(0);
    await advance(0.7 * 3_600_000);
    expect(await engine.sync()).toBe(1);
    expect(await titles()).toEqual(['Moved', 'New']);
    expect(pushes).toHaveLength(1);
  });
});
