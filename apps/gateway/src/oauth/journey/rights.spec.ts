import { scopeBundles, scopes } from '@kalends/public-api';
import { describe, expect, it } from 'vitest';
import { groupRights } from './rights.js';
import { languages } from './texts/texts.js';

const en = languages.get('en')!;

describe('the rights of an application, in words', () => {
  it('given every scope, then they are in two groups, and each is named except free and busy, which reading includes', () => {
    const groups = groupRights(en, scopes);
    expect(groups.map(({ title }) => title)).toEqual(['See', 'Change']);
    const text = groups.map(({ rights }) => rights).join();
    for (const scope of scopes)
      expect([scope, text.includes(en.scopes[scope])]).toEqual([scope, scope !== 'read_free_busy']);
  });

  it('given only times, then the page states that titles stay private', () => {
    expect(groupRights(en, scopeBundles.get('free_busy')!)).toEqual([
      { title: 'See when you are free or busy', rights: 'only the times, without titles or other details' },
      { title: 'See', rights: 'the names of your calendars and your name and e-mail address' },
    ]);
  });

  it('given nothing to change, then there is no such group', () => {
    expect(groupRights(en, ['read_events']).map(({ title }) => title)).toEqual(['See']);
  });
});
