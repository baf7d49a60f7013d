import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { guides } from '../guides.js';
import { renderGuide } from './render-guide.js';

const folder = join(import.meta.dirname, '../../../../../docs/guides');
const files = readdirSync(folder);
const names = files.map((file) => file.replace(/\.md$/, ''));

const demo = {
  ...{ sub: 'acc_demo', client_id: 'demo', client_secret: 'KAL_of-the-demo' },
  ...{ access_token: 'token-of-the-demo', calendar_id: 'cal_demo' },
};
const base = 'http://127.0.0.1:4999';

describe('the guides', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({
      env: { PUBLIC_URL: base },
      trustProxy: false,
      landing: { demo: () => demo, services: () => [] },
    });
  });
  afterAll(() => gateway.stop());
  const read = async (path: string, given: Record<string, string> = {}) => {
    const { status, headers, body } = await gateway.call('GET', path, { headers: given });
    return { status, headers, text: String(body) };
  };
  const followed = new Map<string, ReturnType<typeof read>>();
  /** What a link leads to; many guides have the same. */
  const follow = (path: string) => {
    if (!followed.has(path)) followed.set(path, read(path));
    return followed.get(path)!;
  };
  const elsewhere = { 'x-forwarded-for': '203.0.113.1' };

  it('given the folder of the guides, then the pages are those of its files', () => {
    expect(files.every((file) => file.endsWith('.md'))).toBe(true);
    expect(Object.keys(guides).sort()).toEqual(names.sort());
  });

  it.each(names)(
    'given the guide %s, when read, then it is a page that works without scripts, marked as current',
    async (name) => {
      const { status, headers, text } = await read(`/docs/${name}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/);
      // what is live needs one; its code is there without
      const live = '<script type="module" src="/docs/assets/live.js"></script>';
      expect(text.match(/<script/g)).toHaveLength(text.includes('class="live"') ? 2 : 1);
      expect(text.includes(live)).toBe(name === 'elements');
      expect(text).toContain('<script src="/docs/assets/pages.js" defer></script>');
      expect(text).not.toMatch(/<img|<[^>]*\son\w+=/);
      expect(text).toContain(`<a href="/docs/${name}" aria-current="page">`);
      expect(text.match(/<h1/g)).toHaveLength(1);
    },
  );

  it('given the guide of Elements, then each is live with the values of the demo, only where those may be shown', async () => {
    const { text } = await read('/docs/elements');
    const live = [...text.matchAll(/<div class="live" data-element="([^"]+)">/g)].map(([, element]) => element);
    expect(live).toEqual(['slot-picker', 'booking', 'availability-viewer', 'working-hours', 'agenda', 'connect-button'].map((name) => `kalends-${name}`)); // prettier-ignore
    for (const value of [demo.sub, demo.client_secret, demo.calendar_id, demo.client_id])
      expect(text.slice(text.indexOf('id="live-demo"')).split('></div>')[0]).toContain(`"${value}"`);
    expect((await read('/docs/elements', elsewhere)).text).not.toContain('live-demo');
  });

  it.each(names)('given the links of %s, when followed, then each leads to something', async (name) => {
    const { text } = await read(`/docs/${name}`);
    const links = [...text.matchAll(/href="([^"]+)"/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^https?:/.test(link) && link !== '/console');
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      const [path, anchor] = link.split('#');
      const target = path === '' ? { status: 200, text } : await follow(path!);
      expect([link, target.status]).toEqual([link, 200]);
      if (anchor !== undefined) expect([link, target.text.includes(`id="${anchor}"`)]).toEqual([link, true]);
    }
  });

  it.each(names)(
    'given %s as Markdown, when read, then it is the file with the address of this server',
    async (name) => {
      const { status, headers, text } = await read(`/docs/${name}.md`, elsewhere);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
      const file = readFileSync(join(folder, `${name}.md`), 'utf8');
      expect(text).toBe(file.replaceAll('http://127.0.0.1:3000', base));
      expect((await read(`/docs/${name}`)).text).toContain(`type="text/markdown" href="/docs/${name}.md"`);
    },
  );

  it('given all guides, then none has a port of another server, and each leads to the next', async () => {
    const pages = await Promise.all(Object.keys(guides).map((name) => read(`/docs/${name}`)));
    expect(pages.filter(({ text }) => text.includes(':3000'))).toEqual([]);
    const next = pages.map(({ text }) => /rel="next" class="next" href="\/docs\/([a-z-]+)"/.exec(text)?.[1]);
    expect(next).toEqual([...Object.keys(guides).slice(1), undefined]);
  });

  it('given a reader of this machine, then the values of the demo are filled in; given another, then none is', async () => {
    const own = await read('/docs/quick-start');
    for (const value of Object.values(demo).filter((one) => one !== 'demo')) expect(own.text).toContain(value);
    expect(own.headers.get('cache-control')).toBe('no-store');
    const others = await read('/docs/quick-start', elsewhere);
    for (const value of Object.values(demo)) expect(others.text).not.toContain(`=${value}`);
    expect(others.text).toContain('demo.json');
    expect((await read('/docs/quick-start.md', elsewhere)).text).not.toContain('KAL_');
  });

  it('given where two systems talk, then there is a picture, and the same in words', async () => {
    for (const name of ['oauth', 'smart-invites', 'callbacks']) {
      const { text } = await read(`/docs/${name}`);
      expect(text).toMatch(/<figure class="sequence">\s*<svg viewBox[\s\S]*<ol aria-label="[^"]+">\s*<li>/);
    }
  });

  it.each(['unknown', 'toString', 'unknown.md', 'quick-start.md.md', '..%2fmigrate'])(
    'given no guide %s, when read, then it is not found',
    async (name) => expect((await read(`/docs/${name}`)).status).toBe(404),
  );
});

describe('Markdown of a guide', () => {
  it('given raw HTML, when rendered, then it is text', () => {
    const {
      content: { text },
    } = renderGuide('<script>alert(1)</script>\n\nand <b onclick="x">this</b>');
    expect(text).not.toMatch(/<script|<b/);
    expect(text).toContain('&lt;script&gt;');
  });

  it('given a heading, when rendered, then it has an anchor; given code, then its language is a class', () => {
    const {
      content: { text },
      sections,
    } = renderGuide('## What it’s for: `x`\n\n```sh\na < b\n```');
    expect(text).toContain('<h2 id="what-its-for-x">');
    expect(text).toContain('<a class="anchor" href="#what-its-for-x"');
    expect(sections).toEqual([{ anchor: 'what-its-for-x', title: 'What it’s for: x' }]);
    expect(text).toContain('<code class="language-sh">a &lt; b');
  });

  it('given blocks of code in different languages one after the other, then they are tabs of one', () => {
    const blocks = '```js\n1;\n```\n\n```go\n1\n```\n\n```js\n2;\n```\n\ntext\n\n```go\n3\n```';
    const { text } = renderGuide(blocks).content;
    expect(text.match(/class="tabs"/g)).toHaveLength(1);
    expect(text.match(/class="code"/g)).toHaveLength(4);
  });

  it('given one call with curl, then it is shown in four other languages', () =>
    expect(renderGuide('```sh\ncurl $KALENDS/a\n```').content.text.match(/<label /g)).toHaveLength(5));

  it('given a link to another guide, when rendered, then it leads to its page', () =>
    expect(renderGuide('[a](quick-start.md#next)').content.text).toContain('href="/docs/quick-start#next"'));

  it.each([
    '[a](../settings.md)',
    '[a](javascript:alert(1))',
    '[a](//example.com)',
    '[a](data:text/html,x)',
    '![a](a.png)',
  ])('given %s, when rendered, then it is refused', (text) => expect(() => renderGuide(text)).toThrow(/not served/));
});
