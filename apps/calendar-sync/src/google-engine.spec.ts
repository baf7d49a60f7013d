import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CloseChannels } from './profiles/close-channels/close-channels.worker.js';
import { meeting } from './engine.fixture.js';
import { at, log, startGoogleEngine, type GoogleEngine } from './google-engine.fixture.js';
import { ada } from '@kalends/provider-google/testing';

describe('the engine with a Google account', () => {
  let world: GoogleEngine;
  beforeEach(async () => (world = await startGoogleEngine()));
  afterEach(() => world.stop());

  it('given events on both sides, when synced and written, then provider and state topic agree', async () => {
    const { google, engine, titles, add } = world;
    await add('aaaaa', 'Theirs');
    await engine.syncNow();
    await engine.write('ours', meeting);
    await engine.sendWrites();
    await engine.syncNow();
    expect(await titles()).toEqual(['Board meeting', 'Theirs']);
    const { items } = (await google.others('GET')) as { items: { summary: string }[] };
    expect(items.map(({ summary }) => summary).sort()).toEqual(['Board meeting', 'Theirs']);
    await engine.write('ours', null);
    await engine.sendWrites();
    await engine.syncNow();
    expect(await titles()).toEqual(['Theirs']);
    expect(((await google.others('GET')) as { items: unknown[] }).items).toHaveLength(1);
  });

  it('given events of either side at Google, when published, then each has its Google id', async () => {
    const { google, engine, records, live, add } = world;
    await add('aaaaa', 'Theirs');
    await engine.syncNow();
    await engine.write('ours', meeting);
    const published = async () =>
      (await records('event')).map(({ series, google_event_id }) => [series.master?.summary, google_event_id]);
    expect(await published()).toEqual(expect.arrayContaining([['Board meeting', undefined]]));
    await engine.sendWrites();
    const { items } = (await google.others('GET')) as { items: { id: string; summary: string }[] };
    const both = items.map(({ id, summary }) => [summary, id]).sort();
    expect((await published()).sort()).toEqual(both);
    await google.others('DELETE', items.find(({ summary }) => summary === 'Theirs')!.id);
    await engine.write('ours', null);
    await engine.sendWrites();
    await engine.syncNow();
    expect(await live()).toEqual([]);
    expect((await published()).sort()).toEqual(both);
  });

  it('FC-1: given events deleted while sync tokens became invalid, then they are deleted', async () => {
    const { google, engine, titles, add } = world;
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

  it('FC-2: given a read that ends between pages 2 and 3, when restarted, then nothing is lost or duplicated', async () => {
    const { google, engine, live, titles } = world;
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

  it('FC-6: given a revoked permission, then the profile is disconnected and nothing is deleted', async () => {
    const { google, engine, records, titles, add } = world;
    await add('aaaaa', 'Kept');
    await engine.syncNow();
    await google.control('revoke-grants');
    await engine.syncNow();
    expect(await records('profile')).toMatchObject([{ connected: false, error: expect.stringMatching(/revoked/) }]);
    expect(await records('calendar')).toMatchObject([{ freshness: 'disconnected', deleted: false }]);
    expect(await titles()).toEqual(['Kept']);
    expect(await engine.sync()).toBe(0);
    const calls = await google.count('token');
    await engine.syncNow();
    expect(await google.count('token')).toBe(calls);
  });

  it('FC-9: given a create whose response is lost, when the write is retried, then there is one event', async () => {
    const { google, engine, titles } = world;
    await engine.syncNow();
    await engine.write('ours', meeting);
    await google.control('faults', { method: 'POST', path: '/events', lostAnswer: true });
    await engine.sendWrites();
    await engine.syncNow();
    await engine.pool.query('UPDATE pending_write SET next_attempt_at = 0');
    await engine.pool.query('UPDATE profile SET writes_wait_until = 0');
    await engine.sendWrites();
    await engine.syncNow();
    expect(await titles()).toEqual(['Board meeting']);
    expect(((await google.others('GET')) as { items: unknown[] }).items).toHaveLength(1);
  });

  it('given a revoked permission, then its channels and tokens are deleted, and Google is not called', async () => {
    const { google, engine, pushes, provider, notify } = world;
    await engine.syncNow();
    const closer = new CloseChannels({ pool: engine.pool, providerOf: provider.of, log });
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

  it('given one calendar that Google refuses to list, when synced, then the others are read and notifications count', async () => {
    const { google, engine, titles, add } = world;
    await google.seeded({ calendars: [{ email: ada, id: 'closed', summary: 'Closed' }] });
    await google.control('faults', {
      method: 'GET',
      path: '/calendars/closed/events',
      status: 403,
      reason: 'forbidden',
      times: 100,
    });
    await add('aaaaa', 'Theirs');
    await engine.syncNow();
    expect(await titles()).toEqual(['Theirs']);
    const { rows } = await engine.pool.query<{ failures: number; waits: boolean; of_profile: number }>(
      `SELECT calendar.failures, retry_at > last_sync AS waits, profile.failures AS of_profile
       FROM calendar JOIN profile USING (profile_id) WHERE href = 'closed'`,
    );
    expect(rows).toEqual([{ failures: 1, waits: true, of_profile: 0 }]);
    await add('bbbbb', 'More');
    await engine.syncNow();
    expect(await titles()).toEqual(['More', 'Theirs']);
  });
});
