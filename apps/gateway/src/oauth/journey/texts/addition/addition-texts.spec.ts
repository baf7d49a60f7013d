import { describe, expect, it } from 'vitest';
import { languages } from '../texts.js';
import { additionLanguages } from './addition-texts.js';

const names = [...languages.keys()];

describe('the texts of an event that is added', () => {
  it('given the languages of the journey, then there is each of them', () =>
    expect([...additionLanguages.keys()].sort()).toEqual(names.sort()));

  it.each(names.filter((name) => name !== 'en'))('given %s, then every sentence is its own', (name) => {
    const english = new Set(Object.values(additionLanguages.get('en')!));
    const own = Object.values(additionLanguages.get(name)!);
    expect([own.length, own.filter((text) => text.trim() === '' || english.has(text))]).toEqual([english.size, []]);
  });
});
