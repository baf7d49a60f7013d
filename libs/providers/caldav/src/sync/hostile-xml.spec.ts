import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { longestTurn } from '@kalends/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { accountAt, fetchFor } from './caldav.fixture.js';
import { Connection } from './connection.js';

const multistatus = (content: string) => `<d:multistatus xmlns:d="DAV:">${content}</d:multistatus>`;
const response = (n: number) =>
  `<d:response><d:href>/ada/${n}.ics</d:href><d:propstat><d:prop><d:getetag>"${n}"</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const megabyte = 1_048_576;
const nestedEntities = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'.replace(/./g, (name, at: number) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)}]>`;

/** A server that returns this document for every request. */
let server: Server;
async function serve(document: string | Buffer, status = 207): Promise<string> {
  const body = gzipSync(document);
  server = createServer((request, answer) => {
    request.resume();
    answer.writeHead(status, { 'content-type': 'text/xml', 'content-encoding': 'gzip' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('hostile XML responses', () => {
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    ['4.5 million nested elements', '<a>'.repeat(4_500_000)],
    ['as many in a response that should not be parsed', '<a>'.repeat(4_500_000), 200],
    ['the same, closed', multistatus('<a>'.repeat(1_000_000) + '</a>'.repeat(1_000_000))],
    ['2 million sibling elements', multistatus('<a/>'.repeat(2_000_000))],
    ['a million attributes', multistatus(`<a ${Array.from({ length: 1_000_000 }, (_, n) => `b${n}=""`).join(' ')}/>`)],
    ['a name of 20 MB', multistatus(`<${'a'.repeat(20 * megabyte)}/>`)],
    ['a text of 30 MB', multistatus(`<a>${'b'.repeat(30 * megabyte)}</a>`)],
    ['500 MB in one element', Buffer.alloc(500 * megabyte, 'a')],
    ['entities of entities', `${nestedEntities}${multistatus('&j;'.repeat(1_000))}`],
  ] as [string, string | Buffer, number?][])(
    'given %s, when an account is tried, then it is refused with a reason, and the event loop is not blocked',
    async (_, document, status?: number) => {
      const provider = accountAt(await serve(document, status));
      const before = process.memoryUsage.rss();
      const { result, ms } = await longestTurn(() => provider.calendars().catch((error: unknown) => error));
      expect(result).toMatchObject({ name: 'ProviderError' });
      expect(ms).toBeLessThan(boundMs(200));
      expect(process.memoryUsage.rss() - before).toBeLessThan(300 * megabyte);
    },
  );

  it.each([64, 65])('given elements nested %i deep, when read, then up to 64 are accepted', async (depth) => {
    const inner = `${'<a>'.repeat(depth - 1)}${'</a>'.repeat(depth - 1)}`;
    const url = await serve(multistatus(inner));
    const connection = new Connection({ providerName: 'caldav', url, username: 'a', password: 'b', fetch: fetchFor() });
    const read = connection.report(url, { depth: '1' }, { 'd:sync-collection': {} });
    if (depth === 64) expect(await read).toMatchObject({ status: 207 });
    else await expect(read).rejects.toThrow('deep');
  });

  it(
    'given a calendar of 100,000 events, when listed, then all are read and the event loop is not blocked',
    { tags: 'long' },
    async () => {
      const url = await serve(multistatus(Array.from({ length: 100_000 }, (_, n) => response(n)).join('')));
      const connection = new Connection({
        providerName: 'caldav',
        url,
        username: 'a',
        password: 'b',
        fetch: fetchFor(),
      });
      const turns: number[] = [];
      for (let run = 0; run < 3; run += 1) {
        const { result, ms } = await longestTurn(() =>
          connection.report(url, { depth: '1' }, { 'd:sync-collection': {} }),
        );
        expect(result.resources).toHaveLength(100_000);
        expect(result.resources.at(-1)!.props).toEqual({ getetag: '"99999"' });
        turns.push(ms);
      }
      // blocking code blocks every time; garbage collection on a machine that is busy with other tests does not
      expect(Math.min(...turns)).toBeLessThan(boundMs(200));
    },
  );

  it('given a response that takes long to parse, when the deadline passes, then parsing stops', async () => {
    const url = await serve(multistatus(Array.from({ length: 100_000 }, (_, n) => response(n)).join('')));
    const deadline = new AbortController();
    const account = { providerName: 'caldav', url, username: 'a', password: 'b', signal: deadline.signal };
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const answer = await fetchFor()(input, init);
      setImmediate(() => deadline.abort(new Error('the deadline passed')));
      return answer;
    };
    const read = new Connection({ ...account, fetch }).report(url, { depth: '1' }, { 'd:sync-collection': {} });
    await expect(read).rejects.toMatchObject({ name: 'ProviderError' });
  });
});
