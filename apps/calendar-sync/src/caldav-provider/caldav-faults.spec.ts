import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { missingForRadicale, skipFor, startRadicale, type Radicale } from '@kalends/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startProxy, type Proxy } from '../counting-proxy.fixture.js';
import { objectOf } from '../provider/objects.fixture.js';
import type { ChangeBatch, RemoteCalendar } from '../provider/provider.port.js';
import { accountAt, fetchFor, makeCalendar, send } from './caldav.fixture.js';
import type { CaldavProvider } from './caldav-provider.js';

const plain = ['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', 'SUMMARY:Theirs'];
const meeting = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
};
const now = Date.UTC(2026, 10, 21, 9);

async function readAll(
  provider: CaldavProvider,
  calendar: RemoteCalendar,
  cursor: string | null,
  known = new Map<string, string>(),
) {
  const total: Required<ChangeBatch> = { changed: [], removed: [], unchanged: [], skipped: [] };
  const read = await provider.changes(calendar, cursor, known, async (batch) => {
    total.changed.push(...batch.changed);
    total.removed.push(...batch.removed);
    total.unchanged.push(...(batch.unchanged ?? []));
  });
  return { ...read, ...total };
}

describe('CalDAV through a proxy that misbehaves', () => {
  const missing = missingForRadicale();
  let radicale: Radicale;
  let proxy: Proxy;
  let url: string;
  let provider: CaldavProvider;
  let calendar: RemoteCalendar;
  let calendars = 0;

  beforeAll(async () => {
    if (missing !== undefined) return;
    radicale = await startRadicale();
    proxy = await startProxy(radicale.url);
  }, 60_000);
  afterAll(async () => {
    await proxy?.stop();
    await radicale?.stop();
  });
  beforeEach(async (context) => {
    if (missing !== undefined) return skipFor(context, missing);
    const path = `calendar-${++calendars}`;
    url = await makeCalendar(radicale, path, path);
    provider = accountAt(proxy.url);
    calendar = (await provider.calendars()).find(({ name }) => name === path)!;
    proxy.taken();
  });
  afterEach(() => proxy?.heal());

  const put = (name: string, uid: string, ...lines: string[]) =>
    send(`${url}${name}`, 'PUT', objectOf(uid, ...plain, ...lines));
  const answer = (status: number, headers: Record<string, string> = {}, body = '') =>
    proxy.misbehave(async (_exchange, response) => {
      response.writeHead(status, headers).end(body);
      return true;
    });

  it('given a password that is not taken, when listed, then authentication failed, for Apple with how to get one', async () => {
    const plainly = accountAt(radicale.url, { password: 'wrong' });
    await expect(plainly.calendars()).rejects.toMatchObject({ failure: 'authentication-failed' });
    const apple = accountAt(radicale.url, { password: 'wrong', providerName: 'apple' });
    await expect(apple.calendars()).rejects.toThrow('https://account.apple.com');
  });

  it('given a server that is overloaded, when asked, then it is unavailable for as long as it says', async () => {
    for (const status of [503, 429]) {
      answer(status, { 'retry-after': '120' });
      await expect(provider.calendars()).rejects.toMatchObject({
        failure: 'unavailable',
        options: { retryAfterMs: 120_000 },
      });
      proxy.heal();
    }
    answer(503, { 'retry-after': 'Sat, 21 Nov 2026 10:01:00 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT' });
    await expect(provider.calendars()).rejects.toMatchObject({ options: { retryAfterMs: 60_000 } });
  });

  it('field case 9: given a create whose answer never came, when it is repeated, then there is one event', async () => {
    let lost = 0;
    proxy.misbehave(async ({ method }, response, forward) => {
      if (method !== 'PUT' || lost++ > 0) return false;
      await forward();
      response.destroy();
      return true;
    });
    const target = { uid: 'evt_000000000000000000000001@kalends', href: null };
    await expect(provider.upsert(calendar, target, meeting, now)).rejects.toMatchObject({ failure: 'unavailable' });
    const event = await provider.upsert(calendar, target, meeting, now);
    expect((await readAll(provider, calendar, null)).changed.map(({ href }) => href)).toEqual([event.href]);
  });

  it.each([403, 409, 410, 412])(
    'given a sync-token answered with %i, when read, then a full read follows',
    async (status) => {
      await put('kept.ics', 'kept');
      const { cursor } = await readAll(provider, calendar, null);
      proxy.misbehave(async ({ method, body }, response) => {
        if (method !== 'REPORT' || !body.includes(cursor!)) return false;
        const error = '<error xmlns="DAV:"><valid-sync-token/></error>';
        response.writeHead(status, { 'content-type': 'text/xml' }).end(error);
        return true;
      });
      const again = await readAll(provider, calendar, cursor);
      expect(again).toMatchObject({ kind: 'full', changed: [{ series: { uid: 'kept' } }] });
      expect(again.cursor).not.toBeNull();
    },
  );

  it('given a server without sync-collection, when read, then etags tell what changed and what is gone', async () => {
    proxy.misbehave(async ({ body }, response) => {
      if (!body.includes('sync-collection')) return false;
      response.writeHead(501).end();
      return true;
    });
    await put('same.ics', 'same');
    await put('edited.ics', 'edited');
    const first = await readAll(provider, calendar, null);
    expect(first).toMatchObject({ kind: 'full', cursor: null });
    const known = new Map(first.changed.map(({ href, etag }) => [href, etag]));
    await put('edited.ics', 'edited', 'LOCATION:Elsewhere');
    const second = await readAll(provider, calendar, null, known);
    expect(second.changed.map(({ series }) => series.uid)).toEqual(['edited']);
    expect(second.unchanged.map((href) => href.split('/').at(-1))).toEqual(['same.ics']);
  });

  it('given a listing that is cut short with 507, when read, then the rest is asked for until the last token', async () => {
    const asked: string[] = [];
    proxy.misbehave(async ({ method, path, body }, response) => {
      const text = body.toString();
      if (method !== 'REPORT' || !text.includes('sync-collection')) return false;
      const token = /sync-token>([^<]*)</.exec(text)?.[1] ?? '';
      asked.push(token);
      const member = (name: string) =>
        `<response><href>${path}${name}</href><propstat><prop><getetag>"${name}"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>`;
      const cut = `<response><href>${path}</href><status>HTTP/1.1 507 Insufficient Storage</status></response>`;
      const page =
        token === ''
          ? `${member('one.ics')}${cut}<sync-token>page-1</sync-token>`
          : `${member('two.ics')}<sync-token>page-2</sync-token>`;
      response
        .writeHead(207, { 'content-type': 'application/xml' })
        .end(`<multistatus xmlns="DAV:">${page}</multistatus>`);
      return true;
    });
    await put('one.ics', 'one');
    await put('two.ics', 'two');
    const read = await readAll(provider, calendar, null);
    expect(asked).toEqual(['', 'page-1']);
    expect(read.cursor).toBe('page-2');
    expect(read.changed.map(({ series }) => series.uid).sort()).toEqual(['one', 'two']);
  });

  it('field case 10: given a UID that sits at another href, when written, then that object is changed and no second one made', async () => {
    const uid = 'evt_000000000000000000000002@kalends';
    await put('elsewhere.ics', uid, 'X-KEPT:yes');
    const event = await provider.upsert(calendar, { uid, href: null }, meeting, now);
    expect(event.href).toBe(new URL(`${url}elsewhere.ics`).pathname);
    const object = await (await send(`${url}elsewhere.ics`, 'GET')).text();
    expect(object).toContain('SUMMARY:Board meeting');
    expect(object).toContain('X-KEPT:yes');
  });

  it('field case 10: given a conflict that names the other href, when written, then that one is taken', async () => {
    const uid = 'evt_000000000000000000000003@kalends';
    await put('named.ics', uid);
    const named = new URL(`${url}named.ics`).pathname;
    proxy.misbehave(async ({ method, path }, response) => {
      if (method !== 'PUT' || path === named) return false;
      const error = `<d:error xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><c:no-uid-conflict><d:href>${named}</d:href></c:no-uid-conflict></d:error>`;
      response.writeHead(409, { 'content-type': 'application/xml' }).end(error);
      return true;
    });
    expect((await provider.upsert(calendar, { uid, href: null }, meeting, now)).href).toBe(named);
    expect(proxy.taken().filter(({ method }) => method === 'REPORT')).toEqual([]);
  });

  it('given somebody who is faster once, when written, then the change is applied to what they wrote', async () => {
    const uid = 'evt_000000000000000000000004@kalends';
    const { href } = await provider.upsert(calendar, { uid, href: null }, meeting, now);
    let raced = false;
    proxy.misbehave(async ({ method }) => {
      if (method === 'PUT' && !raced) {
        raced = true;
        const theirs = await (await send(new URL(href, url).href, 'GET')).text();
        await send(new URL(href, url).href, 'PUT', theirs.replace('END:VEVENT', 'LOCATION:Their room\r\nEND:VEVENT'));
      }
      return false;
    });
    const after = await provider.upsert(calendar, { uid, href }, { summary: 'Ours' }, now);
    expect(raced).toBe(true);
    expect(after.series.master).toMatchObject({ summary: 'Ours', location: { description: 'Their room' } });
  });

  it('given a server that tells no ETag and alters what it stores, when written, then what it has is read', async () => {
    proxy.misbehave(async ({ method, request }, response, forward) => {
      if (method !== 'PUT') return false;
      await forward();
      const stored = await (await send(new URL(request.url!, radicale.url).href, 'GET')).text();
      await send(
        new URL(request.url!, radicale.url).href,
        'PUT',
        stored.replace('SUMMARY:Board meeting', 'SUMMARY:Altered'),
      );
      response.writeHead(204).end();
      return true;
    });
    const event = await provider.upsert(calendar, { uid: 'altered', href: null }, meeting, now);
    expect(event.series.master!.summary).toBe('Altered');
    expect(event.etag).not.toBe('');
  });

  it.each([403, 413, 415, 422])(
    'given a server that answers a write with %i, when written, then it is refused',
    async (status) => {
      proxy.misbehave(async ({ method }, response) => {
        if (method !== 'PUT') return false;
        response.writeHead(status, { 'content-type': 'text/plain' }).end('Not like this');
        return true;
      });
      const written = provider.upsert(calendar, { uid: `refused-${status}`, href: null }, meeting, now);
      await expect(written).rejects.toMatchObject({
        failure: 'refused',
        message: expect.stringContaining('Not like this') as string,
      });
    },
  );

  it('given a calendar that was deleted, when read or written, then it is gone', async () => {
    await send(url, 'DELETE');
    await expect(readAll(provider, calendar, null)).rejects.toMatchObject({ failure: 'calendar-gone' });
    const written = provider.upsert(calendar, { uid: 'nowhere', href: null }, meeting, now);
    await expect(written).rejects.toMatchObject({ failure: 'calendar-gone' });
  });

  it('given an attendee, when written, then the server is told not to mail people itself', async () => {
    const change = { ...meeting, attendees: { invite: [{ email: 'bob@example.com' }] } };
    const { href } = await provider.upsert(calendar, { uid: 'invited', href: null }, change, now);
    const object = (await (await send(new URL(href, url).href, 'GET')).text()).replace(/\r\n[ \t]/g, '');
    expect(object).toMatch(/^ATTENDEE;[^\r\n]*SCHEDULE-AGENT=CLIENT[^\r\n]*bob@example\.com/m);
  });

  it('given one object that cannot be read, when read, then the others come', async () => {
    await put('good.ics', 'good');
    await put('bad.ics', 'bad');
    proxy.misbehave(async ({ method, body, request }, response, forward) => {
      if (method !== 'REPORT' || !body.includes('calendar-multiget')) return false;
      request.headers['accept-encoding'] = 'identity';
      const { body: text } = await forward();
      const spoilt = text.toString().replace('UID:bad', 'NOTHING');
      response.writeHead(207, { 'content-type': 'text/xml' }).end(spoilt);
      return true;
    });
    expect((await readAll(provider, calendar, null)).changed.map(({ series }) => series.uid)).toEqual(['good']);
  });

  it('given line ends as references or plain, when read, then the object is the same', async () => {
    await put('one.ics', 'one', 'DESCRIPTION:What was agreed\\nlast time');
    for (const end of ['&#13;\n', '&#xD;\n', '\r\n', '\n']) {
      proxy.misbehave(async ({ method, body, request }, response, forward) => {
        if (method !== 'REPORT' || !body.includes('calendar-multiget')) return false;
        request.headers['accept-encoding'] = 'identity';
        const { body: sent } = await forward();
        const [head, object, tail] = sent.toString().split(/(?<=calendar-data>)(?=BEGIN)|(?=<\/[^<]*calendar-data>)/);
        const text = [head, object!.replaceAll(/\r?\n/g, end), tail].join('');
        response.writeHead(207, { 'content-type': 'text/xml' }).end(text);
        return true;
      });
      const { changed } = await readAll(provider, calendar, null);
      expect(changed.map(({ series }) => series.master?.description)).toEqual(['What was agreed\nlast time']);
      proxy.heal();
    }
  });

  it('given a listing that cannot be read, when read, then nothing counts as gone', async () => {
    await put('kept.ics', 'kept');
    const broken = ['<multistatus xmlns="DAV:"><response><href>/', '', '<html></html>'];
    for (const text of broken) {
      proxy.misbehave(async ({ method }, response) => {
        response.writeHead(method === 'REPORT' ? 501 : 207, { 'content-type': 'text/xml' }).end(text);
        return true;
      });
      await expect(readAll(provider, calendar, null)).rejects.toMatchObject({ failure: 'unavailable' });
      proxy.heal();
    }
  });

  it('given a multiget answer that is too long, when read, then it is asked for in parts', async () => {
    const filler = 'x'.repeat(1_500);
    for (const name of ['a', 'b', 'c', 'd']) await put(`${name}.ics`, name, `DESCRIPTION:${filler}`);
    const read = await readAll(accountAt(proxy.url, { fetch: fetchFor({ maxBodyBytes: 6_000 }) }), calendar, null);
    expect(read.changed.map(({ series }) => series.uid).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('given addresses of many kinds, when discovered, then the same calendar is found', async () => {
    const path = new URL(url).pathname;
    for (const address of ['', 'ada/', path.slice(1), path.slice(1, -1), 'no/such/place/']) {
      const found = await accountAt(`${proxy.url}${address}`).calendars();
      expect(
        found.map(({ href }) => href),
        address,
      ).toContain(path);
    }
  });

  it('given a home that has moved, when listed, then it is found again without the user', async () => {
    proxy.misbehave(async ({ method, path }, response) => {
      if (method !== 'PROPFIND' || path !== '/ada/') return false;
      proxy.heal();
      response.writeHead(404).end();
      return true;
    });
    expect((await provider.calendars()).map(({ href }) => href)).toContain(new URL(url).pathname);
  });

  it('given what a calendar says of itself, when listed, then name, colour and zone are told', async () => {
    const zone =
      'BEGIN:VCALENDAR&#13;\nBEGIN:VTIMEZONE&#13;\nTZID:W. Europe Standard Time&#13;\nEND:VTIMEZONE&#13;\nEND:VCALENDAR';
    const extra = `<ca:calendar-color>#FF2968FF</ca:calendar-color><c:calendar-timezone>${zone}</c:calendar-timezone>`;
    await makeCalendar(radicale, `told-${calendars}`, 'Caf&#233; &amp; more', extra);
    const told = (await provider.calendars()).find(({ name }) => name === 'Café & more');
    expect(told).toMatchObject({ color: '#FF2968', tzid: 'Europe/Berlin', readonly: false });
    expect((await provider.calendars()).filter(({ primary }) => primary)).toHaveLength(1);
  });
});

describe('CalDAV at addresses that are something else', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  async function serve(handle: Parameters<typeof createServer>[1]): Promise<string> {
    const server = createServer(handle as never);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it('given a web site, when listed, then it is no calendar provider', async () => {
    const site = await serve((_request, response) => void response.end('<html>Hello</html>'));
    await expect(accountAt(site).calendars()).rejects.toMatchObject({ failure: 'not-a-provider' });
  });

  it('given a server that closes each connection right after a long answer, when read, then nothing breaks', async () => {
    const members = Array.from({ length: 20_000 }, (_, i) => `<response><href>/cal/${i}.ics</href></response>`).join(
      '',
    );
    const server = await serve((_request, response) => {
      response.writeHead(207, { 'content-type': 'text/xml', connection: 'close' });
      response.end(`<multistatus xmlns="DAV:">${members}</multistatus>`);
    });
    const fetch = fetchFor();
    for (let round = 0; round < 5; round++) {
      const response = await fetch(server, { method: 'PROPFIND' });
      expect((await response.text()).length).toBeGreaterThan(members.length);
    }
  });

  it('given nothing that listens, when listed, then it is unavailable', async () => {
    const gone = await serve(() => undefined);
    await new Promise((resolve) => servers.pop()!.close(resolve));
    await expect(accountAt(gone).calendars()).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it('given an address in a private network, when listed, then it is refused', async () => {
    const account = accountAt('http://127.0.0.1/', { fetch: fetchFor({ allowLoopback: false }) });
    await expect(account.calendars()).rejects.toMatchObject({ failure: 'address-refused' });
  });

  it('given a redirect to another host, when followed, then the password stays behind', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401).end();
    });
    const first = await serve((_request, response) => void response.writeHead(301, { location: other }).end());
    await expect(accountAt(first).calendars()).rejects.toMatchObject({ failure: 'not-a-provider' });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((authorization) => authorization === undefined)).toBe(true);
  });

  it('given a principal whose home is on a stranger’s host, when listed, then nothing is sent there', async () => {
    const xml = (body: string) =>
      `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>/</href><propstat><prop>${body}</prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`;
    const home = xml(
      '<current-user-principal><href>/me/</href></current-user-principal><c:calendar-home-set><href>http://calendars.example.net/</href></c:calendar-home-set>',
    );
    const site = await serve(
      (_request, response) => void response.writeHead(207, { 'content-type': 'text/xml' }).end(home),
    );
    await expect(accountAt(site).calendars()).rejects.toThrow('calendars.example.net');
  });
});
