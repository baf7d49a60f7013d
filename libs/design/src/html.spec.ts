import { describe, expect, it } from 'vitest';
import { html } from './html.js';

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
