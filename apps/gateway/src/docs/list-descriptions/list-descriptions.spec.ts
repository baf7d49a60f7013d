import { apiCatalogEndpoint } from '@kalends/public-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { guides } from '../guides.js';

type Link = { href: string; type?: string };
type Context = { anchor: string } & Record<string, Link[]>;

describe('where programs find the descriptions', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  const call = (method: string, path: string) => gateway.call(method, path);
  const catalog = async () =>
    JSON.parse(String((await call('GET', '/.well-known/api-catalog')).body)) as { linkset: Context[] };

  it('given the catalogue, then it is a linkset with the profile of RFC 9727 §4.2', async () => {
    const { status, headers, body } = await call('GET', '/.well-known/api-catalog');
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    ]);
    const { schema } = apiCatalogEndpoint.responses[200];
    expect(schema.safeParse(JSON.parse(String(body))).error).toBeUndefined();
  });

  it('given HEAD, then its Link has the relation api-catalog (RFC 9727 §2)', async () => {
    const { status, headers } = await call('HEAD', '/.well-known/api-catalog');
    expect([status, headers.get('link')]).toEqual([
      200,
      `<${publicUrl}/.well-known/api-catalog>; rel="api-catalog"; profile="https://www.rfc-editor.org/info/rfc9727"`,
    ]);
  });

  it('given the linkset, then members are relations with lists of targets (RFC 9264 §4.2), and each item is described', async () => {
    const { linkset } = await catalog();
    for (const { anchor, ...relations } of linkset) {
      expect(URL.canParse(anchor)).toBe(true);
      for (const targets of Object.values(relations))
        for (const { href } of targets) expect(URL.canParse(href)).toBe(true);
    }
    const items = linkset.flatMap(({ item = [] }) => item.map(({ href }) => href));
    expect(items.length).toBeGreaterThan(0);
    for (const href of items) {
      const described = linkset.find(({ anchor }) => anchor === href)!;
      expect(Object.keys(described)).toEqual(expect.arrayContaining(['service-desc', 'service-doc', 'status']));
    }
  });

  it('given the links, when followed, then each answers with the media type that it names', async () => {
    const targets = (await catalog()).linkset.flatMap(({ anchor: _, item: _items, ...relations }) =>
      Object.values(relations).flat(),
    );
    expect(targets.length).toBeGreaterThan(6);
    for (const { href, type } of targets) {
      expect(href.startsWith(publicUrl)).toBe(true);
      const { status, headers } = await call('GET', href.slice(publicUrl.length));
      expect([href, status, headers.get('content-type')?.split(';')[0]]).toEqual([href, 200, type]);
    }
  });

  it('given llms.txt, then it begins with a title and a summary, has each guide, and its links lead to text', async () => {
    const { status, headers, body } = await call('GET', '/llms.txt');
    const text = String(body);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# Kalends\n\n> \S.*\n\n/);
    const links = [...text.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): \S.+$/gm)].map(
      ([, title, href]) => [title, href] as const,
    );
    expect(links.slice(0, Object.keys(guides).length).map(([title]) => title)).toEqual(Object.values(guides));
    for (const [, href] of links) {
      const answer = await call('GET', href!.slice(publicUrl.length));
      expect([
        href,
        answer.status,
        /^(text\/markdown|application\/json)/.test(answer.headers.get('content-type')!),
      ]).toEqual([href, 200, true]);
    }
  });
});
