import { describe, expect, it } from 'vitest';
import { codeBlock, codeTabs, highlighted } from './highlight.js';

const hostile = `<script>alert("1")</script>`;

describe('code on pages', () => {
  it.each(['sh', 'js', 'python', 'php', 'ruby', 'go', 'json', 'unknown'])(
    'given hostile text in %s, then it is text, and complete',
    (language) => {
      const { text } = highlighted(hostile, language);
      expect(text).not.toMatch(/<(?!\/?span)/);
      expect(text.replaceAll(/<[^>]+>/g, '')).toMatch(/^&lt;script&gt;alert\((&quot;)1\1\)&lt;\/script&gt;$/);
    },
  );

  it('given known code, then its parts have classes, which the styles colour', () =>
    expect(highlighted(`const a = 'b';`, 'js').text).toBe(
      `<span class="hljs-keyword">const</span> a = <span class="hljs-string">&#x27;b&#x27;</span>;`,
    ));

  it('given one language, then there are no tabs; given two, then the first is chosen, without a script', () => {
    const one = { language: 'sh', text: 'a' };
    expect(codeTabs([one], 'x').text).toBe(codeBlock('a', 'sh').text);
    const { text } = codeTabs([one, { language: 'js', text: 'b' }], 'x');
    expect(text.match(/type="radio"\s+name="x"/g)).toHaveLength(2);
    expect(text.match(/\schecked/g)).toHaveLength(1);
    expect(text).toMatch(/<label for="x-0">curl<\/label>\s*<label for="x-1">Node<\/label>/);
  });
});
