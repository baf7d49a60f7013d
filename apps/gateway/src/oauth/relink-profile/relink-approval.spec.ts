import type { SettleProfile } from '@kalends/contracts';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  alan,
  connectMicrosoft,
  decide,
  decideAtMicrosoft,
  grace,
  publicUrl,
  startConsentSetup,
  Visitor,
  type ConsentSetup,
} from '../journey/consent.fixture.js';
import { apply } from '../../read-model/gateway-database.fixture.js';

type Published = Extract<SettleProfile, { kind: 'publish' }>;

const needsApproval = 'An administrator has to approve first';
const linksIn = (page: string) => [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href!);

describe('a profile at Microsoft that is connected again when its organization no longer approves', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => {
    setup = await startConsentSetup(clock.now);
  });
  afterAll(() => setup.close());
  beforeEach(async () => {
    await setup.reset();
    await atOurTime();
  });

  const atOurTime = () => setup.control('clock', { now: new Date(clock.now()).toISOString() });

  /** As a new installation of Microsoft, which has approved nothing: the people are the same. */
  async function approvalIsWithdrawn() {
    const at = `${publicUrl}/oauth/providers/microsoft`;
    const redirect_uris = [`${at}/callback`, `${at}/admin-consent/callback`];
    await setup.control('reset');
    await atOurTime();
    await setup.control('seed', {
      microsoft: {
        clients: [{ client_id: 'kalends', client_secret: 'client-secret', redirect_uris }],
        users: [{ email: alan, name: 'Alan', tenant: 'admin-consent' }],
      },
    });
  }

  /** Approves for Alan's organization; the page before is the one that explains it. */
  async function approve(visitor: Visitor, page: string) {
    const { location } = await visitor.open(linksIn(page)[0]!);
    return visitor.open(await decideAtMicrosoft(location, alan));
  }

  /** Somebody connects; later their profile is disconnected. */
  async function disconnected(email: string) {
    const visitor = setup.visitor();
    let back = await connectMicrosoft(visitor, email);
    if (back.page.includes(needsApproval)) {
      const { location } = await approve(visitor, back.page);
      back = await visitor.open(await decideAtMicrosoft((await visitor.open(location)).location, email));
    }
    await decide(visitor, back.location, 'allow');
    const { account_id, profile_id } = (await setup.settled())[0] as Published;
    const known = { provider_name: 'exchange' as const, profile_name: email, initial_sync: 'done' as const };
    const record = { account_id, profile_id, connected: false, calendar_ids: [], revision: 2, deleted: false };
    await apply(setup.database.pool, account_id, [{ kind: 'profile', ...known, ...record }]);
    setup.stageRequests.length = 0;
    return { account_id, profile_id, url: setup.relinkUrl(profile_id) };
  }

  /** Opens the address that the application shows, up to Microsoft's page. */
  async function toMicrosoftAgain(visitor: Visitor, url: string): Promise<string> {
    const { page } = await visitor.open(url);
    const { location } = await visitor.open('/oauth/relink', { relink: Visitor.hidden(page, 'relink') });
    expect(location.startsWith('/oauth/providers/microsoft/start?relink=')).toBe(true);
    return (await visitor.open(location)).location;
  }

  async function expectConnectedAgain({ account_id, profile_id }: { account_id: string; profile_id: string }) {
    const staged_id = setup.stageRequests[0]!.profile_id;
    expect((await setup.settled()).slice(1)).toEqual([
      { kind: 'publish', account_id, staged_id, profile_id, access: 2 },
    ]);
    expect([setup.stageRequests.length, await setup.count('account')]).toEqual([1, 1]);
  }

  it('13: given AADSTS90094 in the redirect, when an administrator approves, then the same profile is connected again', async () => {
    const profile = await disconnected(alan);
    await approvalIsWithdrawn();
    const visitor = setup.visitor();
    const refused = await visitor.open(await decideAtMicrosoft(await toMicrosoftAgain(visitor, profile.url), alan));
    expect([refused.status, refused.page.includes(needsApproval)]).toEqual([403, true]);
    expect(setup.stageRequests).toEqual([]);
    const { status, location } = await approve(visitor, refused.page);
    expect([status, location.startsWith('/oauth/providers/microsoft/start?relink=')]).toEqual([303, true]);
    const consentPage = (await visitor.open(location)).location;
    const done = await visitor.open(await decideAtMicrosoft(consentPage, alan));
    expect([done.status, done.page.includes('Connected again')]).toEqual([200, true]);
    await expectConnectedAgain(profile);
  });

  it('13: given AADSTS65001 to the code, when another attempt succeeds, then the same profile is connected again', async () => {
    const profile = await disconnected(grace);
    const visitor = setup.visitor();
    const back = await decideAtMicrosoft(await toMicrosoftAgain(visitor, profile.url), grace);
    await setup.control('microsoft/token-errors', { numbers: [65001] });
    const refused = await visitor.open(back);
    expect([refused.status, refused.page.includes(needsApproval)]).toEqual([403, true]);
    const again = linksIn(refused.page)[1]!;
    expect(again.startsWith('/oauth/providers/microsoft/start?relink=')).toBe(true);
    const done = await visitor.open(await decideAtMicrosoft((await visitor.open(again)).location, grace));
    expect([done.status, done.page.includes('Connected again')]).toEqual([200, true]);
    await expectConnectedAgain(profile);
  });

  it('13: given an approval that changes nothing, when signed in again, then the page explains it each time: the browser is never redirected in a loop', async () => {
    const profile = await disconnected(grace);
    const visitor = setup.visitor();
    let consentPage = await toMicrosoftAgain(visitor, profile.url);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const back = await decideAtMicrosoft(consentPage, grace);
      await setup.control('microsoft/token-errors', { numbers: [65001] });
      const { status, location, page } = await visitor.open(back);
      expect([status, location, page.includes(needsApproval)]).toEqual([403, '', true]);
      consentPage = (await visitor.open((await approve(visitor, page)).location)).location;
    }
    expect(setup.stageRequests).toEqual([]);
    expect(await setup.settled()).toHaveLength(1);
  });
});
