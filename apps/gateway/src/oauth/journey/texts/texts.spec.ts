import { appPasswordIssuers } from '@kalends/contracts';
import { describe, expect, it } from 'vitest';
import { en } from './en.js';
import { languages, refusalText, textsFor } from './texts.js';

const languageOf = (locale: string | null, header?: string) =>
  textsFor(locale, { headers: header === undefined ? {} : { 'accept-language': header } }).lang;

/** Every key with its type, nested ones with their path. */
const keysOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'object' ? keysOf(value as object, `${path}${name}.`) : [`${path}${name}: ${typeof value}`],
  );

/** The sentences, each function called with its parameters' names. */
const sentencesOf = (texts: object): [string, string][] =>
  Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'object') return sentencesOf(value as object);
    if (typeof value !== 'function') return [[name, String(value)]];
    const call = value as (...names: string[]) => string;
    return [[name, call('first-name', 'second-name')]];
  });

describe('the texts of the journey', () => {
  it('there are ten languages, of which one is written from right to left', () => {
    expect([...languages.keys()].sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt']);
    expect([...languages.values()].filter(({ dir }) => dir === 'rtl').map(({ lang }) => lang)).toEqual(['ar']);
  });

  it.each([...languages.keys()].filter((name) => name !== 'en'))(
    'given %s, then no sentence was left in English',
    (name) => {
      const english = new Map(sentencesOf(en));
      const same = sentencesOf(languages.get(name)!).filter(
        ([key, text]) => key !== 'dir' && english.get(key) === text,
      );
      // words that both languages have
      expect(same.map(([, text]) => text).filter((text) => !['Password', 'In', 'Privacy'].includes(text))).toEqual([]);
    },
  );

  it.each([...languages.keys()])('given %s, then it has all keys, none empty, and its own name', (name) => {
    const texts = languages.get(name)!;
    expect(texts.lang).toBe(name);
    expect(keysOf(texts).sort()).toEqual(keysOf(en).sort());
    for (const [key, sentence] of sentencesOf(texts)) expect([key, sentence.trim()]).not.toEqual([key, '']);
  });

  it.each([...languages.keys()])('given %s, then each sentence has the names that the English one has', (name) => {
    const namesIn = (sentence: string) => sentence.match(/(first|second)-name/g)?.sort() ?? [];
    const english = new Map(sentencesOf(en));
    for (const [key, sentence] of sentencesOf(languages.get(name)!)) {
      expect([key, new Set(namesIn(sentence))]).toEqual([key, new Set(namesIn(english.get(key)!))]);
    }
  });

  it.each<[string | null, string | undefined, string]>([
    ['de', 'fr', 'de'],
    ['de-AT', undefined, 'de'],
    ['FR_ca', undefined, 'fr'],
    ['tlh', 'es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['tlh', 'sv, de;q=0.4, fr;q=0.7', 'fr'],
    [null, 'es;q=0, de;q=0.1', 'de'],
    [null, '*', 'en'],
    [null, 'constructor, __proto__', 'en'],
    ['xx', undefined, 'en'],
    [null, '', 'en'],
  ])('given locale %s and a browser that prefers %s, then it is %s', (locale, header, lang) =>
    expect(languageOf(locale, header)).toBe(lang),
  );

  describe.each([...languages.keys()])('given %s', (name) => {
    const texts = languages.get(name)!;
    it.each([
      ['apple', 'account.apple.com'],
      ['fastmail', 'Fastmail'],
      ['gmx', ''],
      ['nextcloud', 'Nextcloud'],
      ['yahoo', 'login.yahoo.com'],
      ['zoho', 'accounts.zoho.com'],
    ] as const)(
      'and a password that %s refuses, then its app passwords are named in that language',
      (issuer, where) => {
        const description = 'The server refused it. It accepts app passwords only.';
        const refused = { refusal: 'authentication-failed' as const, description };
        const text = refusalText(texts, { ...refused, app_passwords_of: issuer });
        expect([issuer, texts.appPasswords[issuer]]).toEqual([issuer, expect.stringContaining(where)]);
        const inThisLanguage = `${texts.refusals['authentication-failed']} ${texts.appPasswords[issuer]}`;
        expect(text).toBe(name === 'en' ? description : inThisLanguage);
        expect(refusalText(texts, { ...refused, app_passwords_of: 'somebody-newer' })).toBe(
          name === 'en' ? description : texts.refusals['authentication-failed'],
        );
      },
    );
  });

  it('given every issuer that calendar-sync names, then all languages have it', () => {
    for (const texts of languages.values())
      expect(Object.keys(texts.appPasswords).sort()).toEqual([...appPasswordIssuers].sort());
  });

  it('given a refusal, then English readers see the provider’s text, others a sentence in their language', () => {
    const refused = { refusal: 'authentication-failed' as const, description: 'p42.example did not accept it.' };
    expect(refusalText(languages.get('en')!, refused)).toBe('p42.example did not accept it.');
    expect(refusalText(languages.get('de')!, refused)).toMatch(/Passwort/);
  });
});
