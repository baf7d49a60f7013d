// @module-tag long
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { blockedBy, longestMs } from '@kalends/provider-port/testing';
import { readEach } from './batch.js';
import { GraphApi } from './graph-api.js';
import { egress, fixed, readChangesOf } from './microsoft.fixture.js';
import { MicrosoftProvider } from './microsoft-provider.js';

const megabyte = 1_048_576;

const time = (hour: number) => ({
  dateTime: `2026-12-01T${String(hour).padStart(2, '0')}:00:00.0000000`,
  timeZone: 'UTC',
});
const eventOf = (index: number, more: object = {}) => ({
  '@odata.etag': `W/"${index}"`,
  id: `AAMk${index}`,
  type: 'singleInstance',
  iCalUId: `uid-${index}`,
  subject: `Event ${index}`,
  start: time(10),
  end: time(11),
  ...more,
});
const attendee = (index: number) => ({
  type: 'required',
  emailAddress: { name: `Person ${index}`, address: `person${index}@work.example` },
  status: { response: 'accepted', time: '0001-01-01T00:00:00Z' },
});

/** Answers of 12 MiB and more that `JSON.parse` needs half a second to five seconds for. */
const hostile: Record<string, () => string> = {
  'empty objects': () => `{"value":[{"x":[${'{},'.repeat(5 * megabyte)}{}]}]}`,
  'empty lists': () => `{"value":[{"x":[${'[],'.repeat(5 * megabyte)}[]]}]}`,
  numbers: () => `{"value":[${'0,'.repeat(7 * megabyte)}0]}`,
  members: () =>
    `{"value":[{${Array.from({ length: 700_000 }, (_, index) => `"key${index + 10_000_000}":0`).join()}}]}`,
  'lists in lists': () => `{"value":${'['.repeat(7 * megabyte)}${']'.repeat(7 * megabyte)}}`,
  'lists in lists, without an end': () => `{"value":${'['.repeat(15 * megabyte)}`,
};

describe('answers of Graph as large as is read', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const one of servers.splice(0)) {
      one.closeAllConnections();
      await new Promise((resolve) => one.close(resolve));
    }
  });

  async function serving(answer: (path: string, body: string) => Buffer): Promise<string> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(answer(request.url!, Buffer.concat(chunks).toString()));
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1.0`;
  }
  const options = (graphUrl: string) => ({ egress, graphUrl, tokens: fixed('secret') });

  it.each(Object.entries(hostile))(
    'given %s, when read, then it is refused in words, and nothing waits',
    async (_what, make) => {
      const body = Buffer.from(make());
      const api = new GraphApi(options(await serving(() => body)));
      const messages: string[] = [];
      const read = () =>
        api
          .call('/me/events')
          .catch((error: Error & { failure?: string }) => messages.push(`${error.failure} ${error.message}`));
      expect(await blockedBy(read)).toBeLessThan(boundMs(longestMs));
      expect(messages[0]).toMatch(/^unavailable .*(values|nested)/);
    },
  );

  const provider = (graphUrl: string) => new MicrosoftProvider({ ...options(graphUrl), personal: false });
  const calendar = { href: 'c', name: 'c', ctag: undefined, readonly: false, primary: true } as never;
  /** Reads a calendar whose only page of events this is. */
  async function reading(events: object[]) {
    const page = Buffer.from(JSON.stringify({ value: events }));
    let graphUrl = '';
    const delta = () =>
      Buffer.from(JSON.stringify({ value: [], '@odata.deltaLink': `${graphUrl}/me/delta?$deltatoken=1` }));
    graphUrl = await serving((path) => (path.includes('/delta') ? delta() : page));
    return () => readChangesOf(provider(graphUrl), calendar, { cursor: null });
  }

  it.each([
    [
      'a hundred events with 120 kB of text',
      () =>
        Array.from({ length: 100 }, (_, index) =>
          eventOf(index, { body: { contentType: 'text', content: 'Minutes, "quoted": [1]\r\n'.repeat(5_000) } }),
        ),
    ],
    [
      'an event with 200,000 spaces before a letter',
      () => [eventOf(1, { body: { contentType: 'text', content: `${' '.repeat(200_000)}x` } })],
    ],
    [
      'a thousand events with 25 attendees',
      () =>
        Array.from({ length: 1_000 }, (_, index) =>
          eventOf(index, { attendees: Array.from({ length: 25 }, (_, one) => attendee(one)) }),
        ),
    ],
  ])('given %s in one page, when read, then all are, and nothing waits', async (_what, make) => {
    const events = make();
    const read = await reading(events);
    let count = 0;
    const blocked = await blockedBy(async () => (count = (await read()).changed.length));
    expect(count).toBe(events.length);
    expect(blocked).toBeLessThan(boundMs(longestMs));
  });

  it(
    'given a batch whose answer is too large, when read, then fewer are requested at once',
    { tags: 'long' },
    async () => {
      const asked: number[] = [];
      const graphUrl = await serving((_path, text) => {
        const { requests } = JSON.parse(text) as { requests: { id: string }[] };
        asked.push(requests.length);
        const content = 'x'.repeat(2 * megabyte);
        const responses = requests.map(({ id }) => ({
          id,
          status: 200,
          body: eventOf(Number(id), { body: { content } }),
        }));
        return Buffer.from(JSON.stringify({ responses }));
      });
      const paths = Array.from({ length: 20 }, (_, index) => `/me/events/${index}`);
      const answers = await readEach(new GraphApi(options(graphUrl)), paths);
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
      expect(asked).toEqual([20, 5, 5, 5, 5]);
    },
  );
});
