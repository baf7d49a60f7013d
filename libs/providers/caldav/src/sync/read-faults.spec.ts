import { describe, expect, it } from 'vitest';
import { objectOf } from '@kalends/provider-port/testing';
import { accountAt, fetchFor, fill, send } from './caldav.fixture.js';
import { readAll, useFaultyServer } from './faulty-server.fixture.js';

describe('reading from a server that misbehaves', () => {
  const at = useFaultyServer();

  it.each([403, 409, 410, 412])(
    'given a sync-token answered with %i, when read, then a full read follows',
    async (status) => {
      await at.put('kept.ics', 'kept');
      const { cursor } = await readAll(at.provider, at.calendar, null);
      at.proxy.misbehave(async ({ method, body }, response) => {
        if (method !== 'REPORT' || !body.includes(cursor!)) return false;
        const error = '<error xmlns="DAV:"><valid-sync-token/></error>';
        response.writeHead(status, { 'content-type': 'text/xml' }).end(error);
        return true;
      });
      const again = await readAll(at.provider, at.calendar, cursor);
      expect(again).toMatchObject({ kind: 'full', changed: [{ series: { uid: 'kept' } }] });
      expect(again.cursor).not.toBeNull();
    },
  );

  it(
    'given more than one multiget, when read, then the second is in flight while the first is answered',
    { tags: 'long' },
    async () => {
      const uids = Array.from({ length: 501 }, (_, index) => `many-${index}`);
      const objects = new Map(uids.map((uid) => [`${uid}.ics`, objectOf(uid, 'DTSTART:20261201T100000Z')]));
      await fill(at.radicale, new URL(at.url).pathname.split('/').at(-2)!, objects);
      let second!: () => void;
      const secondCame = new Promise<void>((resolve) => (second = resolve));
      let multigets = 0;
      at.proxy.misbehave(async ({ body }) => {
        if (!body.includes('calendar-multiget')) return false;
        if (++multigets === 1) await secondCame;
        else second();
        return false;
      });
      const { changed } = await readAll(at.provider, at.calendar, null);
      expect(changed.map(({ series }) => series.uid).sort()).toEqual(uids.sort());
      expect(multigets).toBe(2);
    },
  );

  it('given a server without sync-collection, when read, then etags show what changed and what was deleted', async () => {
    at.proxy.misbehave(async ({ body }, response) => {
      if (!body.includes('sync-collection')) return false;
      response.writeHead(501).end();
      return true;
    });
    await at.put('same.ics', 'same');
    await at.put('edited.ics', 'edited');
    const first = await readAll(at.provider, at.calendar, null);
    expect(first).toMatchObject({ kind: 'full', cursor: null });
    const known = new Map(first.changed.map(({ href, etag }) => [href, etag]));
    await at.put('edited.ics', 'edited', 'LOCATION:Elsewhere');
    const second = await readAll(at.provider, at.calendar, null, known);
    expect(second.changed.map(({ series }) => series.uid)).toEqual(['edited']);
    expect(second.unchanged.map((href) => href.split('/').at(-1))).toEqual(['same.ics']);
  });

  it('given a deletion that no sync-token reports, when all is listed, then it is found, with one request', async () => {
    await at.put('kept.ics', 'kept');
    await at.put('ghost.ics', 'ghost');
    const first = await readAll(at.provider, at.calendar, null);
    const known = new Map(first.changed.map(({ href, etag }) => [href, etag]));
    await send(`${at.url}ghost.ics`, 'DELETE');
    at.proxy.misbehave(async ({ body }, response) => {
      if (!body.includes(first.cursor!)) return false;
      const forgotten = `<multistatus xmlns="DAV:"><sync-token>${first.cursor}</sync-token></multistatus>`;
      response.writeHead(207, { 'content-type': 'text/xml' }).end(forgotten);
      return true;
    });
    expect((await readAll(at.provider, at.calendar, first.cursor, known)).removed).toEqual([]);
    at.proxy.drain();
    const listed = await readAll(at.provider, at.calendar, first.cursor, known, true);
    expect([listed.kind, listed.changed]).toEqual(['full', []]);
    expect(listed.unchanged).toEqual([new URL(`${at.url}kept.ics`).pathname]);
    expect(at.proxy.drain().map(({ method }) => method)).toEqual(['REPORT']);
  });

  it('given a listing truncated with 507, when read, then the rest is requested until the last token', async () => {
    const requests: string[] = [];
    at.proxy.misbehave(async ({ method, path, body }, response) => {
      const text = body.toString();
      if (method !== 'REPORT' || !text.includes('sync-collection')) return false;
      const token = /sync-token>([^<]*)</.exec(text)?.[1] ?? '';
      requests.push(token);
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
    await at.put('one.ics', 'one');
    await at.put('two.ics', 'two');
    const read = await readAll(at.provider, at.calendar, null);
    expect(requests).toEqual(['', 'page-1']);
    expect(read.cursor).toBe('page-2');
    expect(read.changed.map(({ series }) => series.uid).sort()).toEqual(['one', 'two']);
  });

  it('given one unreadable object, when read, then the others are returned', async () => {
    await at.put('good.ics', 'good');
    await at.put('bad.ics', 'bad');
    at.proxy.misbehave(async ({ method, body, request }, response, forward) => {
      if (method !== 'REPORT' || !body.includes('calendar-multiget')) return false;
      request.headers['accept-encoding'] = 'identity';
      const { body: text } = await forward();
      const corrupted = text.toString().replace('UID:bad', 'UID:bad&#13;\nBEGIN:VALARM');
      response.writeHead(207, { 'content-type': 'text/xml' }).end(corrupted);
      return true;
    });
    expect((await readAll(at.provider, at.calendar, null)).changed.map(({ series }) => series.uid)).toEqual(['good']);
  });

  it('given line ends as references or plain, when read, then the object is the same', async () => {
    await at.put('one.ics', 'one', 'DESCRIPTION:What was agreed\\nlast time');
    for (const end of ['&#13;\n', '&#xD;\n', '\r\n', '\n']) {
      at.proxy.misbehave(async ({ method, body, request }, response, forward) => {
        if (method !== 'REPORT' || !body.includes('calendar-multiget')) return false;
        request.headers['accept-encoding'] = 'identity';
        const { body: sent } = await forward();
        const [head, object, tail] = sent.toString().split(/(?<=calendar-data>)(?=BEGIN)|(?=<\/[^<]*calendar-data>)/);
        const text = [head, object!.replaceAll(/\r?\n/g, end), tail].join('');
        response.writeHead(207, { 'content-type': 'text/xml' }).end(text);
        return true;
      });
      const { changed } = await readAll(at.provider, at.calendar, null);
      expect(changed.map(({ series }) => series.master?.description)).toEqual(['What was agreed\nlast time']);
      at.proxy.heal();
    }
  });

  it('given an unreadable listing, when read, then nothing counts as deleted', async () => {
    await at.put('kept.ics', 'kept');
    const broken = ['<multistatus xmlns="DAV:"><response><href>/', '', '<html></html>'];
    for (const text of broken) {
      at.proxy.misbehave(async ({ method }, response) => {
        response.writeHead(method === 'REPORT' ? 501 : 207, { 'content-type': 'text/xml' }).end(text);
        return true;
      });
      await expect(readAll(at.provider, at.calendar, null)).rejects.toMatchObject({ failure: 'unavailable' });
      at.proxy.heal();
    }
  });

  it('given a multiget response that is too long, when read, then it is requested in parts', async () => {
    const filler = 'x'.repeat(1_500);
    for (const name of ['a', 'b', 'c', 'd']) await at.put(`${name}.ics`, name, `DESCRIPTION:${filler}`);
    const read = await readAll(
      accountAt(at.proxy.url, { fetch: fetchFor({ maxBodyBytes: 6_000 }) }),
      at.calendar,
      null,
    );
    expect(read.changed.map(({ series }) => series.uid).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('given an object that is too long by itself, when read, then it is skipped and the others are returned', async () => {
    await at.put('large.ics', 'large', `DESCRIPTION:${'x'.repeat(10_000)}`);
    for (const name of ['a', 'b']) await at.put(`${name}.ics`, name);
    const provider = accountAt(at.proxy.url, { fetch: fetchFor({ maxBodyBytes: 6_000 }) });
    const read = await readAll(provider, at.calendar, null);
    expect(read.changed.map(({ series }) => series.uid).sort()).toEqual(['a', 'b']);
    expect(read.removed).toEqual([]);
    expect(read.skipped).toMatchObject([{ href: expect.stringMatching(/large\.ics$/), reason: 'unreadable' }]);
    expect(read.skipped[0]!.etag).not.toBe('');
  });
});
