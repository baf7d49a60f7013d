import type { ProfileRecord } from '@kalends/contracts';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caldavIdentityHash, oauthIdentityHash } from '../../accounts/identities.js';
import { apply, calendarOf, newAccount, profileOf } from '../../read-model/gateway-database.fixture.js';
import { tokenHash } from '../../tokens/hash.js';
import {
  ada,
  bob,
  decideAtGoogle,
  publicUrl,
  redirectUri,
  startConsentSetup,
  Visitor,
  type ConsentSetup,
} from '../journey/consent.fixture.js';

const minute = 60_000;

describe('the page on which a user lets an application change all events', () => {
  const clock = testClock();
  let setup: ConsentSetup;
  beforeAll(async () => void (setup = await startConsentSetup(clock.now)));
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  const call = async (token: string, method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${setup.url}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as Record<string, unknown>;
  };

  /** An account with profiles of these providers and a calendar in each. */
  async function given(...providers: string[]) {
    const { accountId, token } = await newAccount(setup.database.pool);
    const profiles = providers.map((provider_name, index): ProfileRecord =>
      profileOf(accountId, {
        profile_id: `pro_${index}_${accountId}`,
        provider_name,
        profile_name: provider_name === 'google' ? ada : `${provider_name}-user`,
      }),
    );
    const calendars = profiles.map(({ profile_id, provider_name }, index) => ({
      ...calendarOf(accountId, `cal_${index}_${accountId}`),
      profile_id,
      calendar_name: `Diary at ${provider_name}`,
    }));
    await apply(setup.database.pool, accountId, [...profiles, ...calendars]);
    const permissions = calendars.map(({ calendar_id }) => ({ calendar_id, permission_level: 'unrestricted' }));
    const { permissions_request } = await call(token, 'POST', '/v1/permissions', {
      permissions,
      redirect_uri: redirectUri,
    });
    return { accountId, token, profiles, url: (permissions_request as { url: string }).url };
  }

  const levels = async (token: string) => {
    const { calendars } = (await call(token, 'GET', '/v1/calendars')) as {
      calendars: { permission_level: string }[];
    };
    return calendars.map(({ permission_level }) => permission_level);
  };
  const answer = (visitor: Visitor, page: string, decision: string, more: Record<string, string> = {}) =>
    visitor.open('/oauth/permissions', { permission: Visitor.hidden(page, 'permission'), decision, ...more });

  /** calendar-sync's answer to the right password of a profile, and to a wrong one. */
  const accepted = (principal = '/ada/') => ({
    outcome: 'staged',
    provider_name: 'caldav',
    profile_name: 'caldav-user',
    identity: { origin: 'https://calendar.example', principal },
    earlier_profile_proved: false,
    calendar_names: [],
  });
  const wrong = { outcome: 'refused', refusal: 'authentication-failed', description: 'It did not accept that.' };
  const password = (right: string) => {
    setup.answer.relink = ({ sealed_password, profile_id }) =>
      setup.sealer.open(sealed_password, `profile:${profile_id}`) === right ? accepted() : wrong;
  };

  it('given a CalDAV calendar, when its user enters the password and allows, then it is unrestricted, and nothing else has changed (PERM-3)', async () => {
    const { url, token, profiles, accountId } = await given('caldav');
    password('right');
    const visitor = setup.visitor();
    const first = await visitor.open(url);
    expect(first.page).toContain('Allow Planner to change all events?');
    expect(first.page).toContain('Diary at caldav');
    expect(first.page).not.toContain('value="allow"');
    expect(first.headers.get('cache-control')).toBe('no-store');
    const proved = await answer(visitor, first.page, 'prove', { password: 'right' });
    expect([proved.status, await levels(token)]).toEqual([200, ['sandbox']]);
    const allowed = await answer(visitor, proved.page, 'allow');
    expect([allowed.status, allowed.location, await levels(token)]).toEqual([302, redirectUri, ['unrestricted']]);
    expect(setup.relinkRequests).toMatchObject([{ account_id: accountId, stored_profile_id: profiles[0]!.profile_id }]);
    const staged_id = setup.relinkRequests[0]!.profile_id;
    expect(await setup.settled()).toEqual([{ kind: 'drop', staged_id }]);
  });

  it('given a calendar whose name is the address of its profile, then that is on the page once', async () => {
    const { url, accountId } = await given('google');
    await apply(setup.database.pool, accountId, [
      {
        ...calendarOf(accountId, `cal_0_${accountId}`),
        profile_id: `pro_0_${accountId}`,
        calendar_name: ada,
        revision: 2,
      },
    ]);
    const { page } = await setup.visitor().open(url);
    const [list] = /<ul>\s*<li>[^]*?<\/ul>/.exec(page.slice(page.indexOf('>In these calendars<')))!;
    expect(list.split(ada)).toHaveLength(2);
  });

  it('given whoever has the address and no password, such as the application itself, then nothing is allowed (PERM-3)', async () => {
    const { url, token } = await given('caldav');
    password('right');
    const visitor = setup.visitor();
    const { page } = await visitor.open(url);
    const forced = await answer(visitor, page, 'allow');
    expect(forced.page).not.toContain('value="allow"');
    const guessed = await answer(visitor, page, 'prove', { password: 'guess' });
    expect([guessed.status, guessed.page.includes('It did not accept that.')]).toEqual([422, true]);
    expect((await answer(visitor, guessed.page, 'allow')).page).not.toContain('value="allow"');
    expect((await answer(visitor, page, 'prove')).status).toBe(422);
    expect(await levels(token)).toEqual(['sandbox']);
  });

  it("given a browser that was linked to the account by a link token, then it still must prove the calendar's owner (PERM-3)", async () => {
    const { url, token, accountId } = await given('caldav');
    const visitor = setup.visitor();
    const { page } = await visitor.open(url);
    await setup.database.pool.query('INSERT INTO browser_account (browser_id, account_id) VALUES ($1, $2)', [
      tokenHash(visitor.cookies.get('kalends_browser')!),
      accountId,
    ]);
    expect((await answer(visitor, page, 'allow')).page).not.toContain('value="allow"');
    expect(await levels(token)).toEqual(['sandbox']);
  });

  it('given a form in another browser than the one that proved, then 400, and nothing is allowed (PERM-3)', async () => {
    const { url, token } = await given('caldav');
    password('right');
    const [user, thief] = [setup.visitor(), setup.visitor()];
    const proved = await answer(user, (await user.open(url)).page, 'prove', { password: 'right' });
    await thief.open(url);
    expect((await answer(thief, proved.page, 'allow')).status).toBe(400);
    expect((await answer(setup.visitor(), proved.page, 'allow')).status).toBe(400);
    expect(await levels(token)).toEqual(['sandbox']);
  });

  it('given a form of another request, proved by the same browser, then it proves nothing about this one', async () => {
    const [mine, other] = [await given('caldav'), await given('caldav')];
    password('right');
    const visitor = setup.visitor();
    await answer(visitor, (await visitor.open(mine.url)).page, 'prove', { password: 'right' });
    expect((await visitor.open(other.url)).page).not.toContain('value="allow"');
  });

  it('given a password of another identity, then it proves nothing (PERM-3)', async () => {
    const [mine, other] = [await given('caldav'), await given('caldav')];
    const hash = caldavIdentityHash({ origin: 'https://calendar.example', principal: '/ada/' });
    await setup.database.pool.query("INSERT INTO profile_identity VALUES ('app', $1, $2, $3)", [
      hash,
      other.accountId,
      other.profiles[0]!.profile_id,
    ]);
    password('right');
    const visitor = setup.visitor();
    const refused = await answer(visitor, (await visitor.open(mine.url)).page, 'prove', { password: 'right' });
    expect([refused.status, refused.page.includes('value="allow"')]).toEqual([422, false]);
  });

  it('given endless wrong passwords, then no more are tried', async () => {
    const { url } = await given('caldav');
    password('right');
    const visitor = setup.visitor({ 'x-forwarded-for': '192.0.2.61' });
    const { page } = await visitor.open(url);
    for (let n = 0; n < 30; n += 1)
      expect((await answer(visitor, page, 'prove', { password: `guess ${n}` })).status).toBe(422);
    const stopped = await answer(visitor, page, 'prove', { password: 'right' });
    expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  it('given a user who denies, then the application gets access_denied, and the address is used up (PERM-4)', async () => {
    const { url, token } = await given('caldav');
    const visitor = setup.visitor();
    const { page } = await visitor.open(url);
    const denied = await answer(visitor, page, 'deny');
    expect([denied.status, denied.location]).toEqual([302, `${redirectUri}?error=access_denied`]);
    expect((await answer(visitor, page, 'deny')).status).toBe(400);
    expect((await visitor.open(url)).status).toBe(404);
    expect(await levels(token)).toEqual(['sandbox']);
  });

  it('given an address that was used, is older than an hour, or was guessed, then 404 and no form (PERM-4)', async () => {
    const { url } = await given('caldav');
    password('right');
    const visitor = setup.visitor();
    const proved = await answer(visitor, (await visitor.open(url)).page, 'prove', { password: 'right' });
    expect((await answer(visitor, proved.page, 'allow')).status).toBe(302);
    expect((await answer(visitor, proved.page, 'allow')).status).toBe(400);
    const other = await given('caldav');
    clock.advance(60 * minute);
    for (const address of [url, other.url, `${publicUrl}/oauth/permissions/${'x'.repeat(43)}`]) {
      const { status, page } = await visitor.open(address);
      expect([status, page.includes('<form')]).toEqual([404, false]);
    }
    expect(await levels(other.token)).toEqual(['sandbox']);
  });

  it('given access that ended, or a redirect address no longer registered, then 404 (PERM-4)', async () => {
    const { url, accountId } = await given('caldav');
    const visitor = setup.visitor();
    await setup.database.pool.query("UPDATE application SET redirect_uris = '{}'");
    expect((await visitor.open(url)).status).toBe(404);
    await setup.database.pool.query('UPDATE application SET redirect_uris = $1', [[redirectUri]]);
    expect((await visitor.open(url)).status).toBe(200);
    await setup.database.pool.query('DELETE FROM authorization_grant WHERE account_id = $1', [accountId]);
    expect((await visitor.open(url)).status).toBe(404);
  });

  it('given calendars of two profiles, then both must be proved before the user can allow (PERM-3)', async () => {
    const { url, token } = await given('caldav', 'apple');
    password('right');
    const visitor = setup.visitor();
    const first = await answer(visitor, (await visitor.open(url)).page, 'prove', { password: 'right' });
    expect(first.page).not.toContain('value="allow"');
    expect(first.page).toContain('apple-user');
    const second = await answer(visitor, first.page, 'prove', { password: 'right' });
    expect((await answer(visitor, second.page, 'allow')).status).toBe(302);
    expect(await levels(token)).toEqual(['unrestricted', 'unrestricted']);
    expect(new Set(setup.relinkRequests.map((one) => one.stored_profile_id)).size).toBe(2);
  });

  it('given several calendars, then the user allows those that they leave ticked, and not none (PERM-3)', async () => {
    const { url, token, accountId } = await given('caldav', 'apple');
    password('right');
    const visitor = setup.visitor();
    const first = await answer(visitor, (await visitor.open(url)).page, 'prove', { password: 'right' });
    const { page } = await answer(visitor, first.page, 'prove', { password: 'right' });
    const ids = [...page.matchAll(/type="checkbox"\s+name="calendar_ids"\s+value="([^"]+)"\s+checked/g)].map(
      ([, id]) => id,
    );
    expect(ids).toEqual([`cal_0_${accountId}`, `cal_1_${accountId}`]);
    const none = await answer(visitor, page, 'allow', { choosing: '1' });
    expect([none.status, none.page.includes('Choose at least one calendar')]).toEqual([422, true]);
    const foreign = await answer(visitor, page, 'allow', { choosing: '1', calendar_ids: 'cal_of_somebody_else' });
    expect([foreign.status, await levels(token)]).toEqual([422, ['sandbox', 'sandbox']]);
    expect((await answer(visitor, page, 'allow', { choosing: '1', calendar_ids: ids[1]! })).status).toBe(302);
    const sql = 'SELECT calendar_id FROM unrestricted_calendar WHERE account_id = $1';
    const { rows } = await setup.database.pool.query<{ calendar_id: string }>(sql, [accountId]);
    expect(rows.map((row) => row.calendar_id)).toEqual([ids[1]]);
  });

  describe('with a Google calendar', () => {
    /** Google's own id of Ada. */
    const subject = async () => {
      const grants = [{ email: ada, client_id: 'kalends', scope: 'openid' }];
      const seeded = (await setup.control('seed', { grants })) as { grants: { sub: string }[] };
      return seeded.grants[0]!.sub;
    };

    async function google() {
      const account = await given('google');
      const hash = oauthIdentityHash('google', await subject());
      await setup.database.pool.query("INSERT INTO profile_identity VALUES ('app', $1, $2, $3)", [
        hash,
        account.accountId,
        account.profiles[0]!.profile_id,
      ]);
      const visitor = setup.visitor();
      const start = await answer(visitor, (await visitor.open(account.url)).page, 'prove');
      const consent = (await visitor.open(start.location)).location;
      return { ...account, visitor, consent };
    }

    it('given its owner signs in at Google and allows, then it is unrestricted (PERM-3)', async () => {
      const { visitor, consent, token } = await google();
      const back = await visitor.open(await decideAtGoogle(consent, ada));
      expect(back.location).toMatch(/^\/oauth\/permissions\/review\?permission=/);
      const review = await visitor.open(back.location);
      expect([review.status, await levels(token)]).toEqual([200, ['sandbox']]);
      expect((await answer(visitor, review.page, 'allow')).location).toBe(redirectUri);
      expect(await levels(token)).toEqual(['unrestricted']);
    });

    it.each([
      ['somebody else signs in', bob, 'allow', `${bob} is another Google account`],
      ['the owner declines at Google', ada, 'deny', 'Google did not grant access'],
    ] as const)(
      'given %s, then the page states it, and cannot be allowed (PERM-3)',
      async (_what, who, decision, text) => {
        const { visitor, consent, token } = await google();
        const back = await visitor.open(await decideAtGoogle(consent, who, decision));
        const review = await visitor.open(back.location);
        expect(review.page).toContain(text);
        expect((await answer(visitor, review.page, 'allow')).page).not.toContain('value="allow"');
        expect(await levels(token)).toEqual(['sandbox']);
      },
    );

    it("given another browser with Google's answer, then it is rejected", async () => {
      const { consent, token } = await google();
      const stolen = await decideAtGoogle(consent, ada);
      expect((await setup.visitor().open(stolen)).status).toBe(400);
      expect(await levels(token)).toEqual(['sandbox']);
    });
  });

  it('given a built-in calendar, then only a browser that connected the account can allow (PERM-3)', async () => {
    const { url, token, accountId } = await given('kalends');
    const visitor = setup.visitor();
    const { page } = await visitor.open(url);
    expect(page).toContain('in the browser in which you connected it');
    expect((await answer(visitor, page, 'prove', { password: 'x' })).page).not.toContain('value="allow"');
    expect((await answer(visitor, page, 'allow')).page).not.toContain('value="allow"');
    await setup.database.pool.query('INSERT INTO browser_account (browser_id, account_id) VALUES ($1, $2)', [
      tokenHash(visitor.cookies.get('kalends_browser')!),
      accountId,
    ]);
    const linked = await visitor.open(url);
    expect((await answer(visitor, linked.page, 'allow')).status).toBe(302);
    expect(await levels(token)).toEqual(['unrestricted']);
  });

  it('given the language that the application names, then the page is in it', async () => {
    const { url } = await given('caldav');
    expect((await setup.visitor().open(`${url}?locale=de`)).page).toContain('<html lang="de"');
  });
});
