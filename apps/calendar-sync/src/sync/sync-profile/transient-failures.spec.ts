import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '@kalends/service-runtime';
import { profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider, objectOf } from '@kalends/provider-port/testing';
import { ProviderError, type CalendarProvider } from '@kalends/provider-port/sync';
import { NotificationsHandler } from '../handle-notifications/handle-notifications.handler.js';

const object = (uid: string) => objectOf(uid, 'DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', `SUMMARY:${uid}`);
const busy = (retryAfterMs?: number) =>
  new ProviderError('unavailable', 'Busy.', retryAfterMs === undefined ? {} : { retryAfterMs });
const denied = (isFinal = false) => new ProviderError('authentication-failed', 'Not with that password.', { isFinal });

/** UTC ISO, to the second. */
const toSeconds = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '');

/** A provider of which single calendars can fail. */
class PartlyFailing extends MemoryProvider {
  readonly failing = new Set<string>();
  readonly cursors: (string | null)[] = [];
  override changes(...[calendar, last, onBatch]: Parameters<CalendarProvider['changes']>) {
    if (this.failing.has(calendar.href)) {
      this.cursors.push(last.cursor);
      throw busy();
    }
    return super.changes(calendar, last, onBatch);
  }
}

describe('a failure that is over in seconds', () => {
  let provider: PartlyFailing;
  let engine: Engine;
  beforeEach(async () => {
    provider = new PartlyFailing();
    engine = await startEngine({ providerOf: () => provider });
    provider.put('/home/a.ics', object('a'));
    await engine.sync();
    provider.put('/home/b.ics', object('b'));
  });
  afterEach(() => engine.stop());

  const records = async () => [...(await engine.state()).values()];
  const titles = async () =>
    (await records())
      .flatMap((one) => (one.kind === 'event' && !one.deleted ? [one.series.master!.summary] : []))
      .sort();
  const calendar = async (name = 'Home') =>
    (await records()).find((one) => one.kind === 'calendar' && one.calendar_name === name);
  const profile = async () => (await engine.state()).get(profileId);
  const row = async () =>
    (await engine.pool.query<{ next_sync_at: number; failures: number }>('SELECT next_sync_at, failures FROM profile'))
      .rows[0]!;

  /** Syncs whenever the profile is due, until this is true; returns the seconds that it took. */
  async function secondsUntil(isTrue: () => Promise<boolean> | boolean): Promise<number> {
    const from = engine.clock.now();
    await engine.pool.query('UPDATE profile SET next_sync_at = $1', [from]);
    for (let tries = 0; tries < 30; tries++) {
      await engine.sync();
      if (await isTrue()) return (engine.clock.now() - from) / 1_000;
      engine.clock.advance(Math.max(0, (await row()).next_sync_at - engine.clock.now()));
    }
    throw new Error('it never became true');
  }
  const isVisible = async () => (await titles()).includes('b');
  /** Each of the next requests for calendars fails with one of these. */
  function failWith(...errors: ProviderError[]) {
    const calendars = provider.calendars.bind(provider);
    provider.calendars = async (requested) => {
      const error = errors.shift();
      if (error) throw error;
      return calendars(requested);
    };
  }

  it.each([
    ['one answer that is unavailable', [busy()], 10],
    ['two in a row', [busy(), busy()], 20],
    ['a Retry-After of six seconds', [busy(6_000)], 10],
    ['refused credentials, once', [denied()], 30],
  ])(
    'given %s, when tried again, then the change is there in time, and nobody heard of it',
    async (_, errors, most) => {
      const before = (await engine.published()).length;
      failWith(...errors);
      expect(await secondsUntil(isVisible)).toBeLessThanOrEqual(most);
      const since = (await engine.published()).slice(before);
      expect(since.filter((one) => one.kind !== 'event').every((one) => one.kind !== 'calendar' || one.freshness === 'fresh')).toBe(true); // prettier-ignore
      expect(
        since.filter((one) => one.kind === 'profile').every((one) => one.connected && one.error === undefined),
      ).toBe(true);
    },
  );

  it('given a third failure in a row, then its calendars are stale, and fresh again with the next success', async () => {
    failWith(busy(), busy(), busy());
    expect(await secondsUntil(async () => (await row()).failures === 3)).toBeLessThanOrEqual(5);
    expect(await calendar()).toMatchObject({ freshness: 'stale' });
    const nextSync = toSeconds((await row()).next_sync_at);
    expect(await profile()).toMatchObject({
      ...{ connected: true, error: 'Busy.', reason: 'provider_unavailable', next_sync: nextSync },
    });
    expect(await secondsUntil(isVisible)).toBeLessThanOrEqual(5);
    expect(await calendar()).toMatchObject({ freshness: 'fresh' });
    expect(await profile()).not.toHaveProperty('reason');
  });

  it('given a server that is down for long, then it is tried every five minutes at least', async () => {
    provider.failure = busy();
    for (let n = 0; n < 20; n++) await engine.syncNow();
    expect((await row()).next_sync_at - engine.clock.now()).toBeLessThanOrEqual(1.25 * 300_000);
    expect((await row()).next_sync_at - engine.clock.now()).toBeGreaterThan(200_000);
  });

  describe('and a notification', () => {
    const notify = async () => {
      await engine.pool.query(
        `INSERT INTO push_channel (channel_id, profile_id, calendar_id, resource_id, expires_at, renew_at)
         SELECT 'gch_1', $1, calendar_id, 'res_1', 9999999999999, 9999999999999 FROM calendar ON CONFLICT DO NOTHING`,
        [profileId],
      );
      const log = createLogger({ service: 'calendar-sync', level: 'silent' });
      const handler = new NotificationsHandler(engine.pool, engine.clock.now, () => undefined, log);
      const received_at = engine.clock.now();
      await handler.handle({ provider_name: 'google', channel_id: 'gch_1', resource_state: 'exists', received_at });
      return (await row()).next_sync_at - received_at;
    };

    it('given a back-off of minutes, then it is tried at once; again and again, then every two seconds at most', async () => {
      provider.failure = busy();
      for (let n = 0; n < 12; n++) await engine.syncNow();
      engine.clock.advance(2_000);
      expect(await notify()).toBe(0);
      await engine.sync();
      expect(await notify()).toBe(2_000);
    });

    it('given a Retry-After, then it is not tried earlier', async () => {
      provider.failure = busy(60_000);
      await engine.syncNow();
      expect(await notify()).toBeGreaterThanOrEqual(60_000);
      expect(await notify()).toBeLessThanOrEqual(61_000);
    });
  });

  it('given credentials that are refused twice within a minute, then the profile is disconnected', async () => {
    provider.failure = denied();
    const isDisconnected = async () => ((await profile()) as { connected: boolean }).connected === false;
    const seconds = await secondsUntil(isDisconnected);
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await profile()).toMatchObject({ error: 'Not with that password.', reason: 'credentials_refused' });
    expect(await profile()).not.toHaveProperty('next_sync');
  });

  it('given a token endpoint that ends the grant, then the profile is disconnected at once', async () => {
    provider.failure = denied(true);
    await engine.syncNow();
    expect(await profile()).toMatchObject({ connected: false });
  });

  it('given a list that lacks the default calendar once, then it stays; twice, half a minute apart, then it is deleted', async () => {
    const [home] = provider.list.splice(0);
    await engine.syncNow();
    expect(await calendar()).toMatchObject({ deleted: false });
    provider.list.push(home!);
    await engine.syncNow();
    engine.clock.advance(60_000);
    provider.list.splice(0);
    await engine.syncNow();
    expect(await calendar()).toMatchObject({ deleted: false });
    engine.clock.advance(31_000);
    await engine.syncNow();
    expect(await calendar()).toMatchObject({ deleted: true });
  });

  describe('of one calendar among others', () => {
    beforeEach(async () => {
      provider.list.push({ href: '/work/', name: 'Work', readonly: false, primary: false, tzid: 'Europe/London' });
      provider.put('/work/w.ics', object('w'));
      await engine.syncNow();
      provider.failing.add('/work/');
      for (const one of provider.list) delete one.ctag;
    });

    it('given that it always fails, then the others are read at every interval, and it alone is stale, since it failed', async () => {
      const failedAt = engine.clock.now();
      await engine.syncNow();
      expect(await calendar('Work')).toMatchObject({ freshness: 'fresh' });
      for (let round = 0; round < 5; round++) {
        const title = `later-${round}`;
        provider.put(`/home/${title}.ics`, object(title));
        engine.clock.advance(60_000);
        await engine.sync();
        expect(await titles()).toContain(title);
      }
      expect(await calendar('Work')).toMatchObject({ freshness: 'stale', unread_since: failedAt });
      expect(await calendar('Home')).toMatchObject({ freshness: 'fresh' });
      expect(await profile()).toMatchObject({ initial_sync: 'done' });
      provider.failing.clear();
      engine.clock.advance(400_000);
      await engine.sync();
      expect(await calendar('Work')).toMatchObject({ freshness: 'fresh' });
      expect(await calendar('Work')).not.toHaveProperty('unread_since');
    });

    it('given that it fails for long, then the record of each sync has why, when it was last read, and its next try; no further one is published', async () => {
      const { last_sync: lastRead } = (await profile()) as { last_sync: string };
      for (let round = 0; round < 6; round++) {
        engine.clock.advance(60_000);
        await engine.sync();
      }
      const before = (await engine.published()).length;
      engine.clock.advance(400_000);
      await engine.sync();
      expect((await engine.published()).slice(before)).toMatchObject([{ kind: 'profile' }]);
      const { rows } = await engine.pool.query<{ calendar_id: string; retry_at: number }>(
        "SELECT calendar_id, retry_at FROM calendar WHERE href = '/work/'",
      );
      const [{ calendar_id, retry_at }] = rows as [(typeof rows)[0]];
      const next_read = toSeconds(retry_at);
      const unread = { calendar_id, reason: 'provider_unavailable', last_read: lastRead, next_read };
      expect(await profile()).toMatchObject({ initial_sync: 'done', unread_calendars: [unread] });
      provider.failing.clear();
      engine.clock.advance(400_000);
      await engine.sync();
      expect(await profile()).not.toHaveProperty('unread_calendars');
    });

    it('given a cursor that always fails, then every sixth try is a full read', async () => {
      for (let n = 0; n < 8; n++) {
        engine.clock.advance(400_000);
        await engine.sync();
      }
      expect(provider.cursors.map((cursor) => cursor === null)).toEqual([
        ...[false, false, false, false, false, false],
        ...[true, false],
      ]);
    });
  });

  it('given a calendar that fails from the start, then its person’s others count, and it is named', async () => {
    const fresh = await startEngine({ providerOf: () => provider });
    provider.list.push({ href: '/work/', name: 'Work', readonly: false, primary: false, tzid: 'Europe/London' });
    provider.failing.add('/work/');
    await fresh.sync();
    const all = [...(await fresh.state()).values()];
    expect(all.find((one) => one.kind === 'profile')).toMatchObject({ initial_sync: 'done' });
    const synced = all.flatMap((one) => (one.kind === 'calendar' ? [[one.calendar_name, one.synced]] : []));
    expect(Object.fromEntries(synced)).toEqual({ Home: true, Work: false });
    await fresh.stop();
  });
});
