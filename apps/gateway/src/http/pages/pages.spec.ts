import { describe, expect, it } from 'vitest';
import { html } from './html.js';
import { alarm, page } from './layout.js';

const hostile = `<img src=x onerror="alert('1')">&`;
const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';

describe('markup', () => {
  it('given foreign text, when put into an element or an attribute, then it is escaped', () => {
    expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it('given markup, alone or in a list, then it is inserted unchanged, and escaped only once', () => {
    const items = ['a', '<b>'].map((text) => html`<i>${text}</i>`);
    expect(html`<p>${items} ${html`<b>c</b>`}</p>`.text).toBe('<p><i>a</i><i>&lt;b&gt;</i> <b>c</b></p>');
  });

  it('given an object with the shape of markup, then it is not treated as markup', () => {
    const forged = JSON.parse('{"text":"<script>"}') as string;
    expect(html`${forged}`.text).not.toContain('<script>');
  });

  it('given nothing, then nothing is inserted; zero is inserted', () => {
    expect(html`${null}${undefined}${false}${''}${0}`.text).toBe('0');
  });
});

describe('a page', () => {
  const text = page('de', hostile, html`<h1>Titel</h1>`);

  it('given a language, a title and content, then the page declares its language, and the title is escaped', () => {
    expect(text).toMatch(/^<!doctype html>\s*<html lang="de">/);
    expect(text).toContain(`<title>${escaped} – Kalends</title>`);
    expect(text).toContain('<main><h1>Titel</h1></main>');
  });

  it('given any page, then it runs no script and loads nothing (hosted-ui: CSP default-src none)', () => {
    expect(page('en', 'Title', html`<p>Text</p>`)).not.toMatch(/<script|<link|<img|@import|url\(|\son\w+=|https?:/i);
  });

  /** Relative luminance and contrast as defined by WCAG 2.2. */
  const luminance = (color: string) => {
    const digits = color.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color;
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = parseInt(digits.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const contrast = (one: string, other: string) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light! + 0.05) / (dark! + 0.05);
  };

  it.each(['light', 'dark'])(
    'given the %s scheme, then text has a contrast of at least 4.5 (WCAG 2.2, 1.4.3)',
    (scheme) => {
      const block = text.split(':root')[scheme === 'light' ? 1 : 2]!;
      const color = (name: string) => new RegExp(`--${name}: (#[0-9a-f]+)`).exec(block)![1]!;
      for (const ink of ['ink', 'dim', 'alarm', 'accent'])
        for (const ground of ['ground', 'card'])
          expect(contrast(color(ink), color(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color('on-accent'), color('accent'))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('given an error, then screen readers announce it; given none, then there is no alarm', () => {
    const words = { didNotWork: 'That did not work.' };
    expect(alarm(words, hostile)!.text).toBe(
      `<div class="alarm" role="alert"><strong>That did not work.</strong> ${escaped}</div>`,
    );
    expect(alarm(words, null)).toBeNull();
  });
});
