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
  it('there are at least English, German, French and Spanish', () =>
    expect([...languages.keys()]).toEqual(expect.arrayContaining(['en', 'de', 'fr', 'es'])));

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
    ['tlh', 'nl, de;q=0.4, fr;q=0.7', 'fr'],
    [null, 'es;q=0, de;q=0.1', 'de'],
    [null, '*', 'en'],
    [null, 'constructor, __proto__', 'en'],
    ['xx', undefined, 'en'],
    [null, '', 'en'],
  ])('given locale %s and a browser that prefers %s, then it is %s', (locale, header, lang) =>
    expect(languageOf(locale, header)).toBe(lang),
  );

  it('given a refusal, then English readers see the provider’s text, others a sentence in their language', () => {
    const refused = { refusal: 'authentication-failed' as const, description: 'p42.example did not accept it.' };
    expect(refusalText(languages.get('en')!, refused)).toBe('p42.example did not accept it.');
    expect(refusalText(languages.get('de')!, refused)).toMatch(/Passwort/);
  });
});
