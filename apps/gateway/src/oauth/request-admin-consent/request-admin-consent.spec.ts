import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  alan,
  connectMicrosoft,
  decide,
  decideAtMicrosoft,
  publicUrl,
  startConsentSetup,
  type ConsentSetup,
  type Visitor,
} from '../journey/consent.fixture.js';

const path = '/oauth/providers/microsoft/admin-consent';

describe('the approval by an administrator', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => {
    setup = await startConsentSetup(clock.now);
  });
  afterAll(() => setup.close());
  beforeEach(async () => {
    await setup.reset();
    await setup.control('clock', { now: new Date(clock.now()).toISOString() });
  });

  const linksIn = (page: string) => [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href!);

  /** Alan's organization has not approved; returns the link for this browser and that of the message. */
  async function refused(visitor: Visitor) {
    const { status, page } = await connectMicrosoft(visitor, alan);
    expect([status, page.includes('An administrator has to approve first')]).toEqual([403, true]);
    return { page, here: linksIn(page)[0]!, again: linksIn(page)[1]!, forward: `${publicUrl}${path}` };
  }

  it('given a tenant that needs one, then the page explains it, with a text to forward that names the application', async () => {
    const { page, forward } = await refused(setup.visitor());
    expect(page).toContain('Approve for my organization');
    expect(page).toMatch(new RegExp(`<blockquote>[^<]*Planner[^<]*${forward}</blockquote>`));
    expect(setup.stageRequests).toEqual([]);
  });

  it('given an administrator in the journey, when approved, then the browser signs in again, and the calendar connects', async () => {
    const visitor = setup.visitor();
    const { here } = await refused(visitor);
    const { status, location } = await visitor.open(here);
    const url = new URL(location);
    expect([status, url.origin + url.pathname]).toEqual([302, `${setup.google}/organizations/v2.0/adminconsent`]);
    const { state, ...rest } = Object.fromEntries(url.searchParams);
    expect(state).toBeTruthy();
    expect(rest).toEqual({
      client_id: 'kalends',
      redirect_uri: `${publicUrl}${path}/callback`,
      scope: 'openid profile email offline_access User.Read Calendars.ReadWrite',
    });
    const back = await visitor.open(await decideAtMicrosoft(location, alan));
    expect([back.status, back.location.startsWith('/oauth/providers/microsoft/start?journey=')]).toEqual([303, true]);
    expect([setup.stageRequests.length, await setup.count('account')]).toEqual([0, 0]);
    const consentPage = (await visitor.open(back.location)).location;
    const { answer } = await decide(
      visitor,
      (await visitor.open(await decideAtMicrosoft(consentPage, alan))).location,
      'allow',
    );
    expect(answer.searchParams.get('code')).toMatch(/^.{32}$/);
  });

  it('given an administrator elsewhere with the forwarded address, then they see the outcome, and the user continues', async () => {
    const [visitor, administrator] = [setup.visitor(), setup.visitor()];
    const { again, forward } = await refused(visitor);
    const { location } = await administrator.open(forward);
    const done = await administrator.open(await decideAtMicrosoft(location, alan));
    expect([done.status, done.location, done.page.includes('Approved')]).toEqual([200, '', true]);
    const consentPage = (await visitor.open(again)).location;
    expect((await visitor.open(await decideAtMicrosoft(consentPage, alan))).status).toBe(303);
  });

  it('given an administrator who declines, then nothing changed, and the journey can continue', async () => {
    const visitor = setup.visitor();
    const { here } = await refused(visitor);
    const { location } = await visitor.open(here);
    const { status, page } = await visitor.open(await decideAtMicrosoft(location, alan, 'deny'));
    expect([status, page.includes('Not approved'), page.includes('<span>Planner</span>')]).toEqual([200, true, true]);
    expect(linksIn(page)[0]).toMatch(/^\/oauth\/providers\/microsoft\/start\?journey=/);
  });

  it("given a forged answer, another browser's state, or a state of the sign-in, then it proves nothing and continues nothing", async () => {
    const [visitor, other] = [setup.visitor(), setup.visitor()];
    const { here } = await refused(visitor);
    const state = new URL((await visitor.open(here)).location).searchParams.get('state')!;
    const answer = (more: Record<string, string>) =>
      `${path}/callback?${new URLSearchParams({ admin_consent: 'True', tenant: 'x', ...more })}`;
    for (const step of [await other.open(answer({ state })), await visitor.open(answer({ state: 'forged' }))])
      expect([step.status, step.location, step.setCookies]).toEqual([200, '', []]);
    const asSignIn = `/oauth/providers/microsoft/callback?${new URLSearchParams({ state, code: 'x' })}`;
    expect((await visitor.open(asSignIn)).status).toBe(400);
    expect(await setup.count('account')).toBe(0);
  });
});
