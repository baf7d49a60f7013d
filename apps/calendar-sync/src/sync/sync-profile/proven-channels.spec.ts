import { waitUntil } from '@kalends/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGoogleEngine, type GoogleEngine } from '../../google-engine.fixture.js';
import { ada } from '@kalends/provider-google/testing';

const [minute, hour] = [60_000, 3_600_000];

describe('which channels count', () => {
  let world: GoogleEngine;
  beforeEach(async () => (world = await startGoogleEngine()));
  afterEach(() => world.stop());

  const profile = async () => (await world.records('profile')).at(-1)!;
  /** Minutes until the profile is due. */
  const due = async () => {
    const { rows } = await world.engine.pool.query<{ at: number }>('SELECT next_sync_at AS at FROM profile');
    return (rows[0]!.at - world.engine.clock.now()) / minute;
  };
  /** Connects Ada, whose channels have sent their first message. */
  async function proven() {
    const { engine, pushes, notify, advance } = world;
    await engine.syncNow();
    await waitUntil(() => pushes.length === 1);
    await notify(pushes[0]!.channel, 'sync');
    await advance(minute);
    await engine.sync();
  }

  it('given a channel on which nothing has arrived, then the profile is polled as without one, and is not confirmed', async () => {
    await world.engine.syncNow();
    expect(await due()).toBeLessThanOrEqual(1);
    expect((await profile()).confirmed_until).toBeUndefined();
  });

  it('AVL-27: given its first message, then the profile is confirmed until the next poll, hours later', async () => {
    await proven();
    expect(await due()).toBeGreaterThan(5 * 60);
    const record = await profile();
    expect(record.confirmed_until).toBe(record.next_sync);
  });

  it('AVL-27: given a confirmed profile that its provider no longer serves, then it is not confirmed', async () => {
    await proven();
    const { google, engine, advance } = world;
    await google.control('faults', { path: '/calendarList', times: 99, status: 503, reason: 'backendError' });
    await engine.pool.query('UPDATE profile SET polled_at = 0');
    for (let failure = 0; failure < 3; failure += 1) {
      await engine.syncNow();
      await advance(minute);
    }
    expect((await profile()).confirmed_until).toBeUndefined();
  });

  it('given a second calendar that cannot be watched, then it alone is read, and the profile is not confirmed', async () => {
    const { google, engine, advance } = world;
    await google.control('seed', {
      calendars: [{ email: ada, id: 'holidays', summary: 'Holidays', pushes: false }],
    });
    await proven();
    await advance(minute);
    await engine.sync();
    const before = [await google.count('calendarList.list'), await google.count('events.list')];
    await advance(2 * minute);
    expect(await engine.sync()).toBe(1);
    expect([await google.count('calendarList.list'), await google.count('events.list')]).toEqual([
      before[0],
      before[1]! + 1,
    ]);
    expect((await profile()).confirmed_until).toBeUndefined();
    await advance(12 * hour);
    await engine.sync();
    expect(await due()).toBeLessThanOrEqual(10);
  });

  it('given a notification that is late by seconds, then the channel that was doubted counts again, and is not replaced', async () => {
    await proven();
    const { google, engine, pushes, add, advance, notify, channels } = world;
    const opened = await google.count('events.watch');
    await add('aaaaa', 'Late');
    await waitUntil(() => pushes.length === 2);
    await engine.pool.query('UPDATE profile SET next_sync_at = 0, polled_at = 0');
    await engine.sync();
    const doubted = async () =>
      (await engine.pool.query('SELECT FROM push_channel WHERE doubted_at IS NOT NULL')).rowCount;
    expect(await doubted()).toBe(1);
    await advance(2_000);
    await notify((await channels())[0]!.channel_id, 'exists');
    await engine.sync();
    expect([await doubted(), await google.count('events.watch')]).toEqual([0, opened]);
    expect((await profile()).confirmed_until).toBeDefined();
  });
});
