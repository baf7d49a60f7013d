import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@kalends/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFakeGateway, type FakeGateway } from '../fake-gateway.fixture.js';
import { runWith } from '../terminal.fixture.js';
import { listen } from './listen.js';

const secret = 'KAL_a-secret-of-the-test';
/** With letters beyond ASCII and an odd space: signed and sent as they are. */
const bodyOf = (id: string) =>
  `{"notification":{"type":"smart_invite"}, "smart_invite":{"id":"${id}","comment":"Très bien"}}`;

const callback = (id: string, second: number) => ({
  callback_id: id,
  type: 'smart_invite',
  url: 'https://example.com/callback',
  status: 'pending',
  created_at: `2026-11-20T10:00:${String(second).padStart(2, '0')}.123Z`,
  next_attempt_at: null,
  attempts: [],
});
const change = (cursor: string, own: boolean) => ({
  cursor,
  type: 'event_changed',
  occurred_at: '2026-11-20T10:00:00Z',
  own,
  sub: 'acc_1',
});

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A program of the developer on a port of its own. */
async function startLaptop(port = 0, status = 200) {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status).end('thanks');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    received,
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

describe('forwarding callbacks and changes to a laptop', () => {
  let gateway: FakeGateway;
  let answers: Record<string, [number, unknown?]>;
  let directory: string;
  let laptop: Awaited<ReturnType<typeof startLaptop>>;
  let printed: string[];
  beforeEach(async () => {
    answers = {
      'GET /v1/changes': [200, { changes: [], next_cursor: 'now', has_more: false }],
      'GET /v1/changes?cursor=now&limit=1000': [200, { changes: [], next_cursor: 'now', has_more: false }],
    };
    show(callback('cbk_old', 1));
    gateway = await startFakeGateway(answers);
    laptop = await startLaptop();
    directory = await mkdtemp(join(tmpdir(), 'kalends-listen-'));
    printed = [];
  });
  afterEach(async () => {
    await gateway.close();
    await laptop.close();
    await rm(directory, { recursive: true });
  });

  /** What the API lists, oldest first. */
  function show(...callbacks: ReturnType<typeof callback>[]) {
    answers['GET /v1/callbacks'] = [
      200,
      { pages: { current: 1, total: 1 }, total_callbacks: callbacks.length, callbacks: callbacks.toReversed() },
    ];
    for (const one of callbacks)
      answers[`GET /v1/callbacks/${one.callback_id}`] = [200, { ...one, body: bodyOf(one.callback_id) }];
  }

  function start(more: Partial<Parameters<typeof listen>[0]> = {}) {
    const controller = new AbortController();
    const ended = listen({
      access: { ok: true, baseUrl: gateway.url, adminKey: secret },
      url: `http://127.0.0.1:${laptop.port}/hooks?x=1`,
      kinds: ['callbacks', 'changes'],
      file: join(directory, 'position.json'),
      fromNow: false,
      signal: controller.signal,
      print: (line) => printed.push(line),
      pollMs: 5,
      firstPauseMs: 5,
      ...more,
    });
    return {
      ended,
      stop: () => {
        controller.abort();
        return ended;
      },
    };
  }
  const reads = () => gateway.requests.filter(({ path }) => path === '/v1/changes?cursor=now&limit=1000').length;
  /** Until everything that there was has been read once more. */
  const settled = async () => {
    const before = reads();
    await waitUntil(() => reads() >= before + 2);
  };

  it('given a new callback, when listening, then it arrives once, signed as Kalends signs it, and nothing else is called', async () => {
    const run = start();
    await settled();
    show(callback('cbk_old', 1), callback('cbk_new', 2));
    await waitUntil(() => laptop.received.length > 0);
    await settled();
    expect(await run.stop()).toEqual({ ok: true, forwarded: 1 });
    const [{ path, headers, body }] = laptop.received as [Received];
    expect(laptop.received).toHaveLength(1);
    expect([path, body]).toEqual(['/hooks?x=1', bodyOf('cbk_new')]);
    const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64');
    const at = headers['webhook-timestamp'] as string;
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Kalends',
      'cronofy-hmac-sha256': hmac(body),
      'webhook-id': 'cbk_new',
      'webhook-signature': `v1,${hmac(`cbk_new.${at}.${body}`)}`,
    });
    expect(printed.at(-1)).toMatch(/^smart_invite {2}cbk_new {2}200 {2}\d+ ms$/);
    expect(gateway.requests.every(({ method, authorization }) => method === 'GET' && authorization === `Bearer ${secret}`)).toBe(true); // prettier-ignore
  });

  it('given it was interrupted, when started again, then it continues where it ended; with fromNow it does not', async () => {
    await start().stop();
    const first = start();
    await settled();
    await first.stop();
    show(callback('cbk_old', 1), callback('cbk_2', 2), callback('cbk_3', 3));
    const second = start();
    await waitUntil(() => laptop.received.length === 2);
    await second.stop();
    expect(laptop.received.map(({ headers }) => headers['webhook-id'])).toEqual(['cbk_2', 'cbk_3']);
    show(callback('cbk_old', 1), callback('cbk_2', 2), callback('cbk_3', 3), callback('cbk_4', 4));
    const third = start({ fromNow: true });
    await settled();
    await third.stop();
    expect(laptop.received).toHaveLength(2);
  });

  it('given a callback that appears behind a newer one, when listening, then it is forwarded too', async () => {
    const run = start();
    await settled();
    show(callback('cbk_old', 1), callback('cbk_later', 5));
    await waitUntil(() => laptop.received.length === 1);
    show(callback('cbk_old', 1), callback('cbk_earlier', 4), callback('cbk_later', 5));
    await waitUntil(() => laptop.received.length === 2);
    await run.stop();
    expect(laptop.received.map(({ headers }) => headers['webhook-id'])).toEqual(['cbk_later', 'cbk_earlier']);
  });

  it('given changes, when listening, then those of others are forwarded, and those of the application are not', async () => {
    const run = start();
    await settled();
    answers['GET /v1/changes?cursor=now&limit=1000'] = [
      200,
      { changes: [change('c1', true), change('c2', false)], next_cursor: 'c2', has_more: false },
    ];
    answers['GET /v1/changes?cursor=c2&limit=1000'] = [200, { changes: [], next_cursor: 'c2', has_more: false }];
    await waitUntil(() => gateway.requests.some(({ path }) => path.includes('cursor=c2')));
    await run.stop();
    expect(laptop.received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { notification: { type: 'event_changed' }, change: change('c2', false) },
    ]);
  });

  it('given the laptop is down, when it is up again, then the callback arrives, and the trouble was printed once', async () => {
    const run = start();
    await settled();
    const { port } = laptop;
    await laptop.close();
    show(callback('cbk_old', 1), callback('cbk_new', 2));
    await waitUntil(() => printed.some((line) => line.includes('ECONNREFUSED')));
    laptop = await startLaptop(port, 500);
    await waitUntil(() => printed.some((line) => line.includes('cbk_new  500')));
    await settled();
    await run.stop();
    expect(laptop.received).toHaveLength(1);
    expect(printed.filter((line) => line.includes('ECONNREFUSED'))).toHaveLength(1);
  });

  it('given a callback that no longer exists, or an API that is away for a moment, when listening, then it continues', async () => {
    const run = start();
    await settled();
    show(callback('cbk_old', 1), callback('cbk_gone', 2));
    delete answers['GET /v1/callbacks/cbk_gone'];
    await waitUntil(() => printed.some((line) => line.includes('has been deleted')));
    answers['GET /v1/callbacks'] = [503, { error: 'unavailable', description: 'The broker cannot be reached.' }];
    await waitUntil(() => printed.some((line) => line.includes('The broker cannot be reached')));
    show(callback('cbk_new', 3));
    await waitUntil(() => printed.some((line) => line.includes('cbk_new  200')));
    expect(await run.stop()).toEqual({ ok: true, forwarded: 1 });
  });

  it('given a position older than 30 days, when started, then it begins now and reports it', async () => {
    const first = start();
    await settled();
    await first.stop();
    const expired = { errors: { cursor: [{ key: 'errors.cursor_expired', description: 'too old' }] } };
    answers['GET /v1/changes?cursor=now&limit=1000'] = [422, expired];
    answers['GET /v1/changes'] = [200, { changes: [], next_cursor: 'later', has_more: false }];
    answers['GET /v1/changes?cursor=later&limit=1000'] = answers['GET /v1/changes']!;
    const second = start();
    await waitUntil(() => gateway.requests.some(({ path }) => path.includes('cursor=later')));
    await second.stop();
    expect(printed).toContain('What was kept is older than 30 days: beginning now.');
  });

  it('given a wrong secret or no http address, when run as a command, then one line names it', async () => {
    answers['GET /v1/changes'] = [401, { error: 'unauthorized' }];
    const env = { PUBLIC_URL: gateway.url, CLIENT_SECRET: 'wrong', DATA_DIR: directory };
    const run = (...args: string[]) => runWith(['listen', ...args], { env });
    expect(await run('--forward-to', 'http://127.0.0.1:9/')).toMatchObject({
      code: 1,
      err: `error: ${gateway.url} does not accept this client secret\n`,
    });
    expect((await run('--forward-to', 'ftp://a')).err).toContain('it must be an http or https URL');
    expect((await runWith(['listen', '--forward-to', 'http://a'])).err).toContain('no client secret');
  });
});
