import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { SearchIndex } from './search-index.js';

describe('the search', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  const search = async (q: string) => {
    const { status, body } = await gateway.call('GET', `/docs/search?${new URLSearchParams({ q })}`);
    const results = /<div id="results">([\s\S]*?)<\/article>/.exec(String(body))?.[1] ?? '';
    return {
      status,
      results,
      text: String(body),
      paths: [...results.matchAll(/href="([^"]+)"/g)].map(([, one]) => one),
    };
  };

  it.each([
    ['confirm hold', '/docs/api/confirmHold'],
    ['confirm', '/docs/availability#confirm-it'],
    ['signature', '/docs/callbacks#verify-the-signature'],
    ['recipient play', '/docs/testing#play-a-recipient'],
    ['smart invit', '/docs/smart-invites'],
    ['calender', '/docs/api/listCalendars'],
    ['/v1/free_busy', '/docs/api/readFreeBusy'],
  ])('given %s, then %s is found, and there', async (query, path) => {
    const { paths } = await search(query);
    expect(paths).toContain(path);
    const [page, anchor] = path.split('#');
    const { status, body } = await gateway.call('GET', page!);
    expect([status, String(body).includes(anchor ? `id="${anchor}"` : '<h1')]).toEqual([200, true]);
  });

  it('given a hostile query, then it is text in the page', async () => {
    const { status, text } = await search('"><script>alert(1)</script>');
    expect([status, text.includes('<script>alert')]).toEqual([200, false]);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });

  it.each(['', '   ', 'xyzzyplugh'])('given %j, then the page has no results', async (query) => {
    const { status, paths } = await search(query);
    expect([status, paths]).toEqual([200, []]);
  });

  it('given several values or a long one, then it is answered, within bounds', async () => {
    expect((await gateway.call('GET', '/docs/search?q=a&q=b')).status).toBe(200);
    const { status, results } = await search('calendar '.repeat(200));
    expect(status).toBe(200);
    expect(results.match(/<li>/g)!.length).toBeLessThanOrEqual(12);
  });

  it('given more than eight words, then the first eight count', () => {
    const entries = [{ id: '/a', title: 'one two', within: '', text: 'a b c d e f g h' }];
    const index = new SearchIndex(entries);
    expect(index.find('a b c d e f g h missing')).toHaveLength(1);
    expect(index.find('a missing')).toHaveLength(0);
  });
});
