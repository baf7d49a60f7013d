import { describe, expect, it } from 'vitest';
import { html } from '@kalends/design';
import { alarm, page } from './layout.js';

const hostile = `<img src=x onerror="alert('1')">&`;
const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';

describe('a page', () => {
  const text = page('de', hostile, html`<h1>Titel</h1>`);

  it('given a language, a title and content, then the page declares its language, and the title is escaped', () => {
    expect(text).toMatch(/^<!doctype html>\s*<html lang="de" ?>/);
    expect(text).toContain(`<title>${escaped} – Kalends</title>`);
    expect(text).toContain('<main><h1>Titel</h1></main>');
  });

  it('given any page, then it runs no script and loads nothing but its icon (hosted-ui: CSP default-src none)', () => {
    const icon = '<link rel="icon" type="image/svg+xml" href="/favicon.svg" />';
    const [before, after, ...more] = page('en', 'Title', html`<p>Text</p>`).split(icon);
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
