import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorizeUrl, startConsentSetup, Visitor, type ConsentSetup } from '../journey/consent.fixture.js';

describe('the address in the form for a CalDAV account', () => {
  let setup: ConsentSetup;
  beforeAll(async () => void (setup = await startConsentSetup(testClock().now)));
  afterAll(() => setup.close());
  beforeEach(async () => {
    await setup.reset();
    setup.answer.typed = () => ({
      outcome: 'refused',
      refusal: 'authentication-failed',
      description: 'It did not accept that.',
    });
  });

  async function enter(url: string) {
    const visitor = setup.visitor();
    const { page } = await visitor.open(authorizeUrl());
    const journey = Visitor.hidden(page, 'journey');
    const login = { url, username: 'zoe', password: 'guess' };
    return visitor.open('/oauth/authorize/connect', { journey, provider_name: 'caldav', ...login });
  }

  it.each([
    ['calendar.example.com', 'https://calendar.example.com'],
    [' calendar.example.com/dav/ ', 'https://calendar.example.com/dav/'],
    ['calendar.example.com:8443/', 'https://calendar.example.com:8443/'],
    ['//calendar.example.com/', 'https://calendar.example.com/'],
    ['https://calendar.example.com/', 'https://calendar.example.com/'],
    ['http://calendar.example.com/', 'http://calendar.example.com/'],
    ['HTTPS://calendar.example.com/', 'HTTPS://calendar.example.com/'],
  ])('given %s, then %s is tried', async (entered, tried) => {
    await enter(entered);
    expect(setup.typed.map(({ url }) => url)).toEqual([tried]);
  });

  it.each(['', 'ftp://calendar.example.com/', 'javascript:alert(1)', 'file:///etc/passwd', 'not an address'])(
    'given "%s", then the page prompts for an address, and nothing is tried',
    async (entered) => {
      const { status, page } = await enter(entered);
      expect([status, page.includes('Fill in each field')]).toEqual([422, true]);
      expect(setup.typed).toEqual([]);
    },
  );

  it('given the form, then the browser accepts an address without a scheme', async () => {
    const { page } = await enter('');
    expect(page).toMatch(/<input\s+id="url"/);
    expect(page).not.toContain('type="url"');
  });
});
