import { namingOfProviders, type ConsentProviderId } from '@kalends/contracts';
import type { Localized, Provider } from '@kalends/provider-port';
import { describe, expect, it } from 'vitest';
import {
  accountKindOf,
  consentIdOf,
  consentProvider,
  isBuiltIn,
  providers,
  providerSettings,
  serviceOf,
} from './index.js';

const languages = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'];
const isComplete = (text: Localized) =>
  typeof text === 'string'
    ? text !== ''
    : Object.keys(text).sort().join() === languages.join() && Object.values(text).every((one) => one !== '');

/** Every text that users read, by where it is. */
const textsOf = ({ accounts, consent }: Provider): Localized[] => [
  ...accounts.flatMap(({ title, note, form }) => [title, note, ...(form ? [form.title] : [])]),
  ...(consent?.withdrawal ? [consent.withdrawal] : []),
  ...Object.values(consent?.problems ?? {}),
  ...Object.values(consent?.approval ?? {}),
];

describe('the registry', () => {
  it('given the names in the contracts, then each belongs to one provider, which connects as they say', () => {
    const served = providers.flatMap(({ accounts }) => accounts.map(({ name }) => name));
    expect(served.sort()).toEqual([...namingOfProviders.keys()].sort());
    for (const { id, accounts, consent, loadSync } of providers)
      for (const { name, form } of accounts) {
        const { connects, at } = namingOfProviders.get(name)!;
        const found = consent ? 'consent' : loadSync ? 'password' : 'built-in';
        expect([name, found, form !== undefined]).toEqual([name, connects, connects === 'password']);
        if (consent) expect([name, id]).toEqual([name, at]);
      }
  });

  it('given its providers, then their ids differ, and the settings of each begin with nobody else’s', () => {
    expect(new Set(providers.map(({ id }) => id)).size).toBe(providers.length);
    const all = providers.flatMap(({ settings }) => [
      ...new Set([...Object.keys(settings.gateway), ...Object.keys(settings.sync)]),
    ]);
    expect(Object.keys(providerSettings).sort()).toEqual(all.sort());
  });

  it.each(providers.map((one) => [one.id, one] as const))(
    'given %s, then its texts are in every language',
    (_, one) => {
      expect(textsOf(one).filter((text) => !isComplete(text))).toEqual([]);
    },
  );

  it.each(providers.map((one) => [one.id, one] as const))(
    'given %s, when loaded, then it has both halves',
    async (_, one) => {
      const [consent, sync] = [await one.consent?.load(), await one.loadSync?.()];
      expect([typeof consent?.create, typeof sync?.create]).toEqual([
        one.consent ? 'function' : 'undefined',
        isBuiltIn({ provider_name: one.accounts[0]!.name }) ? 'undefined' : 'function',
      ]);
    },
  );

  it.each<[string | null, ConsentProviderId | null]>([
    ['google', 'google'],
    ['exchange', 'microsoft'],
    ['office365', 'microsoft'],
    ['live_connect', 'microsoft'],
    ['outlook_com', 'microsoft'],
    ['icloud', null],
    ['caldav', null],
    ['constructor', null],
    [null, null],
  ])('given the name %s, then users consent at %s', (name, id) => expect(consentIdOf(name)).toBe(id));

  it('given names that nobody has, then there is no provider', () => {
    expect([accountKindOf('constructor'), consentProvider('caldav'), consentProvider({})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(['apple', 'exchange', 'live_connect', 'google'].map(serviceOf)).toEqual([
      'icloud',
      'office365',
      'outlook_com',
      'google',
    ]);
  });
});
