import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseExpired } from '../../accounts/expired-connections.js';
import { sealLinkToken } from '../../accounts/link-token.js';
import {
  ada,
  authorizeUrl,
  bob,
  connect,
  press,
  startConsentSetup,
  Visitor,
  type ConsentSetup,
} from '../journey/consent.fixture.js';

const minute = 60_000;

describe('what a code publishes', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => void (setup = await startConsentSetup(clock.now)));
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  const expire = () => eraseExpired(setup.database.pool, clock.now());
  const codeOf = (answer: URL) => answer.searchParams.get('code')!;
  const allow = async (visitor: Visitor, email = ada, more: Record<string, string> = {}) =>
    codeOf((await press(visitor, (await connect(visitor, email, more)).location, 'allow')).answer);
  const allowed = async (visitor: Visitor, email = ada) => setup.redeem(await allow(visitor, email));
  const rows = async () => ({
    accounts: await setup.count('account'),
    profiles: await setup.count('pending_profile'),
    identities: await setup.count('profile_identity'),
    staged: await setup.count('staged_connection'),
    grants: await setup.count('authorization_grant'),
  });

  it('given Allow, then nothing is published before the code is redeemed; then it is, with the grant', async () => {
    const code = await allow(setup.visitor());
    expect(await setup.settled()).toEqual([]);
    expect(await rows()).toMatchObject({ profiles: 0, identities: 0, staged: 1, grants: 0 });
    const { sub } = (await setup.redeem(code)).body;
    const { profile_id } = setup.stageRequests[0]!;
    expect(await setup.settled()).toEqual([
      { kind: 'publish', access: 1, account_id: sub, staged_id: profile_id, profile_id, default_tzid: 'Etc/UTC' },
    ]);
    expect(await rows()).toEqual({ accounts: 1, profiles: 1, identities: 1, staged: 0, grants: 1 });
  });

  it('given a code that nobody redeems, when it expires, then the connection is dropped, and its new account with it', async () => {
    const code = await allow(setup.visitor());
    clock.advance(10 * minute - 1);
    expect(await expire()).toBe(0);
    clock.advance(1);
    expect(await expire()).toBe(1);
    expect(await setup.settled()).toEqual([{ kind: 'drop', staged_id: setup.stageRequests[0]!.profile_id }]);
    expect(await rows()).toEqual({ accounts: 0, profiles: 0, identities: 0, staged: 0, grants: 0 });
    expect((await setup.redeem(code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('given a wrong verifier or secret, then nothing is published; the right one still does', async () => {
    const code = await allow(setup.visitor());
    for (const more of [{ client_secret: 'KAL_wrong' }, { code_verifier: 'v'.repeat(43) }] as Record<string, string>[])
      expect((await setup.redeem(code, more)).status).toBe(400);
    expect(await setup.settled()).toEqual([]);
    expect((await setup.redeem(code)).status).toBe(200);
    expect(await setup.settled()).toHaveLength(1);
  });

  it('given a code redeemed twice at the same time, then it is published at most once, and no grant remains', async () => {
    const code = await allow(setup.visitor());
    await Promise.all([setup.redeem(code), setup.redeem(code)]);
    expect((await setup.settled()).length).toBeLessThanOrEqual(1);
    expect(await setup.count('authorization_grant')).toBe(0);
  });

  it('given Allow twice, then either code publishes it, and the other only grants access', async () => {
    const visitor = setup.visitor();
    const { location } = await connect(visitor);
    const { page } = await visitor.open(location);
    const form = { journey: Visitor.hidden(page, 'journey'), decision: 'allow' };
    const codes = await Promise.all(
      [1, 2].map(async () => codeOf(new URL((await visitor.open('/oauth/authorize/consent', form)).location))),
    );
    const [first, second] = [await setup.redeem(codes[1]!), await setup.redeem(codes[0]!)];
    expect([first.status, second.status, second.body.sub]).toEqual([200, 200, first.body.sub]);
    expect(await setup.settled()).toHaveLength(1);
  });

  it('given Deny after Allow, then Allow stands, and the code still publishes', async () => {
    const visitor = setup.visitor();
    const { page } = await visitor.open((await connect(visitor)).location);
    const journey = Visitor.hidden(page, 'journey');
    const { location } = await visitor.open('/oauth/authorize/consent', { journey, decision: 'allow' });
    const denied = await visitor.open('/oauth/authorize/consent', { journey, decision: 'deny' });
    expect([denied.location, denied.page]).toEqual(['', expect.stringContaining('You have already allowed this')]);
    await setup.redeem(codeOf(new URL(location)));
    expect(await setup.settled()).toMatchObject([{ kind: 'publish' }]);
  });

  it('given one person in two browsers who allowed both, then the first code publishes, and the second is refused in words', async () => {
    const codes = [await allow(setup.visitor()), await allow(setup.visitor())];
    const { sub } = (await setup.redeem(codes[0]!)).body;
    const refused = await setup.redeem(codes[1]!);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    expect(refused.body.error_description).toMatch(/another account/);
    expect((await setup.redeem(codes[1]!)).status).toBe(400);
    expect(await setup.settled()).toMatchObject([{ kind: 'publish', access: 1, account_id: sub }, { kind: 'drop' }]);
    expect(await setup.count('authorization_grant')).toBe(1);
  });

  describe('an account with as many profiles as it may have (ACC-6)', () => {
    const carla = 'carla@example.com';
    /** Ada's account, with her profile and others, of which one more may be added. */
    async function almostFull(visitor: Visitor) {
      await setup.control('seed', { users: [{ email: carla, name: 'Carla' }] });
      const { sub } = (await allowed(visitor)).body;
      await setup.database.pool.query(
        `INSERT INTO pending_profile (profile_id, account_id, record)
         SELECT 'pro_' || n, $1, jsonb_build_object('kind', 'profile', 'profile_id', 'pro_' || n, 'connected', false)
         FROM generate_series(1, 48) AS n`,
        [sub],
      );
      return sub!;
    }

    it('given its browser connects two more in two journeys, then the first code publishes one, and the second is refused in words', async () => {
      const visitor = setup.visitor();
      await almostFull(visitor);
      const codes = [await allow(visitor, bob), await allow(visitor, carla)];
      expect((await setup.redeem(codes[0]!)).status).toBe(200);
      const refused = await setup.redeem(codes[1]!);
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
      expect(refused.body.error_description).toMatch(/at most 50 profiles/);
      expect((await setup.redeem(codes[1]!)).status).toBe(400);
      expect((await setup.settled()).map(({ kind }) => kind)).toEqual(['publish', 'publish', 'drop']);
      expect(await setup.count('pending_profile')).toBe(50);
    });

    it('given it is full, when its browser connects another or a built-in calendar, then Allow sends the user back in words; a known calendar is connected again', async () => {
      const visitor = setup.visitor();
      await almostFull(visitor);
      expect((await allowed(visitor, bob)).status).toBe(200);
      const another = await press(visitor, (await connect(visitor, carla)).location, 'allow');
      const { page } = await visitor.open(authorizeUrl());
      const form = { journey: Visitor.hidden(page, 'journey'), provider_name: 'kalends' };
      const journey = Visitor.hidden((await visitor.open('/oauth/authorize/connect', form)).page, 'journey');
      const builtIn = await visitor.open('/oauth/authorize/consent', { journey, decision: 'allow' });
      for (const answer of [another.answer, new URL(builtIn.location)]) {
        expect(answer.searchParams.get('error')).toBe('access_denied');
        expect(answer.searchParams.get('error_description')).toMatch(/at most 50 profiles/);
      }
      expect(await setup.count('pending_profile')).toBe(50);
      expect((await allowed(visitor, ada)).status).toBe(200);
    });

    it('given an application that is full of accounts, when a new person allows, then the user is sent back in words (ACC-8)', async () => {
      const small = await startConsentSetup(clock.now, { ACCOUNTS_PER_APPLICATION: '1' });
      await small.reset();
      const pressAllow = async (email: string) => {
        const visitor = small.visitor();
        return (await press(visitor, (await connect(visitor, email)).location, 'allow')).answer.searchParams;
      };
      expect((await pressAllow(ada)).get('code')).not.toBeNull();
      const refused = await pressAllow(bob);
      expect([refused.get('code'), refused.get('error')]).toEqual([null, 'access_denied']);
      expect(refused.get('error_description')).toMatch(/ACCOUNTS_PER_APPLICATION/);
      expect(await small.count('account')).toBe(1);
      await small.close();
    });
  });

  describe('the address of somebody else’s account', () => {
    /** An attacker's account with a live grant, and the address that adds a calendar to it. */
    async function attacked() {
      const { body } = await allowed(setup.visitor(), bob);
      const link = { accountId: body.sub!, clientId: 'app' };
      return { sub: body.sub!, more: { link_token: sealLinkToken(setup.sealer, link, clock.now()) } };
    }
    /** From the page that names the account to Google and back, as somebody who reads no pages. */
    async function fall(victim: Visitor, more: Record<string, string>) {
      const { page } = await victim.open(authorizeUrl({ provider_name: 'google', ...more }));
      const form = { journey: Visitor.hidden(page, 'journey'), provider_name: 'google' };
      const { location } = await victim.open('/oauth/authorize/connect', form);
      return { page, ...(await setup.consentAt(victim, location, ada)) };
    }

    it('given a victim who allows, when the code is never redeemed, then the account never gets her calendar, and she can connect it', async () => {
      const { sub, more } = await attacked();
      await fall(setup.visitor(), more);
      expect(await setup.settled()).toHaveLength(1);
      clock.advance(10 * minute);
      await expire();
      expect((await setup.settled())[1]).toMatchObject({ kind: 'drop' });
      const own = await allowed(setup.visitor(), ada);
      expect([own.status, own.body.sub === sub]).toEqual([200, false]);
    });

    it('given a browser that is not linked to it, then a page shows whose account it is, before any sign-in', async () => {
      const { more } = await attacked();
      const begun = await setup.visitor().open(authorizeUrl({ provider_name: 'google', ...more }));
      expect([begun.status, begun.location]).toEqual([200, '']);
      expect(begun.page).toContain(`is added to the account of ${bob}`);
      expect(begun.page).toContain('If that is not you');
    });

    it('given its consent page, then it shows that again', async () => {
      const { more } = await attacked();
      expect((await fall(setup.visitor(), more)).consent).toContain(`is added to the account of ${bob}`);
    });

    it('given that it was allowed and redeemed, then the browser is still not linked to it', async () => {
      const { more } = await attacked();
      const victim = setup.visitor();
      const { answer } = await fall(victim, more);
      expect((await setup.redeem(codeOf(answer))).status).toBe(200);
      expect((await victim.open('/connected-applications')).page).toContain('No application uses');
      expect((await victim.open(authorizeUrl())).page).not.toContain('Connected already');
    });

    it('given the browser of the account, then it goes to the provider immediately', async () => {
      const visitor = setup.visitor();
      const { sub } = (await allowed(visitor)).body;
      const link_token = sealLinkToken(setup.sealer, { accountId: sub!, clientId: 'app' }, clock.now());
      const { status } = await visitor.open(authorizeUrl({ provider_name: 'google', link_token }));
      expect(status).toBe(303);
      await allowed(visitor, bob);
      expect(await setup.count('account')).toBe(1);
    });
  });
});
