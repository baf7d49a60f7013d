import type { ConnectOauthProfile } from '@kalends/contracts';
import { createLogger, createSealer } from '@kalends/service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, startEngine, type Engine } from '../engine.fixture.js';
import { MemoryProvider } from '../provider/memory-provider.fixture.js';
import { ProviderError } from '../provider/provider.port.js';
import { ConnectOauthProfileHandler } from './connect-oauth-profile.handler.js';

const sealer = createSealer([new Uint8Array(32).fill(7)]);
const log = createLogger({ service: 'calendar-sync', level: 'silent' });
const seal = (profileId: string, access_token: string) =>
  sealer.seal(JSON.stringify({ access_token, refresh_token: 'r', expires_at: 1 }), `profile:${profileId}`);

describe('connecting a profile by consent', () => {
  let engine: Engine;
  let handler: ConnectOauthProfileHandler;
  let failure: ProviderError | undefined;
  beforeEach(async () => {
    failure = undefined;
    const provider = new MemoryProvider();
    provider.ownAddresses = async () => {
      if (failure) throw failure;
      return ['ada@gmail.example'];
    };
    engine = await startEngine({ providerOf: () => provider });
    handler = new ConnectOauthProfileHandler(
      engine.pool,
      () => provider,
      sealer,
      engine.clock.now,
      () => undefined,
      log,
    );
  });
  afterEach(() => engine.stop());

  const ask = (more: Partial<ConnectOauthProfile> = {}): ConnectOauthProfile => ({
    account_id: accountId,
    profile_id: 'pro_2',
    provider_name: 'google',
    subject: '1082',
    profile_name: 'ada@gmail.example',
    sealed_tokens: seal(more.profile_id ?? 'pro_2', 'first'),
    scope: ['https://www.googleapis.com/auth/calendar'],
    default_tzid: 'Europe/London',
    ...more,
  });
  const tokenOf = async (profileId: string): Promise<string> => {
    const { rows } = await engine.pool.query<{ sealed_tokens: string }>(
      'SELECT sealed_tokens FROM oauth_token WHERE profile_id = $1',
      [profileId],
    );
    const opened = JSON.parse(sealer.open(rows[0]!.sealed_tokens, `profile:${profileId}`)) as { access_token: string };
    return opened.access_token;
  };

  it('given consent, when asked, then the profile is kept and due, its tokens sealed', async () => {
    const reply = await handler.connect(ask());
    expect(reply).toMatchObject({
      outcome: 'connected',
      profile: { profile_id: 'pro_2', provider_name: 'google', connected: true, initial_sync: 'pending' },
    });
    const { rows } = await engine.pool.query(
      `SELECT own_addresses, next_sync_at, sealed_password, url FROM profile WHERE profile_id = 'pro_2'`,
    );
    expect(rows).toEqual([{ own_addresses: ['ada@gmail.example'], next_sync_at: 0, sealed_password: null, url: null }]);
    expect(await tokenOf('pro_2')).toBe('first');
  });

  it('given tokens renewed since, when the same ask comes again, then they are not replaced', async () => {
    const same = ask();
    await handler.connect(same);
    await engine.pool.query('UPDATE oauth_token SET sealed_tokens = $1', [seal('pro_2', 'renewed')]);
    await handler.connect(same);
    expect(await tokenOf('pro_2')).toBe('renewed');
  });

  it('given a disconnected profile of the same person, when linked again, then it keeps its id', async () => {
    await handler.connect(ask());
    await engine.pool.query(`UPDATE profile SET connected = false, error = 'x' WHERE profile_id = 'pro_2'`);
    const reply = await handler.connect(ask({ profile_id: 'pro_3', sealed_tokens: seal('pro_3', 'second') }));
    expect(reply).toMatchObject({ outcome: 'connected', profile: { profile_id: 'pro_2', connected: true } });
    expect(await tokenOf('pro_2')).toBe('second');
    const other = await handler.connect(ask({ profile_id: 'pro_4', subject: '7', sealed_tokens: seal('pro_4', 'x') }));
    expect(other).toMatchObject({ profile: { profile_id: 'pro_4' } });
  });

  it('given a profile id of another account, when asked, then it is connected elsewhere', async () => {
    await handler.connect(ask());
    const reply = await handler.connect(ask({ account_id: 'acc_2', sealed_tokens: seal('pro_2', 'theirs') }));
    expect(reply).toMatchObject({ outcome: 'refused', refusal: 'connected-elsewhere' });
    expect(await tokenOf('pro_2')).toBe('first');
  });

  it.each([
    ['authentication-failed', 'authentication-failed'],
    ['unavailable', 'address-unreachable'],
  ] as const)(
    'given a provider that fails with %s, when asked, then %s is told and nothing kept',
    async (kind, refusal) => {
      failure = new ProviderError(kind, 'said why');
      expect(await handler.connect(ask())).toEqual({ outcome: 'refused', refusal, description: 'said why' });
      expect((await engine.pool.query('SELECT FROM oauth_token')).rowCount).toBe(0);
    },
  );
});
