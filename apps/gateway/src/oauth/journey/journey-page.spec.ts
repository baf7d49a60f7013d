import { html } from '@kalends/design';
import { describe, expect, it } from 'vitest';
import type { Brand } from './brand.js';
import { alarm, journeyPage } from './journey-page.js';
import { languages } from './texts/texts.js';

const hostile = `<img src=x onerror="alert('1')">&`;
const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';
const t = languages.get('de')!;
const acme: Brand = { name: 'Acme', logo: null, accent: null, privacyUrl: null, supportUrl: null };
const pageOf = (brand: Brand | null, title = 'Titel') => journeyPage({ t, title, brand }, html`<h1>Titel</h1>`);

describe('a page of the journey', () => {
  it('given an application, then its name is in the title and above the card, with its initial, and ours is not on the page', () => {
    const text = pageOf(acme);
    expect(text).toMatch(/^<!doctype html>\s*<html lang="de" ?>/);
    expect(text).toContain('<title>Titel – Acme</title>');
    expect(text).toMatch(
      /<header class="journey-head">\s*<span class="initial" aria-hidden="true">A<\/span>\s*<span>Acme<\/span>/,
    );
    expect(text).toContain('<main><h1>Titel</h1></main>');
    expect(text).toContain(t.howStored);
    expect(text).not.toMatch(/kalends/i);
  });

  it('given hostile names, then they are escaped wherever they are', () => {
    const brand = {
      ...acme,
      name: hostile,
      privacyUrl: `https://a.example/"><script>`,
      supportUrl: `https://a.example/'`,
    };
    const text = pageOf(brand, hostile);
    expect(text).toContain(`<title>${escaped} – ${escaped}</title>`);
    expect(text).not.toMatch(/<script|<img src=x/);
  });

  it('given an accent, then it colours the page; a forged one is ignored', () => {
    expect(pageOf({ ...acme, accent: '#0b57d0' })).toContain('--accent:#0b57d0');
    expect(pageOf({ ...acme, accent: '#fff}body{display:none' })).not.toContain('display:none');
  });

  it('given a logo and addresses, then they are linked without a referrer', () => {
    const brand = { ...acme, logo: '/applications/app/logo?v=1', privacyUrl: 'https://a.example/privacy' };
    const text = pageOf(brand);
    expect(text).toContain('<img class="logo" src="/applications/app/logo?v=1" alt=""');
    expect(text).toContain('<a href="https://a.example/privacy" rel="noreferrer">');
    expect(text).not.toContain(t.support('Acme'));
  });

  it('given a logo, then it is the icon of the page as well', () => {
    const text = pageOf({ ...acme, logo: '/applications/a/logo?v=1' });
    expect(text).toContain('<link rel="icon" href="/applications/a/logo?v=1" />');
    expect(text).not.toContain('favicon.svg');
  });

  it('given no logo, then the page runs no script and loads nothing but its icon (hosted-ui: CSP default-src none)', () => {
    const icon = '<link rel="icon" type="image/svg+xml" href="/favicon.svg" />';
    const [before, after, ...more] = pageOf(acme).split(icon);
    expect(more).toEqual([]);
    expect(`${before}${after}`).not.toMatch(/<script|<link|<img|@import|url\(|\son\w+=|https?:/i);
  });

  it('given an error, then screen readers announce it; given none, then there is no alarm', () => {
    const words = { didNotWork: 'That did not work.' };
    expect(alarm(words, hostile)!.text).toBe(
      `<div class="alarm" role="alert"><strong>That did not work.</strong> ${escaped}</div>`,
    );
    expect(alarm(words, null)).toBeNull();
  });
});
