import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorizeUrl, startConsentSetup, Visitor, type ConsentSetup } from '../journey/consent.fixture.js';

describe('what one address may try in the journey', () => {
  let setup: ConsentSetup;
  beforeAll(async () => void (setup = await startConsentSetup(testClock().now, { NEW_ACCOUNTS_PER_HOUR: '3' })));
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  const wrong = { outcome: 'refused', refusal: 'authentication-failed', description: 'It did not accept that.' };
  const away = { ...wrong, refusal: 'address-unreachable', description: 'It is down.' };
  const staged = {
    outcome: 'staged',
    provider_name: 'caldav',
    profile_name: 'zoe',
    identity: { origin: 'https://calendar.example', principal: '/zoe/' },
    earlier_profile_proved: false,
    calendar_names: [],
  };

  /** A browser at that address with the form for a CalDAV account open. */
  async function from(address: string) {
    const visitor = setup.visitor({ 'x-forwarded-for': address });
    const { page } = await visitor.open(authorizeUrl());
    const journey = Visitor.hidden(page, 'journey');
    return (more: Record<string, string> = {}) => {
      const login = { url: 'https://calendar.example/', username: 'zoe', password: 'guess' };
      return visitor.open('/oauth/authorize/connect', { journey, provider_name: 'caldav', ...login, ...more });
    };
  }

  it('given endless wrong passwords, then no more are tried: for the user from anywhere, nor from the address', async () => {
    setup.answer.typed = () => wrong;
    const guess = await from('192.0.2.1');
    for (let n = 0; n < 30; n += 1) expect((await guess({ password: `guess ${n}` })).status).toBe(422);
    const stopped = await guess({ password: 'right' });
    expect([stopped.status, stopped.page.includes('Too many wrong passwords')]).toEqual([429, true]);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await (await from('192.0.2.1'))({ username: 'other' })).status).toBe(429);
    const elsewhere = await from('192.0.2.2');
    expect((await elsewhere({ username: 'ZOE', url: 'https://CALENDAR.example/another/path' })).status).toBe(429);
    expect(setup.typed).toHaveLength(30);
    expect((await elsewhere({ username: 'other' })).status).toBe(422);
  });

  it('given addresses that do not answer, then one address cannot keep trying them; the user is not locked out', async () => {
    setup.answer.typed = () => away;
    const scan = await from('192.0.2.3');
    for (let n = 0; n < 30; n += 1) await scan({ url: `https://host-${n}.example/`, username: 'bob' });
    expect((await scan({ url: 'https://host-99.example/', username: 'bob' })).status).toBe(429);
    expect((await (await from('192.0.2.4'))({ url: 'https://host-1.example/', username: 'bob' })).status).toBe(422);
  });

  it.each([
    ['a user name of 321 characters', { username: 'u'.repeat(321) }],
    ['a password of 1,025', { password: 'p'.repeat(1_025) }],
    ['an address of 2,049', { url: `https://calendar.example/${'x'.repeat(2_024)}` }],
    ['a line break in a user name', { username: 'a\nb' }],
  ])('given %s, then the page reports it, and nothing is tried', async (_what, more) => {
    const { status, page } = await (await from('192.0.2.5'))(more);
    expect([status, page.includes('too long, or contains characters')]).toEqual([422, true]);
    expect(setup.typed).toEqual([]);
  });

  it('given addresses that create accounts, built in or at their own server, then one address may create a limited number per hour', async () => {
    setup.answer.typed = ({ username }) => ({
      ...staged,
      identity: { origin: 'https://calendar.example', principal: `/${username}/` },
    });
    const made = async (address: string, choice: Record<string, string>) => {
      const visitor = setup.visitor({ 'x-forwarded-for': address });
      const { page } = await visitor.open(authorizeUrl());
      const form = { journey: Visitor.hidden(page, 'journey'), ...choice };
      const consent = (await visitor.open('/oauth/authorize/connect', form)).page;
      const answer = { journey: Visitor.hidden(consent, 'journey'), decision: 'allow' };
      return visitor.open('/oauth/authorize/consent', answer);
    };
    const caldav = { provider_name: 'caldav', url: 'https://calendar.example/', password: 'p' };
    const builtIn = { provider_name: 'kalends' };
    const choices = [builtIn, { ...caldav, username: 'one' }, builtIn];
    for (const choice of choices) expect((await made('192.0.2.6', choice)).status).toBe(302);
    for (const choice of [builtIn, { ...caldav, username: 'two' }]) {
      const { status, page, headers } = await made('192.0.2.6', choice);
      expect([status, page.includes('Too many requests')]).toEqual([429, true]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
    }
    expect(await setup.count('account')).toBe(3);
    expect((await made('192.0.2.7', builtIn)).status).toBe(302);
  });

  it('given guesses at client ids, then the address must wait, and a page of a known one still opens', async () => {
    const visitor = setup.visitor({ 'x-forwarded-for': '192.0.2.8' });
    for (let n = 0; n < 30; n += 1)
      expect((await visitor.open(authorizeUrl({ client_id: `guess-${n}` }))).status).toBe(400);
    expect((await visitor.open(authorizeUrl({ client_id: 'x'.repeat(5_000) }))).status).toBe(429);
    expect((await visitor.open(authorizeUrl())).status).toBe(200);
  });
});
