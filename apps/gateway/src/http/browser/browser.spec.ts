import { createHash } from 'node:crypto';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authorizeUrl,
  connect,
  decide,
  redirectUri,
  startConsentSetup,
  Visitor,
  bob,
  type ConsentSetup,
} from '../../oauth/journey/consent.fixture.js';

describe('the cookie that identifies a browser', () => {
  let setup: ConsentSetup;
  beforeAll(async () => {
    setup = await startConsentSetup(testClock().now);
  });
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  const idOf = ({ cookies }: Visitor) => cookies.get('kalends_browser')!;

  /** Connects a new built-in calendar. */
  async function connectBuiltIn(visitor: Visitor): Promise<void> {
    const { page } = await visitor.open(authorizeUrl({ avoid_linking: 'true' }));
    const form = { journey: Visitor.hidden(page, 'journey'), provider_name: 'kalends', tzid: 'Etc/UTC' };
    const consent = await visitor.open('/oauth/authorize/connect', form);
    const answer = { journey: Visitor.hidden(consent.page, 'journey'), decision: 'allow' };
    expect((await visitor.open('/oauth/authorize/consent', answer)).location.startsWith(redirectUri)).toBe(true);
  }

  it('given a browser whose user allows, then it has another id, and keeps what it had connected', async () => {
    const visitor = setup.visitor();
    await connectBuiltIn(visitor);
    const first = idOf(visitor);
    const { setCookies } = await decide(visitor, (await connect(visitor)).location, 'allow');
    expect(setCookies.filter((line) => line.startsWith('kalends_browser='))).toHaveLength(1);
    expect(idOf(visitor)).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(idOf(visitor)).not.toBe(first);
    const { rows } = await setup.database.pool.query('SELECT DISTINCT browser_id FROM browser_account');
    // the stored value opens nothing: SHA-256 of the cookie
    expect(rows).toEqual([{ browser_id: createHash('sha256').update(idOf(visitor)).digest('hex') }]);
    expect((await visitor.open('/connected-applications')).status).toBe(200);
  });

  it('given a planted id, when its user has allowed, then whoever planted it sees and adds nothing', async () => {
    const [attacker, victim] = [setup.visitor(), setup.visitor()];
    await attacker.open(authorizeUrl());
    const planted = idOf(attacker);
    victim.cookies.set('kalends_browser', planted);
    await decide(victim, (await connect(victim)).location, 'allow');
    expect(idOf(victim)).not.toBe(planted);
    expect((await attacker.open(authorizeUrl())).page).not.toContain('Connected already');
    await decide(attacker, (await connect(attacker, bob)).location, 'allow');
    const accounts = (await setup.settled()).map((one) => one.kind === 'publish' && one.account_id);
    expect([accounts.length, new Set(accounts).size]).toEqual([2, 2]);
  });

  it('given a user who denies, or a page that is only viewed, then the id stays', async () => {
    const visitor = setup.visitor();
    await visitor.open(authorizeUrl());
    const id = idOf(visitor);
    await decide(visitor, (await connect(visitor)).location, 'deny');
    await visitor.open('/connected-applications');
    expect(idOf(visitor)).toBe(id);
  });

  it('given a form that was already allowed, when it is sent again, then no second code is issued', async () => {
    const visitor = setup.visitor();
    const { page } = await visitor.open((await connect(visitor)).location);
    const form = { journey: Visitor.hidden(page, 'journey'), decision: 'allow' };
    expect((await visitor.open('/oauth/authorize/consent', form)).status).toBe(302);
    const again = await visitor.open('/oauth/authorize/consent', form);
    expect([again.status, again.location]).toEqual([200, '']);
    expect(again.page).toContain('You have already allowed this');
    expect(await setup.count('authorization_code')).toBe(1);
  });
});

describe('that cookie over https', () => {
  it('then no other host can have set it: __Host-, Secure, for the whole host; the plain one is ignored', async () => {
    const setup = await startConsentSetup(testClock().now, { PUBLIC_URL: 'https://kalends.test' });
    await setup.reset();
    const visitor = setup.visitor();
    visitor.cookies.set('kalends_browser', 'a'.repeat(32));
    const { setCookies, page } = await visitor.open(authorizeUrl());
    expect(setCookies).toHaveLength(1);
    expect(setCookies[0]).toMatch(
      /^__Host-kalends_browser=[A-Za-z0-9_-]{32}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(setCookies[0]).not.toContain('a'.repeat(32));
    const journey = Visitor.hidden(page, 'journey');
    const form = { journey, provider_name: 'kalends', tzid: 'Etc/UTC' };
    expect((await visitor.open('/oauth/authorize/connect', form)).status).toBe(200);
    visitor.cookies.delete('__Host-kalends_browser');
    expect((await visitor.open('/oauth/authorize/connect', form)).status).toBe(400);
    await setup.close();
  });
});
