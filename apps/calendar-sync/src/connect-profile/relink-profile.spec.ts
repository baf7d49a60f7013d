import { createLogger } from '@kalends/service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, profileId, startEngine, type Engine } from '../engine.fixture.js';
import { MemoryProvider } from '../provider/memory-provider.fixture.js';
import { ProviderError } from '../provider/provider.port.js';
import type { ProfileRow } from '../state/rows.js';
import { RelinkProfileHandler } from './relink-profile.handler.js';

describe('relinking a profile with another password', () => {
  const provider = new MemoryProvider();
  let engine: Engine;
  let handler: RelinkProfileHandler;
  const tried: ProfileRow[] = [];
  beforeEach(async () => {
    tried.splice(0);
    provider.failure = undefined;
    const providerOf = (profile: ProfileRow) => (tried.push(profile), provider);
    engine = await startEngine({ providerOf, url: 'https://calendar.example.com/', username: 'ada' });
    await engine.sync();
    provider.failure = new ProviderError('authentication-failed', 'No.');
    await engine.syncNow();
    provider.failure = undefined;
    const log = createLogger({ service: 'calendar-sync', level: 'silent' });
    handler = new RelinkProfileHandler(engine.pool, providerOf, engine.clock.now, () => undefined, log);
    tried.splice(0);
  });
  afterEach(() => engine.stop());

  const ask = (more: object = {}) => ({
    account_id: accountId,
    profile_id: profileId,
    sealed_password: 'newer',
    ...more,
  });
  const row = async () =>
    (await engine.pool.query<ProfileRow>('SELECT * FROM profile WHERE profile_id = $1', [profileId])).rows[0]!;

  it('given the right password, when relinked, then address and user are tried as they were, and all ids stay', async () => {
    const before = [...(await engine.state()).keys()];
    const reply = await handler.relink(ask());
    expect(reply).toMatchObject({ outcome: 'connected', profile: { profile_id: profileId, connected: true } });
    expect(tried[0]).toMatchObject({
      url: 'https://calendar.example.com/',
      username: 'ada',
      sealed_password: 'newer',
    });
    expect(await row()).toMatchObject({ connected: true, error: null, sealed_password: 'newer', next_sync_at: 0 });
    await engine.sync();
    expect([...(await engine.state()).keys()]).toEqual(before);
  });

  it('given a wrong one, when relinked, then it stays disconnected and the held password stays', async () => {
    const held = await row();
    provider.failure = new ProviderError('authentication-failed', 'Wrong.');
    expect(await handler.relink(ask())).toEqual({
      outcome: 'refused',
      refusal: 'authentication-failed',
      description: 'Wrong.',
    });
    expect(await row()).toEqual(held);
  });

  it.each([
    ['of another account', { account_id: 'acc_2' }, ''],
    ['that there is not', { profile_id: 'pro_none' }, ''],
    ['of Google', {}, `UPDATE profile SET provider_name = 'google'`],
    ['that was deleted', {}, 'UPDATE profile SET deleted = true'],
  ])('given a profile %s, when relinked, then it is unknown and nobody is asked', async (_what, more, sql) => {
    if (sql) await engine.pool.query(sql);
    expect(await handler.relink(ask(more))).toMatchObject({ outcome: 'refused', refusal: 'unknown-profile' });
    expect(tried).toEqual([]);
  });
});
