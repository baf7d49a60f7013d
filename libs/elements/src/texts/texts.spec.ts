import { expect, it } from 'vitest';
import { en } from './en.js';
import { directionOf, languages, textsFor } from './texts.js';

it('given each language, then every text is there, and no longer than a page can show', () => {
  expect(languages).toHaveLength(10);
  for (const language of languages) {
    const texts = Object.entries(textsFor(language)).map(([name, text]): [string, string] => [name, typeof text === 'function' ? text('<7>') : text]); // prettier-ignore
    expect(texts.map(([name]) => name)).toEqual(Object.keys(en));
    expect(texts.filter(([, text]) => text.trim() === '' || text.length > 120)).toEqual([]);
    for (const [name, text] of texts.filter(([key]) => typeof en[key as 'save'] === 'function')) expect([name, text]).toEqual([name, expect.stringContaining('<7>')]); // prettier-ignore
  }
});

it('given a locale, then its language counts; another one is in English', () => {
  expect([textsFor('pt-BR').save, textsFor('DE-at').save, textsFor('sv').save]).toEqual([
    'Guardar',
    'Speichern',
    'Save',
  ]);
  expect(['ar-EG', 'he', 'de'].map(directionOf)).toEqual(['rtl', 'ltr', 'ltr']);
});
