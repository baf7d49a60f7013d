import { accountKindOf, providers } from '@kalends/provider-registry';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorizeUrl, startConsentSetup, Visitor, type ConsentSetup } from '../journey/consent.fixture.js';

describe('services that users choose by their name', () => {
  let setup: ConsentSetup;
  beforeAll(async () => void (setup = await startConsentSetup(testClock().now)));
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  const presets = accountKindOf('caldav')!.presets!;

  async function choose(provider_name: string, more: Record<string, string> = {}, headers = {}) {
    const visitor = setup.visitor(headers);
    const { page: choices } = await visitor.open(authorizeUrl());
    const journey = Visitor.hidden(choices, 'journey');
    const form = { journey, provider_name, tzid: 'Europe/Berlin', ...more };
    return { choices, ...(await visitor.open('/oauth/authorize/connect', form)) };
  }

  it('given the first page, then each has a button with its name', async () => {
    const { choices } = await choose('caldav');
    for (const { id, name } of presets) {
      expect(choices).toContain(`value="${id}"`);
      expect(choices).toContain(name);
    }
  });

  it.each(presets.map((one) => [one.name, one] as const))(
    'given %s, then its address is filled in, and the page explains its passwords',
    async (name, { id, address, appPasswordUrl }) => {
      const { status, page } = await choose(id);
      expect(status).toBe(200);
      expect(page).toContain(`<h1>Connect ${name}</h1>`);
      expect(page).toContain(`value="${address ?? ''}"`);
      expect(page.includes('An app password is')).toBe(id !== 'posteo');
      if (appPasswordUrl) expect(page).toContain(`<a href="${appPasswordUrl}" rel="noreferrer" target="_blank">`);
    },
  );

  it('given the form of one, then it is a CalDAV account at the address that the user left or changed', async () => {
    setup.answer.typed = () => ({ outcome: 'refused', refusal: 'address-unreachable', description: 'It is away.' });
    const login = { username: 'zoe', password: 'guess' };
    const { page } = await choose('fastmail', { ...login, url: 'https://caldav.fastmail.com/' });
    expect(page).toContain('<h1>Connect Fastmail</h1>');
    await choose('fastmail', { ...login, url: 'other.example' });
    expect(setup.typed.map(({ provider_name, url }) => [provider_name, url])).toEqual([
      ['caldav', 'https://caldav.fastmail.com/'],
      ['caldav', 'https://other.example'],
    ]);
  });

  it('given a page with a password field, then it names the application, and how the password is stored', async () => {
    const { page } = await choose('gmx');
    expect(page).toContain('<title>Connect GMX – Planner</title>');
    expect(page).toContain('Planner never sees it');
    expect(page).toContain('How this is stored');
  });

  it('given their ids, then none is the name of a provider, and each address is https', () => {
    const names = providers.flatMap(({ id, accounts }) => [id, ...accounts.map(({ name }) => name)]);
    expect(presets.filter(({ id }) => names.includes(id) || id === 'connected')).toEqual([]);
    for (const { address, appPasswordUrl } of presets)
      for (const url of [address, appPasswordUrl]) expect(url ?? 'https://').toMatch(/^https:\/\//);
  });
});
