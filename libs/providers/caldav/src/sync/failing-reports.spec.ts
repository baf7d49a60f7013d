import { describe, expect, it } from 'vitest';
import { accountAt, send } from './caldav.fixture.js';
import { readAll, useFaultyServer } from './faulty-server.fixture.js';
import { ReportMemory } from './report-memory.js';

const hour = 3_600_000;

describe('reports that a server fails to answer', () => {
  const at = useFaultyServer();

  const uids = ({ changed }: Awaited<ReturnType<typeof readAll>>) => changed.map(({ series }) => series.uid).sort();
  const knownAfter = ({ changed }: Awaited<ReturnType<typeof readAll>>) =>
    new Map(changed.map(({ href, etag }) => [href, etag]));

  /** Every report of this kind is answered so; returns how many were requested. */
  function fail(report: string, status: number, headers: Record<string, string> = {}) {
    let requested = 0;
    at.proxy.misbehave(async ({ method, body }, response) => {
      if (method !== 'REPORT' || !body.includes(report)) return false;
      requested += 1;
      response.writeHead(status, headers).end();
      return true;
    });
    return () => requested;
  }

  describe.each(['sync-collection', 'calendar-multiget'])('%s', (report) => {
    it.each([400, 403, 500, 502, 503, 504])(
      'given %i, when read, then the events are found without it, and it is not requested again by this account',
      async (status) => {
        const reports = new ReportMemory(() => 0);
        await at.put('one.ics', 'one');
        const requested = fail(report, status);
        const first = await readAll(accountAt(at.proxy.url, { reports }), at.calendar, null);
        expect(uids(first)).toEqual(['one']);
        expect(requested()).toBe(1);
        await at.put('two.ics', 'two');
        const later = await readAll(accountAt(at.proxy.url, { reports }), at.calendar, first.cursor, knownAfter(first));
        expect(uids(later)).toEqual(['two']);
        expect(requested()).toBe(1);
      },
    );

    it('given an hour later, when read, then it is requested again', async () => {
      let now = 0;
      const reports = new ReportMemory(() => now);
      await at.put('one.ics', 'one');
      const requested = fail(report, 500);
      for (const [time, count] of [
        [0, 1],
        [hour - 1, 1],
        [hour, 2],
      ] as const) {
        now = time;
        await readAll(accountAt(at.proxy.url, { reports }), at.calendar, null);
        expect(requested()).toBe(count);
      }
    });

    it('given an overloaded server that names the time of the next try, then the read fails until then', async () => {
      await at.put('one.ics', 'one');
      fail(report, 503, { 'retry-after': '120' });
      await expect(readAll(at.provider, at.calendar, null)).rejects.toMatchObject({
        failure: 'unavailable',
        options: { retryAfterMs: 120_000 },
      });
    });

    it('given a server that fails altogether, when it is well again, then the report is requested', async () => {
      const reports = new ReportMemory(() => 0);
      await at.put('one.ics', 'one');
      at.answer(502);
      const provider = accountAt(at.proxy.url, { reports });
      await provider.calendars().catch(() => undefined);
      await expect(readAll(accountAt(at.proxy.url, { reports }), at.calendar, null)).rejects.toMatchObject({
        failure: 'unavailable',
      });
      at.proxy.heal();
      const requested = fail(report, 501);
      await readAll(accountAt(at.proxy.url, { reports }), at.calendar, null);
      expect(requested()).toBe(1);
    });
  });

  it('given that GET names other etags than the listing, when listed again, then unchanged objects are not fetched', async () => {
    const reports = new ReportMemory(() => 0);
    await at.put('one.ics', 'one');
    fail('sync-collection', 500);
    fail('calendar-multiget', 500);
    at.proxy.misbehave(async ({ method, path }, response) => {
      if (method !== 'GET') return false;
      const found = await send(new URL(path, at.radicale.url).href, 'GET');
      response.writeHead(200, { etag: '"other"' }).end(await found.text());
      return true;
    });
    const first = await readAll(accountAt(at.proxy.url, { reports }), at.calendar, null);
    const again = await readAll(accountAt(at.proxy.url, { reports }), at.calendar, null, knownAfter(first));
    expect([again.changed, again.unchanged]).toEqual([[], first.changed.map(({ href }) => href)]);
  });

  it('given a sync-token answered with 500, when read, then a full listing follows', async () => {
    await at.put('one.ics', 'one');
    const first = await readAll(at.provider, at.calendar, null);
    fail(first.cursor!, 500);
    expect(await readAll(at.provider, at.calendar, first.cursor)).toMatchObject({
      kind: 'full',
      changed: [{ series: { uid: 'one' } }],
    });
  });
});

describe('discovery at a server that fails at the entered address', () => {
  const at = useFaultyServer();

  const failAt = (path: string, status: number) =>
    at.proxy.misbehave(async (exchange, response) => {
      if (exchange.path !== path) return false;
      response.writeHead(status).end();
      return true;
    });

  it.each([500, 502, 503])(
    'given %i, when connected, then the well-known address is requested, for the calendars and the identity',
    async (status) => {
      failAt('/broken/', status);
      const account = accountAt(`${at.proxy.url}broken/`);
      expect((await account.calendars()).map(({ href }) => href)).toContain(new URL(at.url).pathname);
      expect(await account.prove()).toEqual({ origin: new URL(at.proxy.url).origin, principal: '/ada/' });
    },
  );

  it('given that nothing is at the well-known address, then the failure of the entered one counts', async () => {
    failAt('/broken/', 500);
    failAt('/.well-known/caldav', 404);
    const account = accountAt(`${at.proxy.url}broken/`);
    await expect(account.calendars()).rejects.toMatchObject({ failure: 'unavailable' });
    await expect(account.prove()).rejects.toMatchObject({ failure: 'unavailable' });
  });
});
