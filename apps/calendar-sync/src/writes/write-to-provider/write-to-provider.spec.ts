import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { meeting, profileId, startEngine, uidFor, type Engine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { ProviderError } from '@kalends/provider-port/sync';

describe('sending writes to a provider', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    await engine.sync();
  });
  afterEach(() => engine.stop());

  const pending = async () => (await engine.pool.query('SELECT operation FROM pending_write ORDER BY command')).rows;

  it('given a write, when handled, then readers see it immediately with its number, before the provider has it', async () => {
    await engine.write('one', meeting);
    expect(await engine.event('one')).toMatchObject({
      command: 1,
      event_id: 'one',
      deleted: false,
      series: { master: meeting },
    });
    expect(provider.hrefs()).toEqual([]);
    await engine.sendWrites();
    expect(provider.hrefs()).toEqual([`/home/${uidFor('one')}.ics`]);
    expect(await pending()).toEqual([]);
  });

  it('given a command that is redelivered, when handled again, then nothing happens', async () => {
    await engine.write('one', meeting);
    await engine.sendWrites();
    const before = (await engine.published()).length;
    const { rows } = await engine.pool.query<{ calendar_id: string; event_uid: string }>('SELECT * FROM event');
    const { calendar_id, event_uid } = rows[0]!;
    const again = {
      kind: 'write-event',
      account_id: 'acc_1',
      calendar_id,
      event_uid,
      command: 1,
      operation: 'delete',
      accepted_at: 0,
    } as const;
    await engine.handle(again);
    expect(await pending()).toEqual([]);
    expect(await engine.published()).toHaveLength(before);
  });

  it('given several writes of one event, when sent, then in order, one at a time', async () => {
    await engine.write('one', meeting);
    await engine.write('one', { summary: 'Second' });
    await engine.write('one', null);
    await engine.write('one', { ...meeting, summary: 'Fourth' });
    expect((await engine.event('one'))!).toMatchObject({ command: 4, series: { master: { summary: 'Fourth' } } });
    expect([
      await engine.sendWrites(),
      await engine.sendWrites(),
      await engine.sendWrites(),
      await engine.sendWrites(),
    ]).toEqual([1, 1, 1, 1]);
    expect(provider.requests.slice(-4).map((request) => request.split(' ')[0])).toEqual([
      'upsert',
      'upsert',
      'remove',
      'upsert',
    ]);
    expect(provider.read(`/home/${uidFor('one')}.ics`)).toContain('SUMMARY:Fourth');
    expect((await engine.event('one'))!).toMatchObject({ deleted: false, series: { master: { summary: 'Fourth' } } });
  });

  it('given a sync while a write is in flight, when it publishes, then the write is overlaid', async () => {
    await engine.write('one', meeting);
    await engine.sendWrites();
    await engine.write('one', { summary: 'Ours' });
    const href = `/home/${uidFor('one')}.ics`;
    provider.put(href, provider.read(href)!.replace('END:VEVENT', 'LOCATION:Theirs\r\nEND:VEVENT'));
    await engine.syncNow();
    const { summary, location } = (await engine.event('one'))!.series.master!;
    expect([summary, location]).toEqual(['Ours', { description: 'Theirs' }]);
  });

  it('given a provider that refuses a write, then readers see the provider’s state and the operator the reason', async () => {
    await engine.write('one', meeting);
    await engine.sendWrites();
    await engine.write('one', { summary: 'Never' });
    provider.failure = new ProviderError('refused', 'Not like this.');
    await engine.sendWrites();
    expect((await engine.event('one'))!).toMatchObject({
      command: 2,
      series: { master: { summary: 'Board meeting' } },
    });
    const { rows } = await engine.pool.query('SELECT command, reason FROM refused_write');
    expect(rows).toEqual([{ command: 2, reason: 'Not like this.' }]);
  });

  it('given a refused write, then the event names it with the reason, and a later write does not remove that from the record (EVT-43)', async () => {
    await engine.write('one', meeting);
    await engine.sendWrites();
    await engine.write('one', { summary: 'Never' });
    provider.failure = new ProviderError('refused', 'Not like this.');
    await engine.sendWrites();
    const { revision, refused_write } = (await engine.event('one'))!;
    const words = { reason: 'Not like this.', code: 'other' };
    const refused = { command: 2, operation: 'upsert', ...words, refused_at: engine.clock.now() };
    expect(refused_write).toEqual({ ...refused, revision });

    provider.failure = undefined;
    await engine.write('one', { summary: 'Accepted' });
    await engine.sendWrites();
    expect(await engine.event('one')).toMatchObject({ command: 3, refused_write: { ...refused, revision } });
  });

  it.each([
    [new ProviderError('refused', 'Kein Platz.', { refusal: 'storage_full' }), 'storage_full'],
    [new ProviderError('calendar-gone', 'The calendar was deleted.'), 'calendar_deleted'],
    [new ProviderError('unavailable', 'Never in that version.', { maxAttempts: 1 }), 'other'],
  ])('given %s, then the event names the refusal by a code, whatever its words (EVT-43)', async (failure, code) => {
    await engine.write('one', meeting);
    provider.failure = failure;
    await engine.sendWrites();
    expect(await engine.event('one')).toMatchObject({ refused_write: { reason: failure.message, code } });
  });

  it('given a refusal in a text that PostgreSQL cannot store, then it is stored without that, and no longer than 500 characters', async () => {
    await engine.write('one', meeting);
    provider.failure = new ProviderError('refused', `No\0, \ud800 ${'never '.repeat(200)}`);
    await engine.sendWrites();
    const { refused_write } = (await engine.event('one'))!;
    expect(refused_write!.reason).toMatch(/^No, \ufffd never (never ){70,}/);
    expect(refused_write!.reason.length).toBeLessThanOrEqual(500);
    expect(await pending()).toEqual([]);
  });

  it('given a write that its server never accepts in any version, then it is refused after the stated number of rounds', async () => {
    await engine.write('one', meeting);
    await engine.sendWrites();
    await engine.write('one', { summary: 'Never' });
    provider.failure = new ProviderError('unavailable', 'Always 412.', { maxAttempts: 5 });
    const refused = async () => (await engine.pool.query('SELECT command, reason FROM refused_write')).rows;
    for (let round = 1; round <= 5; round += 1) {
      expect(await refused()).toEqual([]);
      expect((await engine.event('one'))!.series.master).toMatchObject({ summary: 'Never' });
      engine.clock.advance(3_600_000);
      expect(await engine.sendWrites()).toBe(1);
    }
    expect(await refused()).toEqual([{ command: 2, reason: 'Always 412.' }]);
    const shown = (await engine.event('one'))!;
    expect(shown).toMatchObject({ command: 2, series: { master: { summary: 'Board meeting' } } });
    // GET /v1/changes reports it as a change that no write of the application made
    expect(shown.elsewhere_revision).toBe(shown.revision);
  });

  it('given a first write that is refused, when published, then readers see it deleted', async () => {
    await engine.write('one', meeting);
    provider.failure = new ProviderError('refused', 'No.');
    await engine.sendWrites();
    expect(await engine.event('one')).toMatchObject({ deleted: true, command: 1 });
  });

  it('given a calendar that has become read-only, when a write is due, then it is refused without a request', async () => {
    await engine.write('one', meeting);
    provider.list[0]!.readonly = true;
    await engine.syncNow();
    provider.requests.splice(0);
    await engine.sendWrites();
    expect(provider.requests).toEqual([]);
    expect((await engine.pool.query('SELECT reason FROM refused_write')).rows).toEqual([
      { reason: 'The calendar is read-only.' },
    ]);
  });

  it('given a write whose calendar is gone at the provider, then it is refused, and the profile is read at once', async () => {
    await engine.sync();
    await engine.write('one', meeting);
    const dueAt = async () =>
      (await engine.pool.query<{ next_sync_at: number }>('SELECT next_sync_at FROM profile')).rows[0]!.next_sync_at;
    expect(await dueAt()).toBeGreaterThan(engine.clock.now());
    provider.failure = new ProviderError('calendar-gone', 'The calendar was deleted.');
    await engine.sendWrites();
    expect(await engine.event('one')).toMatchObject({ refused_write: { reason: 'The calendar was deleted.' } });
    expect(await dueAt()).toBeLessThanOrEqual(engine.clock.now());
  });

  it('given a provider that is down, when writes are due, then they are kept and retried later, not all in the same pass', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) await engine.write(name, meeting);
    provider.failure = new ProviderError('unavailable', 'Down.', { retryAfterMs: 60_000 });
    const first = await engine.sendWrites();
    expect(first).toBeLessThanOrEqual(4);
    expect(await engine.sendWrites()).toBe(0);
    provider.failure = undefined;
    engine.clock.advance(61_000);
    while ((await engine.sendWrites()) > 0) continue;
    expect(provider.hrefs()).toHaveLength(6);
    expect(await pending()).toEqual([]);
  });

  it('given a password that is no longer accepted, when a write is due, then it waits until the profile is connected', async () => {
    await engine.write('one', meeting);
    provider.failure = new ProviderError('authentication-failed', 'Not with that password.');
    const isConnected = async () => ((await engine.state()).get(profileId) as { connected: boolean }).connected;
    for (const connected of [true, true, false]) {
      engine.clock.advance(3_600_000);
      await engine.sendWrites();
      expect(await isConnected()).toBe(connected);
    }
    expect((await engine.state()).get(profileId)).toMatchObject({ connected: false, error: 'Not with that password.' });
    provider.failure = undefined;
    engine.clock.advance(3_600_000);
    expect(await engine.sendWrites()).toBe(0);
    expect(await engine.event('one')).toMatchObject({ deleted: false });
    await engine.pool.query('UPDATE profile SET connected = true');
    expect(await engine.sendWrites()).toBe(1);
    expect(provider.hrefs()).toHaveLength(1);
  });

  it('given a write that failed several times for other reasons, when the password is refused less than three times in a row, then its profile stays connected', async () => {
    await engine.write('one', meeting);
    const sql = 'SELECT connected FROM profile WHERE profile_id = $1';
    const isConnected = async () =>
      (await engine.pool.query<{ connected: boolean }>(sql, [profileId])).rows[0]!.connected;
    const fail = async (failure: 'unavailable' | 'authentication-failed') => {
      provider.failure = new ProviderError(failure, 'Not now.');
      engine.clock.advance(3_600_000);
      expect(await engine.sendWrites()).toBe(1);
      return isConnected();
    };
    for (let n = 0; n < 4; n += 1) expect(await fail('unavailable')).toBe(true);
    for (let n = 0; n < 2; n += 1) expect(await fail('authentication-failed')).toBe(true);
    expect(await fail('unavailable')).toBe(true);
    for (const connected of [true, true, false]) expect(await fail('authentication-failed')).toBe(connected);
    await engine.pool.query('UPDATE profile SET connected = true');
    expect(await fail('authentication-failed')).toBe(true);
  });

  it('given a write whose lease was lost in flight, when it ends, then its result is left to the other replica', async () => {
    await engine.write('one', meeting);
    provider.pause.afterWrite = async () =>
      void (await engine.pool.query(`UPDATE pending_write SET lease_id = 'another', lease_until = 0`));
    await engine.sendWrites();
    expect(await pending()).toHaveLength(1);
    delete provider.pause.afterWrite;
    await engine.sendWrites();
    expect(await pending()).toEqual([]);
    expect(provider.hrefs()).toHaveLength(1);
  });
});
