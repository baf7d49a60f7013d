import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  connectMicrosoft,
  decideAtMicrosoft,
  grace,
  publicUrl,
  redirectUri,
  startConsentSetup,
  toMicrosoft,
  type ConsentSetup,
} from '../journey/consent.fixture.js';

const callback = '/oauth/providers/microsoft/callback';

describe('a sign-in at Microsoft that fails', () => {
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

  it.each([
    ['invalid_grant', 70008, 403, 'server_error', 'did not complete the sign-in'],
    ['interaction_required', 53003, 403, 'access_denied', 'does not let this account use the application'],
    ['invalid_grant', 50057, 403, 'access_denied', 'is disabled, or its password has expired'],
    ['unauthorized_client', 700016, 500, 'server_error', 'how this service is registered'],
    ['temporarily_unavailable', 90033, 503, 'temporarily_unavailable', 'cannot be reached now'],
  ])(
    'given %s (AADSTS%i) in the redirect, then a page in plain words with three ways on',
    async (error, number, expected, returned, words) => {
      const visitor = setup.visitor();
      const state = new URL(await toMicrosoft(visitor)).searchParams.get('state')!;
      const error_description = `AADSTS${number}: secret text. Trace ID: 1`;
      const query = new URLSearchParams({ state, error, error_description });
      const { status, page } = await visitor.open(`${callback}?${query}`);
      expect([status, page.includes(words), page.includes('Nothing was changed')]).toEqual([expected, true, true]);
      expect([page.includes(`AADSTS${number}`), page.includes('secret text')]).toEqual([true, false]);
      const [again, choose, back] = [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) =>
        href!.replaceAll('&amp;', '&'),
      );
      expect((await visitor.open(again!)).location).toContain('/common/oauth2/v2.0/authorize?');
      expect((await visitor.open(choose!)).page).toContain('Which calendar?');
      const { searchParams } = new URL(back!);
      expect([back!.startsWith(`${redirectUri}?`), searchParams.get('error')]).toEqual([true, returned]);
      expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['app-state', publicUrl]);
      expect([setup.stageRequests.length, await setup.count('account')]).toEqual([0, 0]);
    },
  );

  it.each([
    [54005, 403, 'did not complete the sign-in'],
    [65001, 403, 'An administrator has to approve first'],
    [7000222, 500, 'how this service is registered'],
    [90033, 503, 'cannot be reached now'],
  ])('given AADSTS%i to the code, then the same pages', async (number, expected, words) => {
    const visitor = setup.visitor();
    const back = await decideAtMicrosoft(await toMicrosoft(visitor), grace);
    await setup.control('microsoft/token-errors', { numbers: [number] });
    const { status, page } = await visitor.open(back);
    expect([status, page.includes(words)]).toEqual([expected, true]);
    expect(setup.stageRequests).toEqual([]);
  });

  it('given a user who declines, then the application gets access_denied at once, as from Google', async () => {
    const visitor = setup.visitor();
    const { status, location } = await visitor.open(await decideAtMicrosoft(await toMicrosoft(visitor), grace, 'deny'));
    expect([status, new URL(location).searchParams.get('error')]).toEqual([302, 'access_denied']);
  });

  it('given a grant without calendars, then access_denied and nothing is staged', async () => {
    const visitor = setup.visitor();
    const consentPage = new URL(await toMicrosoft(visitor));
    consentPage.searchParams.set('scope', 'openid profile email offline_access User.Read');
    const { location } = await visitor.open(await decideAtMicrosoft(consentPage.href, grace));
    expect(new URL(location).searchParams.get('error')).toBe('access_denied');
    expect(setup.stageRequests).toEqual([]);
  });

  it('given an expired ID token, then nothing is staged', async () => {
    await setup.control('clock', { now: new Date(clock.now() - 7_200_000).toISOString() });
    const { status, page } = await connectMicrosoft(setup.visitor(), grace);
    expect([status, page.includes('ID token: expired'), setup.stageRequests]).toEqual([403, true, []]);
  });
});
