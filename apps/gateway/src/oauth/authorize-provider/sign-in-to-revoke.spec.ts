import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  bob,
  connect,
  decide,
  decideAtGoogle,
  startConsentSetup,
  Visitor,
  type ConsentSetup,
} from '../journey/consent.fixture.js';

const start = '/oauth/providers/google/start?list=1';

describe('signing in at a provider to see what is connected (AUTH-16)', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => void (setup = await startConsentSetup(clock.now)));
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  /** Somebody has connected their calendar in a browser of their own. */
  async function connected(email: string) {
    const visitor = setup.visitor();
    await decide(visitor, (await connect(visitor, email)).location, 'allow');
    return visitor;
  }
  async function signIn(visitor: Visitor, email: string) {
    const google = (await visitor.open(start)).location;
    const back = await visitor.open(await decideAtGoogle(google, email));
    return { google, back };
  }

  it('given the page, then it offers the providers of this deployment', async () => {
    const { page } = await setup.visitor().open('/connected-applications');
    for (const part of ['Connected in another browser?', 'Sign in with Google', 'Sign in with Microsoft', start])
      expect(page).toContain(part);
  });

  it('given another browser, when the person signs in, then only their application is listed, and can be revoked', async () => {
    await connected(ada);
    await connected(bob);
    const visitor = setup.visitor();
    const { google, back } = await signIn(visitor, ada);
    expect(new URL(google).searchParams.get('scope')).toBe('openid email');
    expect([back.status, back.location]).toEqual([303, expect.stringMatching(/^\/connected-applications\?proved=/)]);
    const { page } = await visitor.open(back.location);
    expect([page.includes('Planner'), page.match(/name="token"/g)?.length]).toEqual([true, 1]);
    const form = { token: Visitor.hidden(page, 'token') };
    const revoked = await visitor.open('/connected-applications/revoke', form);
    expect((await visitor.open(revoked.location)).page).toContain('Planner no longer has access');
    expect(await setup.count('authorization_grant')).toBe(1);
  });

  it('given somebody who has connected nothing, then the page states that, and their tokens are revoked', async () => {
    await connected(ada);
    const visitor = setup.visitor();
    const { back } = await signIn(visitor, bob);
    const { page } = await visitor.open(back.location);
    expect(page).toContain('No application here uses a calendar of this Google account');
    expect((await setup.counts()).revoke).toBe(1);
  });

  it('given a sign-in of another browser, a repeated or a refused one, then nothing is listed', async () => {
    await connected(ada);
    const [visitor, stranger] = [setup.visitor(), setup.visitor()];
    const google = (await visitor.open(start)).location;
    await stranger.open(start);
    const callback = await decideAtGoogle(google, ada);
    expect((await stranger.open(callback)).status).toBe(400);
    const { location } = await visitor.open(callback);
    expect((await visitor.open(callback)).status).toBe(400);
    expect((await stranger.open(location)).page).not.toContain('Planner');
    const again = new URL((await visitor.open(start)).location);
    const refused = `/oauth/providers/google/callback?error=access_denied&state=${again.searchParams.get('state')}`;
    const { status, page } = await visitor.open(refused);
    expect([status >= 400, page.includes('Google did not grant access')]).toEqual([true, true]);
  });

  it('given a state of a sign-in, then it continues no journey, and that of a journey lists nothing', async () => {
    const visitor = setup.visitor();
    const { back } = await signIn(visitor, ada);
    expect(back.location).not.toContain('/oauth/authorize');
    expect(await setup.count('staged_connection')).toBe(0);
  });
});
