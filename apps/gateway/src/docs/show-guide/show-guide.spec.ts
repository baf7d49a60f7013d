import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { guides } from '../guides.js';
import { renderGuide } from './render-guide.js';

const files = readdirSync(join(import.meta.dirname, '../../../../../docs/guides'));
const names = files.map((file) => file.replace(/\.md$/, ''));

describe('the guides', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  const read = async (path: string) => {
    const { status, headers, body } = await gateway.call('GET', path);
    return { status, headers, text: String(body) };
  };

  it('given the folder of the guides, then the pages are those of its files', () => {
    expect(files.every((file) => file.endsWith('.md'))).toBe(true);
    expect(Object.keys(guides).sort()).toEqual(names.sort());
  });

  it.each(names)(
    'given the guide %s, when read, then it is a page without scripts, marked as current',
    async (name) => {
      const { status, headers, text } = await read(`/docs/${name}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      expect(headers.get('content-security-policy')).not.toContain('script-src');
      expect(text).not.toMatch(/<script|<img|\son\w+=/);
      expect(text).toContain(`<a href="/docs/${name}" aria-current="page">`);
      expect(text.match(/<h1/g)).toHaveLength(1);
    },
  );

  it.each(names)('given the links of %s, when followed, then each leads to something', async (name) => {
    const { text } = await read(`/docs/${name}`);
    const links = [...text.matchAll(/href="([^"]+)"/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^https:/.test(link));
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      const [path, anchor] = link.split('#');
      const target = path === '' ? { status: 200, text } : await read(path!);
      expect([link, target.status]).toEqual([link, 200]);
      if (anchor !== undefined) expect([link, target.text.includes(`id="${anchor}"`)]).toEqual([link, true]);
    }
  });

  it.each(['unknown', 'toString', 'quick-start.md', '..%2fmigrate'])(
    'given no guide %s, when read, then it is not found',
    async (name) => expect((await read(`/docs/${name}`)).status).toBe(404),
  );
});

describe('Markdown of a guide', () => {
  it('given raw HTML, when rendered, then it is text', () => {
    const { text } = renderGuide('<script>alert(1)</script>\n\nand <b onclick="x">this</b>');
    expect(text).not.toMatch(/<script|<b/);
    expect(text).toContain('&lt;script&gt;');
  });

  it('given a heading, when rendered, then it has an anchor; given code, then its language is a class', () => {
    const { text } = renderGuide('## What it’s for: `x`\n\n```sh\na < b\n```');
    expect(text).toContain('<h2 id="what-its-for-x">');
    expect(text).toContain('<code class="language-sh">a &lt; b');
  });

  it('given a link to another guide, when rendered, then it leads to its page', () =>
    expect(renderGuide('[a](quick-start.md#next)').text).toContain('href="/docs/quick-start#next"'));

  it.each([
    '[a](../settings.md)',
    '[a](javascript:alert(1))',
    '[a](//example.com)',
    '[a](data:text/html,x)',
    '![a](a.png)',
  ])('given %s, when rendered, then it is refused', (text) => expect(() => renderGuide(text)).toThrow(/not served/));
});
