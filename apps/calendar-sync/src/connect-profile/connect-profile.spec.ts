import type { ConnectProfile } from '@kalends/contracts';
import { createLogger } from '@kalends/service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, profileId, startEngine, type Engine } from '../engine.fixture.js';
import { MemoryProvider } from '../provider/memory-provider.fixture.js';
import { ProviderError } from '../provider/provider.port.js';
import type { ProfileRow } from '../state/rows.js';
import { ConnectProfileHandler } from './connect-profile.handler.js';

describe('connecting a profile', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  let handler: ConnectProfileHandler;
  const tried: ProfileRow[] = [];
  beforeEach(async () => {
    tried.splice(0);
    provider = new MemoryProvider();
    const providerOf = (profile: ProfileRow) => (tried.push(profile), provider);
    engine = await startEngine({ providerOf });
    const log = createLogger({ service: 'calendar-sync', level: 'silent' });
    handler = new ConnectProfileHandler(engine.pool, providerOf, engine.clock.now, () => undefined, log);
  });
  afterEach(() => engine.stop());

  const ask = (more: Partial<ConnectProfile> = {}): ConnectProfile => ({
    account_id: accountId,
    profile_id: 'pro_2',
    provider_name: 'caldav',
    url: 'https://calendar.example.com/',
    username: 'Ada@Example.org',
    sealed_password: 'sealed',
    default_tzid: 'Europe/London',
    ...more,
  });

  it('given an account that works, when asked twice, then it is kept once, with its own addresses', async () => {
    const first = await handler.connect(ask());
    const again = await handler.connect(ask());
    expect(first).toMatchObject({
      outcome: 'connected',
      profile: { profile_id: 'pro_2', connected: true, initial_sync: 'pending' },
    });
    expect(again).toMatchObject({ outcome: 'connected', profile: { profile_id: 'pro_2' } });
    const { rows } = await engine.pool.query(`SELECT own_addresses FROM profile WHERE profile_id = 'pro_2'`);
    expect(rows).toEqual([{ own_addresses: ['ada@example.org', 'ada@example.com'] }]);
  });

  it.each([
    ['authentication-failed', 'authentication-failed'],
    ['unavailable', 'address-unreachable'],
    ['not-a-provider', 'not-a-caldav-server'],
    ['address-refused', 'address-refused'],
  ] as const)(
    'given an account that fails with %s, when asked, then %s is told and nothing kept',
    async (failure, refusal) => {
      provider.failure = new ProviderError(failure, 'This is why.');
      expect(await handler.connect(ask())).toEqual({ outcome: 'refused', refusal, description: 'This is why.' });
      expect((await engine.pool.query(`SELECT FROM profile WHERE profile_id = 'pro_2'`)).rowCount).toBe(0);
    },
  );

  it('given Apple without an address, when asked, then iCloud’s is tried', async () => {
    await handler.connect({ ...ask({ provider_name: 'apple' }), url: undefined });
    expect(tried[0]!.url).toBe('https://caldav.icloud.com/');
  });

  it('given a profile that was disconnected, when connected anew, then it keeps its id, calendars and events', async () => {
    await engine.sync();
    const before = [...(await engine.state()).keys()];
    provider.failure = new ProviderError('authentication-failed', 'No.');
    await engine.syncNow();
    provider.failure = undefined;
    const reply = await handler.connect(ask({ profile_id: profileId, sealed_password: 'newer' }));
    expect(reply).toMatchObject({ outcome: 'connected', profile: { profile_id: profileId, connected: true } });
    await engine.sync();
    expect([...(await engine.state()).keys()]).toEqual(before);
    const calendar = [...(await engine.state()).values()].find(({ kind }) => kind === 'calendar');
    expect(calendar).toMatchObject({ freshness: 'fresh' });
  });

  it('given a profile of another account, when asked for, then it is not given away', async () => {
    const reply = await handler.connect(ask({ profile_id: profileId, account_id: 'acc_2' }));
    expect(reply).toMatchObject({ outcome: 'refused', refusal: 'connected-elsewhere' });
  });
});
