import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authorizeUrl,
  connect,
  press,
  startConsentSetup,
  toGoogle,
  Visitor,
  type ConsentSetup,
} from './consent.fixture.js';
import { journeyLifetime } from './journey.js';

describe('a step that is opened again', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => void (setup = await startConsentSetup(clock.now)));
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  const journeyIn = (address: string) => new URL(address, 'http://kalends.test').searchParams.get('journey')!;
  const consentAt = (journey: string) => `/oauth/authorize/consent?journey=${journey}`;
  const chooseAt = (journey: string) => `/oauth/authorize/choose?journey=${journey}`;
  const allowed = 'You have already allowed this';

  it('given Allow, when the user goes back or has a second tab, then the page states that it is allowed, and leads to the application', async () => {
    const visitor = setup.visitor();
    const first = Visitor.hidden((await visitor.open(authorizeUrl())).page, 'journey');
    const { location } = await connect(visitor);
    await press(visitor, location, 'allow');
    const again = await visitor.open(location);
    expect([again.status, again.page.includes(allowed)]).toEqual([200, true]);
    expect(again.page).toMatch(
      /<a class="button" href="https:\/\/app\.example\/" rel="noreferrer"\s*>Continue to Planner/,
    );
    expect((await visitor.open(chooseAt(journeyIn(location)))).page).toContain(allowed);
    const form = { journey: journeyIn(location), provider_name: 'kalends' };
    expect((await visitor.open('/oauth/authorize/connect', form)).page).toContain(allowed);
    // another journey that began before in the same browser was not allowed
    const other = await visitor.open(chooseAt(first));
    expect([other.status, other.page.includes('This page is no longer current')]).toEqual([400, true]);
  });

  it('given several journeys that were allowed one after the other, then each is still explained', async () => {
    const visitor = setup.visitor();
    const locations = [];
    for (const email of ['ada@example.com', 'bob@example.com']) {
      const { location } = await connect(visitor, email, { avoid_linking: 'true' });
      await press(visitor, location, 'allow');
      locations.push(location);
    }
    for (const location of locations) expect((await visitor.open(location)).page).toContain(allowed);
  });

  it('given Deny, when the user goes back, then the page states that nothing was connected', async () => {
    const visitor = setup.visitor();
    const { location } = await connect(visitor);
    await press(visitor, location, 'deny');
    const again = await visitor.open(location);
    expect([again.status, again.page.includes('You have already declined this')]).toEqual([200, true]);
  });

  it('given a provider that was answered, when the answer is loaded again after Allow, then it is no error', async () => {
    const visitor = setup.visitor();
    const google = await toGoogle(visitor);
    const consented = new URL(google);
    const callback = `/oauth/providers/google/callback?code=x&state=${consented.searchParams.get('state')}`;
    const { location } = await connect(visitor);
    await press(visitor, location, 'allow');
    const again = await visitor.open(callback);
    expect([again.status, again.page.includes('This page is no longer current')]).toEqual([400, true]);
    expect(again.page).toContain('Back to Planner');
  });

  it('given half an hour, then the step is over, with the way to the application', async () => {
    const visitor = setup.visitor();
    const { location } = await connect(visitor);
    clock.advance(journeyLifetime + 1);
    const again = await visitor.open(location);
    expect([again.status, again.page.includes('This page is no longer current')]).toEqual([400, true]);
    expect(again.page).toContain('href="https://app.example/"');
  });

  it('given another browser, or one that planted an earlier id, then it learns nothing of the journey', async () => {
    const visitor = setup.visitor();
    const { location } = await connect(visitor);
    const before = new Map(visitor.cookies);
    await press(visitor, location, 'allow');
    const stranger = setup.visitor();
    await stranger.open('/oauth/authorize');
    expect((await stranger.open(location)).page).not.toContain('Planner');
    stranger.cookies.set('kalends_browser_before', visitor.cookies.get('kalends_browser_before')!);
    expect((await stranger.open(location)).page).not.toContain('Planner');
    // the old id alone explains, and continues nothing
    const planted = setup.visitor();
    planted.cookies = before;
    const { page } = await planted.open(location);
    expect([page.includes(allowed), page.includes('value="allow"')]).toEqual([true, false]);
  });

  it('given Cancel on the first page, before anything is connected, then the application learns it', async () => {
    const visitor = setup.visitor();
    const journey = Visitor.hidden((await visitor.open(authorizeUrl())).page, 'journey');
    const { status, location } = await visitor.open('/oauth/authorize/consent', { journey, decision: 'deny' });
    const { origin, searchParams } = new URL(location);
    expect([status, origin, searchParams.get('error'), searchParams.get('state')]).toEqual([
      302,
      'https://app.example',
      'access_denied',
      'app-state',
    ]);
    expect((await visitor.open(consentAt(journey))).page).toContain('You have already declined this');
  });

  it('given every page of a journey, then it has Cancel or Deny, and Back except the first', async () => {
    const visitor = setup.visitor();
    const { page: choose } = await visitor.open(authorizeUrl());
    const journey = Visitor.hidden(choose, 'journey');
    const back = `href="/oauth/authorize/choose?journey=`;
    expect([choose.includes('value="deny"'), choose.includes(back)]).toEqual([true, false]);
    for (const provider_name of ['apple', 'caldav', 'fastmail', 'kalends']) {
      const { page } = await visitor.open('/oauth/authorize/connect', { journey, provider_name });
      expect([provider_name, page.includes('value="deny"'), page.includes(back)]).toEqual([provider_name, true, true]);
    }
  });
});
