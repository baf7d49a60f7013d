import { providers, type Localized } from '@kalends/provider-registry';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeUrl, startConsentSetup, Visitor, type ConsentSetup } from './consent.fixture.js';
import { en } from './texts/en.js';
import { languages } from './texts/texts.js';

const accept = 'text/html,application/xhtml+xml';

/** Words that are in nearly every English sentence, and in none of the other languages. */
const english =
  /(?<!\p{L})(the|your|you|with|and|this|are|calendars?|events?|sign|again|back|help|stored|browser)(?!\p{L})/iu;

/** Names that are the same everywhere, and words that another language has taken over. */
const names = /Google Calendar|Apple Account|App Passwords|Privacy & Security|App passwords/g;
const borrowed = new Map(Object.entries<RegExp>({ de: /\bBrowsers?\b/g, nl: /\bbrowser\b/gi, it: /\bbrowser\b/gi }));

const visible = (page: string): string =>
  page
    .replace(/<(style|script|svg|select)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<(\w+)[^>]* lang="en"[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

const flat = (texts: object): string[] =>
  Object.values(texts).flatMap((one: unknown) => (typeof one === 'object' ? flat(one as object) : typeof one === 'string' ? [one] : [])); // prettier-ignore

const ofProviders = providers.flatMap(({ accounts }) =>
  accounts.flatMap(({ title, note, form }): Localized[] => [title, note, ...(form ? [form.title] : [])]),
);
const sentences = [...flat(en), ...ofProviders.flatMap((text) => (typeof text === 'string' ? [] : [text.en]))];

describe('the pages in every language', () => {
  let setup: ConsentSetup;
  beforeAll(async () => void (setup = await startConsentSetup(testClock().now)));
  afterAll(() => setup.close());

  /** Every page that a person can reach without a provider, by what it is. */
  async function pagesIn(locale: string): Promise<[string, string][]> {
    const visitor = setup.visitor({ accept, 'accept-language': locale });
    const pages: [string, string][] = [];
    const open = async (what: string, address: string, form?: Record<string, string>) => {
      const step = await visitor.open(address, form);
      if (step.page !== '') pages.push([what, step.page]);
      return step;
    };
    await setup.reset();
    setup.answer.typed = () => ({ outcome: 'refused', refusal: 'authentication-failed', description: 'It said no.' });
    const { page } = await open('the choice', authorizeUrl({ locale }));
    const journey = Visitor.hidden(page, 'journey');
    const connect = '/oauth/authorize/connect';
    for (const provider_name of ['apple', 'caldav', 'fastmail', 'nextcloud', 'gmx', 'posteo'])
      await open(provider_name, connect, { journey, provider_name });
    const wrong = { username: 'zoe', password: 'guess', url: 'https://calendar.example/' };
    await open('a wrong password', connect, { journey, provider_name: 'caldav', ...wrong });
    await open('no password', connect, { journey, provider_name: 'caldav', ...wrong, password: '' });
    const times = await visitor.open(authorizeUrl({ locale, scope: 'free_busy' }));
    await open('free and busy', connect, { journey: Visitor.hidden(times.page, 'journey'), provider_name: 'kalends' });
    const { page: consent } = await open('the consent', connect, { journey, provider_name: 'kalends' });
    const allow = { journey: Visitor.hidden(consent, 'journey'), decision: 'allow' };
    const { location } = await open('allow', '/oauth/authorize/consent', allow);
    await setup.redeem(new URL(location).searchParams.get('code')!);
    await open('allowed before', '/oauth/authorize/consent', allow);
    await open('over', `/oauth/authorize/choose?journey=${Visitor.hidden(times.page, 'journey')}`);
    await open('the choice, connected', authorizeUrl({ locale }));
    const { page: list } = await open('connections', '/connected-applications');
    const revoke = { token: Visitor.hidden(list, 'token') };
    const { location: revoked } = await open('revoke', '/connected-applications/revoke', revoke);
    await open('revoked', revoked);
    await open('revoked before', '/connected-applications/revoke', revoke);
    const again = Visitor.hidden((await visitor.open(authorizeUrl({ locale }))).page, 'journey');
    const deny = { journey: again, decision: 'deny' };
    await open('deny', '/oauth/authorize/consent', deny);
    await open('declined before', `/oauth/authorize/choose?journey=${again}`);
    await open('lost', '/oauth/authorize/consent?journey=x');
    await open('an unknown application', `/oauth/authorize?client_id=none&locale=${locale}`);
    await open('no page', '/nothing/here');
    await open('a form without its page', connect);
    await open('an unreadable address', '/%zz');
    await open('an old request', '/oauth/permissions/unknown');
    await open('an old link', '/connected-applications/open?link=x');
    await open('an unknown profile', '/oauth/relink/a/b');
    return pages;
  }

  it.each([...languages.keys()])('given %s, then every page is in it, in its direction', async (locale) => {
    const pages = await pagesIn(locale);
    expect(pages.length).toBeGreaterThan(22);
    const direction = locale === 'ar' ? ' dir="rtl"' : '';
    for (const [what, page] of pages)
      expect([what, /<html lang="\w+"( dir="rtl")?/.exec(page)?.[0]]).toEqual([
        what,
        `<html lang="${locale}"${direction}`,
      ]);
  });

  it.each([...languages.keys()].filter((locale) => locale !== 'en'))(
    'given %s, then no page has a fragment of English',
    async (locale) => {
      const own = flat(languages.get(locale)!);
      const foreign = sentences.filter(
        (text) => text.length > 9 && !own.includes(text) && text.replace(names, '') === text,
      );
      for (const [what, page] of await pagesIn(locale)) {
        const text = visible(page);
        expect([what, foreign.filter((sentence) => text.includes(sentence))]).toEqual([what, []]);
        const rest = text.replace(names, ' ').replace(borrowed.get(locale) ?? /$^/, ' ');
        expect([what, english.exec(rest)?.[0]]).toEqual([what, undefined]);
      }
    },
  );
});
