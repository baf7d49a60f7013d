import { describe, expect, it } from 'vitest';
import { languages } from '../texts.js';
import { bookingLanguages } from './booking-texts.js';
import { en } from './en.js';

/** Words that are in nearly every English sentence, and in none of the other languages. */
const english = /(?<!\p{L})(the|your|you|with|and|this|are|calendar|again|time|times|free|booked|choose)(?!\p{L})/iu;

const sentencesOf = (texts: object): [string, string][] =>
  Object.entries(texts).map(([name, value]) =>
    typeof value === 'function' ? [name, (value as (name: string) => string)('a-name')] : [name, String(value)],
  );

const names = [...languages.keys()];

describe('the texts of a booking link’s page', () => {
  it('given the languages of the journey, then it has each of them', () =>
    expect([...bookingLanguages.keys()].sort()).toEqual(names.sort()));

  it.each(names)(
    'given %s, then it has all sentences, none empty, with the names that the English ones have',
    (name) => {
      const found = new Map(sentencesOf(bookingLanguages.get(name)!));
      expect(found.get('lang')).toBe(name);
      expect([...found.keys()]).toEqual(Object.keys(en));
      for (const [key, sentence] of sentencesOf(en)) {
        const own = found.get(key)!;
        expect([key, own.trim() !== '', own.includes('a-name')]).toEqual([key, true, sentence.includes('a-name')]);
      }
    },
  );

  it.each(names.filter((name) => name !== 'en'))(
    'given %s, then no sentence was left in English (complaint 9)',
    (name) => {
      const originals = new Set(sentencesOf(en).map(([, text]) => text));
      const own = sentencesOf(bookingLanguages.get(name)!);
      expect(own.filter(([, text]) => originals.has(text))).toEqual([]);
      expect(own.filter(([, text]) => english.test(text.replaceAll('a-name', '')))).toEqual([]);
    },
  );
});
