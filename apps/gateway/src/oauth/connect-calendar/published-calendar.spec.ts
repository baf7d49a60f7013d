import type { StageProfileReply } from '@kalends/contracts';
import { sha256 } from '@kalends/security';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorizeUrl, startConsentSetup, Visitor, type ConsentSetup } from '../journey/consent.fixture.js';
import { languages } from '../journey/texts/texts.js';

const secret = 'https://calendar.example/private-1f2e3d/basic.ics';
const stagedAs = (address: string): StageProfileReply => ({
  outcome: 'staged',
  provider_name: 'ics',
  profile_name: 'calendar.example',
  identity: { origin: 'https://calendar.example', principal: sha256(address) },
  earlier_profile_proved: false,
  calendar_names: ['Home'],
});

describe('a published calendar that a user connects (ACC-19)', () => {
  let setup: ConsentSetup;
  beforeAll(async () => void (setup = await startConsentSetup(testClock().now)));
  afterAll(() => setup.close());
  beforeEach(async () => {
    await setup.reset();
    setup.answer.typed = () => stagedAs(secret);
  });

  async function enter(visitor: Visitor, url?: string) {
    const { page } = await visitor.open(authorizeUrl());
    const journey = Visitor.hidden(page, 'journey');
    const form = { journey, provider_name: 'ics', ...(url === undefined ? {} : { url }) };
    return visitor.open('/oauth/authorize/connect', form);
  }

  /** Enters an address, allows it, and the application redeems the code. Returns the account. */
  async function connect(visitor: Visitor, address = secret) {
    setup.answer.typed = () => stagedAs(address);
    const { page } = await enter(visitor, address);
    const form = { journey: Visitor.hidden(page, 'journey'), decision: 'allow' };
    const { location } = await visitor.open('/oauth/authorize/consent', form);
    const { body } = await setup.redeem(new URL(location).searchParams.get('code')!);
    return body['sub'];
  }

  it('given the choice, then its form has one field, and names who never sees the address', async () => {
    const { status, page } = await enter(setup.visitor());
    expect([status, page.match(/<input(?![^>]*hidden)/g)?.length]).toEqual([200, 1]);
    expect(page).toContain('Planner never sees it');
    expect(setup.typed).toEqual([]);
  });

  it.each([
    [secret, secret],
    ['webcal://calendar.example/private-1f2e3d/basic.ics', secret],
    ['calendar.example/private-1f2e3d/basic.ics', secret],
    [` ${secret} `, secret],
  ])('given %s, then it is tried sealed, in place of a password; nothing else has it', async (url, address) => {
    await enter(setup.visitor(), url);
    const [{ profile_id, sealed_password, ...rest }] = setup.typed as unknown as [Record<string, string>];
    expect(setup.sealer.open(sealed_password!, `profile:${profile_id!}`)).toBe(address);
    expect(rest).toMatchObject({
      provider_name: 'ics',
      url: 'https://calendar.example/',
      username: 'calendar.example',
    });
    expect(JSON.stringify(rest)).not.toContain('private');
  });

  it.each(['', 'ftp://calendar.example/a.ics', 'javascript:alert(1)', 'not an address'])(
    'given "%s", then the page prompts for an address, and nothing is tried',
    async (url) => {
      const { status, page } = await enter(setup.visitor(), url);
      expect([status, page.includes('Fill in each field')]).toEqual([422, true]);
      expect(setup.typed).toEqual([]);
    },
  );

  it.each([...languages.keys()])('given %s and no calendar at the address, then the page explains it', async (lang) => {
    const description = 'calendar.example no longer publishes a calendar at this address (404).';
    setup.answer.typed = () => ({ outcome: 'refused', refusal: 'authentication-failed', description });
    const { status, page } = await enter(setup.visitor({ 'accept-language': lang }), secret);
    expect(status).toBe(422);
    expect(page).toContain(lang === 'en' ? description : languages.get(lang)!.notPublished);
  });

  it('given two people who know the same address, then they have two accounts: it proves nobody’s identity', async () => {
    const accounts = [await connect(setup.visitor()), await connect(setup.visitor())];
    expect(new Set(accounts).size).toBe(2);
    expect(await setup.count('profile_identity')).toBe(2);
  });

  it('given the same address again in the same account, then it is the same profile; another one is a second', async () => {
    const visitor = setup.visitor();
    const first = await connect(visitor);
    expect([await connect(visitor), await setup.count('profile_identity')]).toEqual([first, 1]);
    expect([await connect(visitor, `${secret}?b`), await setup.count('profile_identity')]).toEqual([first, 2]);
    const published = (await setup.settled()).map((one) => (one.kind === 'publish' ? one.profile_id : one.kind));
    expect(published[0]).toBe(published[1]);
    expect(published[2]).not.toBe(published[0]);
  });
});
