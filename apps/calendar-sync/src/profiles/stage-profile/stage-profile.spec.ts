import type { StagedCredentials, StageProfile } from '@kalends/contracts';
import { createLogger } from '@kalends/service-runtime';
import { createSealer } from '@kalends/security';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { ProviderError } from '@kalends/provider-port/sync';
import type { ProfileRow } from '../../published-state/rows.js';
import { StageProfileHandler } from './stage-profile.handler.js';

const sealer = createSealer([new Uint8Array(32).fill(7)]);
const log = createLogger({ service: 'calendar-sync', level: 'silent' });
const identity = { origin: 'https://calendar.example.com', principal: '/principals/ada/' };

describe('staging credentials', () => {
  let provider: MemoryProvider;
  let earlier: MemoryProvider;
  let engine: Engine;
  let handler: StageProfileHandler;
  const tried: ProfileRow[] = [];
  beforeEach(async () => {
    tried.splice(0);
    provider = new MemoryProvider();
    earlier = new MemoryProvider();
    const providerOf = (profile: ProfileRow) => {
      tried.push(profile);
      return profile.profile_id === profileId ? earlier : provider;
    };
    engine = await startEngine({ providerOf, url: 'https://calendar.example.com/', username: 'ada' });
    handler = new StageProfileHandler(engine.pool, providerOf, () => provider, engine.clock.now, log);
    await engine.pool.query('DELETE FROM outbox');
  });
  afterEach(() => engine.stop());

  const password = (more: object = {}): StagedCredentials => ({
    kind: 'password',
    provider_name: 'caldav',
    url: 'https://calendar.example.com/',
    username: 'Ada@Example.org',
    sealed_password: 'sealed',
    ...more,
  });
  const another = (more: object = {}): StagedCredentials => ({
    kind: 'another-password',
    account_id: accountId,
    stored_profile_id: profileId,
    sealed_password: 'newer',
    ...more,
  });
  const consent = (): StagedCredentials => ({
    kind: 'oauth',
    provider_name: 'google',
    subject: '1082',
    profile_name: 'ada@gmail.example',
    sealed_tokens: sealer.seal('{}', 'profile:pro_2'),
    scope: ['https://www.googleapis.com/auth/calendar'],
  });
  const stage = (credentials: StagedCredentials) =>
    handler.stage({ profile_id: 'pro_2', default_tzid: 'Europe/London', credentials } satisfies StageProfile);
  const staged = async () => (await engine.pool.query<ProfileRow>('SELECT * FROM staged_profile')).rows;
  const published = async () => (await engine.pool.query('SELECT FROM outbox')).rowCount;
  const profiles = async () => (await engine.pool.query('SELECT * FROM profile ORDER BY profile_id')).rows;

  it('given a valid account, when staged twice, then it is staged once, proved, and not yet a profile', async () => {
    const before = await profiles();
    const first = await stage(password());
    expect(first).toEqual({
      outcome: 'staged',
      provider_name: 'caldav',
      profile_name: 'Ada@Example.org',
      identity,
      earlier_profile_proved: false,
      calendar_names: ['Home'],
      time_zone: 'Europe/London',
    });
    expect(await stage(password())).toEqual(first);
    expect(await staged()).toMatchObject([
      {
        profile_id: 'pro_2',
        url: 'https://calendar.example.com/',
        username: 'Ada@Example.org',
        sealed_password: 'sealed',
        own_addresses: ['ada@example.org', 'ada@example.com'],
        identity_origin: identity.origin,
        identity_principal: identity.principal,
      },
    ]);
    expect([await profiles(), await published()]).toEqual([before, 0]);
    expect(provider.requests.slice(0, 2)).toEqual(['prove', 'calendars']);
  });

  it.each<[string, { primary?: string; mailbox?: () => Promise<string | null> }, string | undefined]>([
    ['a primary calendar with a zone', { primary: 'Asia/Tokyo', mailbox: async () => 'Europe/Paris' }, 'Asia/Tokyo'],
    ['a mailbox with one', { mailbox: async () => 'Europe/Paris' }, 'Europe/Paris'],
    ['UTC, which servers state that know no better', { primary: 'Etc/UTC' }, undefined],
    ['a mailbox without one', { mailbox: async () => null }, undefined],
    [
      'a mailbox that cannot be read',
      { mailbox: () => Promise.reject(new ProviderError('refused', 'No.')) },
      undefined,
    ],
    ['neither', {}, undefined],
  ])(
    'given %s, then the account is staged, and its zone is reported if there is one',
    async (_what, zones, expected) => {
      const { tzid: _tzid, ...home } = provider.list[0]!;
      const secondary = { ...home, href: '/other/', primary: false, tzid: 'America/New_York' };
      const primary = { ...home, ...(zones.primary === undefined ? {} : { tzid: zones.primary }) };
      provider.list.splice(0, 1, secondary, primary);
      Object.assign(provider, zones.mailbox ? { timeZone: zones.mailbox } : {});
      for (const credentials of [password(), consent()]) {
        const reply = await stage(credentials);
        expect([reply.outcome, reply.outcome === 'staged' && reply.time_zone]).toEqual(['staged', expected]);
      }
    },
  );

  it.each([
    ['authentication-failed', 'authentication-failed'],
    ['unavailable', 'address-unreachable'],
    ['not-a-provider', 'not-a-caldav-server'],
    ['address-refused', 'address-refused'],
    ['identity-not-proved', 'identity-not-proved'],
  ] as const)(
    'given an account that fails with %s, then the reply is %s and nothing is staged',
    async (failure, refusal) => {
      provider.failure = new ProviderError(failure, 'This is why.');
      earlier.failure = provider.failure;
      const refused = { outcome: 'refused', refusal, description: 'This is why.' };
      expect([await stage(password()), await stage(another())]).toEqual([refused, refused]);
      expect(await staged()).toEqual([]);
    },
  );

  it.each(['data:,x', 'javascript:alert(1)', 'not a url', 'ftp://calendar.example.com/'])(
    'given the address %s, then it is refused with a reason and no server is called',
    async (url) => {
      expect(await stage(password({ url }))).toMatchObject({ outcome: 'refused', refusal: 'address-refused' });
      expect(tried).toEqual([]);
    },
  );

  it('given many names, some unfit to store or show, then they are bounded', async () => {
    const list = Array.from({ length: 300 }, (_, n) => ({ ...provider.list[0]!, href: `/${n}/` }));
    provider.list.splice(0, 1, { ...list[0]!, name: `a\u0000b${'\u{1F600}'.repeat(200)}` }, ...list);
    const reply = await stage(password());
    const names = reply.outcome === 'staged' ? reply.calendar_names : [];
    expect([names.length, names[0]!.length, names[0]!.slice(0, 3), names[1]]).toEqual([200, 256, 'a b', 'Home']);
    expect(names[0]!.endsWith(' ')).toBe(true);
  });

  it('given Apple without an address, then iCloud’s is tried', async () => {
    await stage(password({ provider_name: 'apple', url: undefined }));
    expect(tried[0]!.url).toBe('https://caldav.icloud.com/');
  });

  describe('when it may match a profile from before identities were proved', () => {
    const proved = async () => {
      const reply = await stage(password({ url: 'https://calendar.example.com/~eve/', earlier_profile_id: profileId }));
      return reply.outcome === 'staged' && reply.earlier_profile_proved;
    };

    it('given that its stored password proves the same identity at the root of its origin, then it matches; nothing is sent to what was typed', async () => {
      expect(await proved()).toBe(true);
      expect(tried[1]).toMatchObject({
        url: 'https://calendar.example.com/',
        username: 'ada',
        sealed_password: 'sealed',
      });
      expect(tried.filter(({ profile_id }) => profile_id === profileId)).toHaveLength(1);
      expect(earlier.requests).toEqual(['prove']);
    });

    it.each(['https://eve.example.com/', 'http://calendar.example.com/', 'https://calendar.example.com:8443/'])(
      'given that it is stored for %s, then it is not sent to the origin of the identity',
      async (url) => {
        await engine.pool.query('UPDATE profile SET url = $1', [url]);
        expect([await proved(), earlier.requests]).toEqual([false, []]);
      },
    );

    it.each([
      ['is refused', () => (earlier.failure = new ProviderError('authentication-failed', 'No.'))],
      ['is another principal’s', () => (earlier.identity = { ...identity, principal: '/principals/Ada/' })],
      ['is another origin’s', () => (earlier.identity = { ...identity, origin: 'http://calendar.example.com' })],
      ['was deleted', () => engine.pool.query('UPDATE profile SET sealed_password = NULL')],
      ['is a token of Google’s', () => engine.pool.query(`UPDATE profile SET provider_name = 'google'`)],
      ['belonged to a deleted profile', () => engine.pool.query('UPDATE profile SET deleted = true')],
      ['belongs to no profile', () => engine.pool.query('DELETE FROM profile')],
    ])('given that its stored password %s, then it does not match', async (_what, change) => {
      await change();
      expect(await proved()).toBe(false);
      expect(await staged()).toHaveLength(1);
    });
  });

  describe('another password for a stored profile', () => {
    const prove = (shown: { origin: string; principal: string }) =>
      engine.pool.query('UPDATE profile SET identity_origin = $1, identity_principal = $2', [
        shown.origin,
        shown.principal,
      ]);

    it('given the right one, then the stored address and user are tried, and the profile stays as it was', async () => {
      await prove(identity);
      const before = await profiles();
      expect(await stage(another())).toMatchObject({ outcome: 'staged', identity, profile_name: 'ada' });
      const stored = { url: 'https://calendar.example.com/', username: 'ada', sealed_password: 'newer' };
      expect(tried[0]).toMatchObject(stored);
      expect(await staged()).toMatchObject([stored]);
      expect([await profiles(), await published()]).toEqual([before, 0]);
    });

    it.each([
      ['principal', { ...identity, principal: '/principals/zoe/' }],
      ['origin', { ...identity, origin: 'https://other.example.com' }],
    ])('given a server that shows a different %s than before, then it is another user', async (_what, shown) => {
      await prove(shown);
      expect(await stage(another())).toMatchObject({ outcome: 'refused', refusal: 'another-user' });
      expect(await staged()).toEqual([]);
    });

    it.each([
      ['of another account', { account_id: 'acc_2' }, ''],
      ['that does not exist', { stored_profile_id: 'pro_none' }, ''],
      ['of Google', {}, `UPDATE profile SET provider_name = 'google'`],
      ['that was deleted', {}, 'UPDATE profile SET deleted = true'],
    ])('given a profile %s, then it is unknown and no server is called', async (_what, more, sql) => {
      if (sql) await engine.pool.query(sql);
      expect(await stage(another(more))).toMatchObject({ outcome: 'refused', refusal: 'unknown-profile' });
      expect(tried).toEqual([]);
    });
  });

  it('given a consent, when staged, then its tokens are stored, sealed, and there is no profile', async () => {
    const before = await profiles();
    expect(await stage(consent())).toMatchObject({ outcome: 'staged', calendar_names: ['Home'] });
    expect(await staged()).toMatchObject([{ username: '1082', sealed_password: null, identity_principal: null }]);
    expect([await profiles(), await published()]).toEqual([before, 0]);
  });

  it.each([
    ['authentication-failed', 'authentication-failed'],
    ['unavailable', 'address-unreachable'],
  ] as const)(
    'given a consent that fails with %s, then the reply is %s and nothing is staged',
    async (failure, refusal) => {
      provider.ownAddresses = () => Promise.reject(new ProviderError(failure, 'said why'));
      expect(await stage(consent())).toEqual({ outcome: 'refused', refusal, description: 'said why' });
      expect(await staged()).toEqual([]);
    },
  );
});
