import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bob, connect, redeem, startConsentSetup, Visitor, type ConsentSetup } from '../journey/consent.fixture.js';

describe('the time zone of a new account (AUTH-17)', () => {
  let setup: ConsentSetup;
  beforeAll(async () => void (setup = await startConsentSetup(testClock().now)));
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  /** A consent at a provider that states a zone, up to the page with Allow. */
  async function reach(time_zone: string | undefined, { visitor = setup.visitor(), ...more } = {}) {
    const plain = setup.answer.now;
    setup.answer.now = (request) => ({ ...plain(request), ...(time_zone === undefined ? {} : { time_zone }) });
    const back = await connect(visitor, undefined, more);
    return { visitor, ...(await visitor.open(back.location)) };
  }
  async function allow({ visitor, page }: { visitor: Visitor; page: string }, more: Record<string, string> = {}) {
    const form = { journey: Visitor.hidden(page, 'journey'), decision: 'allow', ...more };
    const { location } = await visitor.open('/oauth/authorize/consent', form);
    await redeem(visitor, new URL(location).searchParams.get('code')!);
  }
  const zones = async () => [
    (await setup.database.pool.query('SELECT default_tzid FROM account')).rows[0].default_tzid,
    ...(await setup.settled()).map((one) => (one.kind === 'publish' ? one.default_tzid : null)),
  ];
  const selected = (page: string) => /<option value="([^"]+)" selected/.exec(page)?.[1];
  const runsScript = (page: string) => page.includes('resolvedOptions');

  it('given a provider that states one, then it is preselected, whatever the browser has, and becomes the account’s', async () => {
    const reached = await reach('Asia/Tokyo', { visitor: setup.visitor({ 'accept-language': 'de-DE' }) });
    expect([selected(reached.page), runsScript(reached.page)]).toEqual(['Asia/Tokyo', false]);
    await allow(reached, { tzid: 'Asia/Tokyo' });
    expect(await zones()).toEqual(['Asia/Tokyo', 'Asia/Tokyo']);
  });

  it('given a provider that states none, then the script chooses, and without it the language', async () => {
    const reached = await reach(undefined, { visitor: setup.visitor({ 'accept-language': 'de-AT' }) });
    expect([selected(reached.page), runsScript(reached.page)]).toEqual(['Europe/Vienna', true]);
    await allow(reached);
    expect(await zones()).toEqual(['Europe/Vienna', 'Europe/Vienna']);
  });

  it('given another choice, then that counts, for the account and for calendars without a zone of their own', async () => {
    await allow(await reach('Asia/Tokyo'), { tzid: 'Europe/Lisbon' });
    expect(await zones()).toEqual(['Europe/Lisbon', 'Europe/Lisbon']);
  });

  it.each(['Mars/Olympus', '"><script>', ''])(
    'given %j stated or chosen, then it is as if there were none',
    async (name) => {
      const reached = await reach(name);
      expect([selected(reached.page), runsScript(reached.page)]).toEqual(['Etc/UTC', true]);
      await allow(reached, { tzid: name });
      expect(await zones()).toEqual(['Etc/UTC', 'Etc/UTC']);
    },
  );

  it('given an older name, then the page selects the one that people choose', async () => {
    expect(selected((await reach('Asia/Calcutta')).page)).toBe('Asia/Kolkata');
  });

  it('given an account that exists, then its zone is not chosen again', async () => {
    const visitor = setup.visitor();
    await allow(await reach('Asia/Tokyo', { visitor }), { tzid: 'Asia/Tokyo' });
    const page = await visitor.open((await connect(visitor, bob)).location);
    expect(page.page).not.toContain('id="tzid"');
    await allow({ visitor, page: page.page }, { tzid: 'Europe/Paris' });
    expect(await zones()).toEqual(['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Tokyo']);
  });
});
