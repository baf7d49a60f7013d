import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { readEach } from './batch.js';
import { GraphApi, type GraphApiOptions } from './graph-api.js';
import { readPages } from './fetch-series.js';
import { egress, fixed, readChangesOf } from './microsoft.fixture.js';
import { MicrosoftProvider } from './microsoft-provider.js';
import { startRecorder, type Recorded } from './recorded.fixture.js';

type Recorder = Awaited<ReturnType<typeof startRecorder>>;
type Own = Parameters<typeof startRecorder>[1];

describe('requests to Graph', () => {
  const servers: Recorder[] = [];
  afterEach(async () => {
    for (const one of servers.splice(0)) await one.close();
  });

  async function serving(answers: Own) {
    const server = await startRecorder(undefined, answers);
    servers.push(server);
    return server;
  }
  const apiAt = ({ graphUrl }: Recorder, more: Partial<GraphApiOptions> = {}) =>
    new GraphApi({ egress, graphUrl, tokens: fixed('secret'), ...more });
  const error = (code: string, message = 'No.') => ({ error: { code, message } });

  it.each([
    ['another host', (_url: string) => 'http://127.0.0.1:1/v1.0/me/calendars?$skip=10'],
    ['another origin by user information', (url: string) => `${url.replace('//', '//ada@')}/me/calendars`],
    ['a path beside the API', (url: string) => `${url.replace('/v1.0', '/evil')}/me/calendars`],
    ['another scheme', (_url: string) => 'file:///etc/passwd'],
    ['no address', (_url: string) => 'https://'],
  ])(
    'given a next page at %s, when a list is read, then it is not followed, and the token is not sent',
    async (_name, link) => {
      let url = '';
      const server = await serving(() => ({ body: { value: [], '@odata.nextLink': link(url) } }));
      url = server.graphUrl;
      const reading = readPages(apiAt(server), { path: '/me/calendars', call: {} }, async () => undefined);
      await expect(reading).rejects.toMatchObject({ failure: expect.stringMatching(/not-a-provider/) });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('given a list without an end, when read, then it ends as unavailable', { tags: 'long' }, async () => {
    let url = '';
    const server = await serving(() => ({ body: { value: [], '@odata.nextLink': `${url}/me/calendars?again` } }));
    url = server.graphUrl;
    const reading = readPages(apiAt(server), { path: '/me/calendars', call: {} }, async () => undefined);
    await expect(reading).rejects.toMatchObject({ failure: 'unavailable' });
    expect(server.requests).toHaveLength(2_000);
  });

  it.each([
    [400, 'ErrorPropertyValidationFailure', 'refused'],
    [400, 'ErrorOccurrenceCrossingBoundary', 'refused'],
    [401, 'InvalidAuthenticationToken', 'authentication-failed'],
    [403, 'ErrorAccessDenied', 'refused'],
    [403, 'ErrorQuotaExceeded', 'refused'],
    [404, 'MailboxNotEnabledForRESTAPI', 'not-a-provider'],
    [302, '', 'not-a-provider'],
    [429, 'ApplicationThrottled', 'unavailable'],
    [500, 'ErrorInternalServerError', 'unavailable'],
    [503, 'UnknownError', 'unavailable'],
    [507, 'QuotaExceededException', 'refused'],
  ])('given %i %s, when called, then it is %s', async (status, code, failure) => {
    const server = await serving(() => ({ status, body: error(code, '') }));
    await expect(apiAt(server).call('/me')).rejects.toMatchObject({ failure });
  });

  it.each([
    ['not JSON', '<html>'],
    ['a list without items', { value: 'x' }],
    ['more items than a page has', { value: Array.from({ length: 5_001 }, () => 1) }],
  ])('given a response that is %s, when a list is read, then it is unavailable', async (_name, body) => {
    const server = await serving(() => ({ body }));
    const reading = readPages(apiAt(server), { path: '/me/calendars', call: {} }, async () => undefined);
    await expect(reading).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it('given a response longer than 16 MiB, when read, then it is unavailable', async () => {
    const server = await serving(() => ({ body: { value: ['x'.repeat(17 * 1_048_576)] } }));
    await expect(apiAt(server).call('/me')).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it.each([
    ['ApplicationThrottled', undefined, []],
    ['TooManyRequests', undefined, [30_000]],
    ['TooManyRequests', 'User_Application/Read/a/b/c', []],
    ['ApplicationThrottled', 'Tenant_Application/ReadWrite/a/b/c', [30_000]],
    ['UnknownError', 'Application/Read/a/b', [30_000]],
  ])('given 429 %s of the scope %s, then it is known whether our client was limited', async (code, scope, expected) => {
    const headers = { 'retry-after': '30', ...(scope === undefined ? {} : { 'x-ms-throttle-scope': scope }) };
    const server = await serving(() => ({ status: 429, headers, body: error(code) }));
    const limited: unknown[] = [];
    const requests = { admit: async () => undefined, limited: (ms?: number) => void limited.push(ms) };
    await expect(apiAt(server, { requests }).call('/me')).rejects.toMatchObject({ failure: 'unavailable' });
    expect(limited).toEqual(expected);
  });

  it('given a batch, then each of its requests is admitted, and one that is limited by our client is noticed', async () => {
    const counts: unknown[] = [];
    const limited: unknown[] = [];
    const requests = {
      admit: async (_signal?: AbortSignal, count?: number) => void counts.push(count),
      limited: (ms?: number) => void limited.push(ms),
    };
    const headers = { 'Retry-After': '60', 'x-ms-throttle-scope': 'Tenant_Application/Read/a/b/c' };
    const server = await serving(({ body }) => ({
      body: {
        responses: (body as { requests: { id: string }[] }).requests.map(({ id }) => ({ id, status: 429, headers })),
      },
    }));
    await expect(readEach(apiAt(server, { requests }), ['/a', '/b', '/c'])).rejects.toThrow();
    expect([counts, limited]).toEqual([[3], [60_000, 60_000, 60_000]]);
  });

  it('given Retry-After for one mailbox, when others call, then only that one waits, in all its tasks', async () => {
    let now = 1_000_000;
    const clock = () => now;
    const server = await serving(({ path }) =>
      path.endsWith('/busy')
        ? { status: 429, headers: { 'retry-after': '30' }, body: error('ApplicationThrottled') }
        : { body: {} },
    );
    const [one, same, other] = ['m1', 'm1', 'm2'].map((mailbox) => apiAt(server, { mailbox, clock }));
    const busy = { failure: 'unavailable', options: { retryAfterMs: 30_000 } };
    await expect(one!.call('/busy')).rejects.toMatchObject(busy);
    await expect(same!.call('/me')).rejects.toMatchObject(busy);
    expect((await other!.call('/me')).status).toBe(200);
    now += 30_000;
    expect((await same!.call('/me')).status).toBe(200);
    expect(server.requests).toHaveLength(3);
  });

  it('given ten tasks of a mailbox, when they call at once, then two are in flight', async () => {
    const server = await serving(async () => {
      // long enough for all ten to arrive
      await delay(200);
      return { body: {} };
    });
    const apis = Array.from({ length: 10 }, () => apiAt(server, { mailbox: 'm3' }));
    await Promise.all(apis.map((api) => api.call('/me')));
    expect(server.requests).toHaveLength(10);
    expect(server.maxInFlight()).toBe(2);
  });

  const batched = ({ body }: Recorded) => body['requests'] as { id: string; url: string }[];

  it('given 45 paths, when each is read, then in batches of 20, with a status for each, in the order of the paths', async () => {
    const server = await serving((request) => ({
      body: {
        responses: batched(request)
          .map(({ id, url }) => ({ id, status: url.endsWith('7') ? 404 : 200, body: { url } }))
          .reverse(),
      },
    }));
    const paths = Array.from({ length: 45 }, (_, index) => `/me/events/${index}`);
    const answers = await readEach(apiAt(server), paths);
    expect(server.requests.map((one) => batched(one).length)).toEqual([20, 20, 5]);
    expect(answers.map(({ body }) => (body as { url: string }).url)).toEqual(paths);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(4);
  });

  it('given tokens that end while requests wait, when called, then each is refreshed; a third refusal disconnects', async () => {
    const tokens = () => {
      let number = 0;
      return { ...fixed(''), current: async () => 'token 0', renewed: async () => `token ${(number += 1)}` };
    };
    const accepting = (number: number) =>
      serving(({ authorization }) =>
        authorization === `Bearer token ${number}`
          ? { body: { id: 'me' } }
          : { status: 401, body: error('InvalidAuthenticationToken') },
      );
    for (const number of [1, 2]) {
      const answer = await apiAt(await accepting(number), { tokens: tokens() }).call('/me');
      expect(answer.body).toEqual({ id: 'me' });
    }
    const refused = apiAt(await accepting(3), { tokens: tokens() }).call('/me');
    await expect(refused).rejects.toMatchObject({ failure: 'authentication-failed' });
  });

  it('given a token that ends during a batch, when read, then the rest is sent again with the next one', async () => {
    const ended = new Set(['/me/events/2', '/me/events/3']);
    const server = await serving((request) => ({
      body: {
        responses: batched(request).map(({ id, url }) =>
          ended.delete(url)
            ? { id, status: 401, body: error('InvalidAuthenticationToken') }
            : { id, status: 200, body: {} },
        ),
      },
    }));
    const paths = Array.from({ length: 4 }, (_, index) => `/me/events/${index}`);
    expect((await readEach(apiAt(server), paths)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(server.requests).toHaveLength(2);
  });

  it('given a batch in which some were too many at once, when read, then only those are sent again, after the longest of their waits', async () => {
    const waits = new Map([
      ['/me/events/3', '1'],
      ['/me/events/5', '0'],
    ]);
    const refused = new Set(waits.keys());
    const times: number[] = [];
    const server = await serving((request) => ({
      body: {
        responses: (times.push(performance.now()), batched(request)).map(({ id, url }) =>
          refused.delete(url)
            ? { id, status: 429, headers: { 'Retry-After': waits.get(url)! }, body: error('ApplicationThrottled') }
            : { id, status: 200, body: {} },
        ),
      },
    }));
    const paths = Array.from({ length: 8 }, (_, index) => `/me/events/${index}`);
    expect((await readEach(apiAt(server), paths)).map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(server.requests.map((one) => batched(one).map(({ url }) => url)).at(-1)).toEqual([
      '/me/events/3',
      '/me/events/5',
    ]);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990);
  });

  it('given a batch in which one has to wait for longer than a sync takes, when read, then its wait is that of the mailbox', async () => {
    const server = await serving((request) => ({
      body: {
        responses: batched(request).map(({ id }) => ({ id, status: 429, headers: { 'Retry-After': '60' } })),
      },
    }));
    const waiting = readEach(apiAt(server), ['/me/events/1']);
    await expect(waiting).rejects.toMatchObject({ failure: 'unavailable', options: { retryAfterMs: 60_000 } });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [
      'never lets one through',
      (ids: string[]) => ids.map((id) => ({ id, status: 429, headers: { 'retry-after': '0' } })),
    ],
    ['answers nothing', () => []],
    ['answers what nobody asked', () => [{ id: '77', status: 200 }]],
  ])('given a batch that %s, when read, then it is unavailable after three', async (_name, responses) => {
    const server = await serving((request) => ({
      body: { responses: responses(batched(request).map(({ id }) => id)) },
    }));
    await expect(readEach(apiAt(server), ['/me/events/1'])).rejects.toMatchObject({ failure: 'unavailable' });
    expect(server.requests).toHaveLength(3);
  });

  it('given an unreadable event and a row without an id, when everything is read, then the first is skipped, and others are read', async () => {
    const time = { dateTime: '2026-12-01T10:00:00.0000000', timeZone: 'UTC' };
    const good = { '@odata.etag': 'W/"1"', id: 'good', subject: 'Good', start: time, end: time };
    const bad = { ...good, id: 'bad', start: { dateTime: 'tomorrow' } };
    const worse = { ...good, id: 'worse', start: 'x' };
    const server = await serving(({ path }) => {
      if (path.includes('/delta')) return { body: { value: [], '@odata.deltaLink': 'later' } };
      return { body: { value: [good, bad, worse, { subject: 'none' }, null, 7] } };
    });
    const provider = new MicrosoftProvider({
      egress,
      graphUrl: server.graphUrl,
      tokens: fixed('secret'),
      personal: false,
    });
    const calendar = { href: 'c', name: 'C', readonly: false, primary: true };
    const read = await readChangesOf(provider, calendar, { cursor: null });
    expect(read.changed.map(({ href }) => href)).toEqual(['good']);
    expect(read.skipped.sort()).toEqual(['bad', 'worse']);
  });

  it('given a full mailbox, which has no delta, when read, then it is listed, each time', async () => {
    const server = await serving(({ path }) =>
      path.includes('/delta') ? { status: 403, body: error('ErrorQuotaExceeded') } : { body: { value: [] } },
    );
    const provider = new MicrosoftProvider({ egress, graphUrl: server.graphUrl, tokens: fixed('s'), personal: false });
    const calendar = { href: 'c', name: 'C', readonly: false, primary: true };
    expect(await readChangesOf(provider, calendar, { cursor: null })).toMatchObject({ kind: 'full', cursor: null });
  });
});
