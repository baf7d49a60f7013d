import { describe, expect, it } from 'vitest';
import { send } from './caldav.fixture.js';
import { readAll, useFaultyServer } from './faulty-server.fixture.js';

const meeting = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
};
const now = Date.UTC(2026, 10, 21, 9);

describe('writing to a server that misbehaves', () => {
  const at = useFaultyServer();

  it('FC-9: given a create whose response never arrived, when it is repeated, then there is one event', async () => {
    let lost = 0;
    at.proxy.misbehave(async ({ method }, response, forward) => {
      if (method !== 'PUT' || lost++ > 0) return false;
      await forward();
      response.destroy();
      return true;
    });
    const target = { uid: 'evt_000000000000000000000001@kalends', href: null };
    await expect(at.provider.upsert(at.calendar, target, { change: meeting, now })).rejects.toMatchObject({
      failure: 'unavailable',
    });
    const event = await at.provider.upsert(at.calendar, target, { change: meeting, now });
    expect((await readAll(at.provider, at.calendar, null)).changed.map(({ href }) => href)).toEqual([event.href]);
  });

  it.each([
    ['half of it', (text: string) => text.slice(0, text.length / 2)],
    ['a page', () => '<!doctype html><title>Sign in</title>'],
  ])(
    'given %s instead of an object, when it is changed or deleted, then that is tried again, and nothing is refused',
    async (_what, spoil) => {
      await at.put('theirs.ics', 'theirs');
      at.proxy.misbehave(async ({ method }, response, forward) => {
        if (method !== 'GET') return false;
        const { body } = await forward();
        response.writeHead(200, { 'content-type': 'text/calendar' }).end(spoil(body.toString()));
        return true;
      });
      const target = {
        uid: 'theirs',
        href: new URL(`${at.url}theirs.ics`).pathname,
        mustExist: true,
        mustNotRecur: true,
      };
      const temporary = { failure: 'unavailable', options: { maxAttempts: 12 } };
      await expect(at.provider.upsert(at.calendar, target, { change: { summary: 'Ours' }, now })).rejects.toMatchObject(
        temporary,
      );
      await expect(at.provider.remove(at.calendar, target)).rejects.toMatchObject(temporary);
      at.proxy.heal();
      await at.provider.remove(at.calendar, target);
      expect((await readAll(at.provider, at.calendar, null)).changed).toEqual([]);
    },
  );

  it.each([400, 403, 405])(
    'given a read that is answered with %i, when the object is created, changed or deleted, then that is tried again, and refused after five rounds',
    async (status) => {
      await at.put('theirs.ics', 'theirs');
      at.proxy.misbehave(async ({ method }, response) => {
        if (method === 'GET') response.writeHead(status).end();
        return method === 'GET';
      });
      const theirs = { uid: 'theirs', href: new URL(`${at.url}theirs.ics`).pathname, mustExist: true, mustNotRecur: true }; // prettier-ignore
      const ours = { uid: `ours-${status}`, href: null };
      const temporary = { failure: 'unavailable', options: { maxAttempts: 5 } };
      const change = { summary: 'Changed' };
      await expect(at.provider.upsert(at.calendar, ours, { change: meeting, now })).rejects.toMatchObject(temporary);
      await expect(at.provider.upsert(at.calendar, theirs, { change, now })).rejects.toMatchObject(temporary);
      await expect(at.provider.remove(at.calendar, theirs)).rejects.toMatchObject(temporary);
      at.proxy.heal();
      await at.provider.upsert(at.calendar, ours, { change: meeting, now });
      await at.provider.remove(at.calendar, theirs);
      const { changed } = await readAll(at.provider, at.calendar, null);
      expect(changed.map(({ series }) => series.uid)).toEqual([ours.uid]);
    },
  );

  it('FC-10: given a UID that exists at another href, when written, then that object is changed and no second one created', async () => {
    const uid = 'evt_000000000000000000000002@kalends';
    await at.put('elsewhere.ics', uid, 'X-KEPT:yes');
    const event = await at.provider.upsert(at.calendar, { uid, href: null }, { change: meeting, now });
    expect(event.href).toBe(new URL(`${at.url}elsewhere.ics`).pathname);
    const object = await (await send(`${at.url}elsewhere.ics`, 'GET')).text();
    expect(object).toContain('SUMMARY:Board meeting');
    expect(object).toContain('X-KEPT:yes');
  });

  it('FC-10: given a conflict that names the other href, when written, then that object is changed', async () => {
    const uid = 'evt_000000000000000000000003@kalends';
    await at.put('named.ics', uid);
    const named = new URL(`${at.url}named.ics`).pathname;
    at.proxy.misbehave(async ({ method, path }, response) => {
      if (method !== 'PUT' || path === named) return false;
      const error = `<d:error xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><c:no-uid-conflict><d:href>${named}</d:href></c:no-uid-conflict></d:error>`;
      response.writeHead(409, { 'content-type': 'application/xml' }).end(error);
      return true;
    });
    expect((await at.provider.upsert(at.calendar, { uid, href: null }, { change: meeting, now })).href).toBe(named);
    expect(at.proxy.drain().filter(({ method }) => method === 'REPORT')).toEqual([]);
  });

  it('given a concurrent change by another client, when written, then the change is applied to the new version', async () => {
    const uid = 'evt_000000000000000000000004@kalends';
    const { href } = await at.provider.upsert(at.calendar, { uid, href: null }, { change: meeting, now });
    let hasRaced = false;
    at.proxy.misbehave(async ({ method }) => {
      if (method === 'PUT' && !hasRaced) {
        hasRaced = true;
        const currentText = await (await send(new URL(href, at.url).href, 'GET')).text();
        await send(
          new URL(href, at.url).href,
          'PUT',
          currentText.replace('END:VEVENT', 'LOCATION:Their room\r\nEND:VEVENT'),
        );
      }
      return false;
    });
    const after = await at.provider.upsert(at.calendar, { uid, href }, { change: { summary: 'Ours' }, now });
    expect(hasRaced).toBe(true);
    expect(after.series.master).toMatchObject({ summary: 'Ours', location: { description: 'Their room' } });
  });

  /** GET names another etag than reports do, and the server compares with that of reports. */
  const otherEtags = (etagOf: (etag: string, gets: number) => string) => {
    let gets = 0;
    at.proxy.misbehave(async ({ method, path }, response) => {
      if (method !== 'GET') return false;
      const found = await send(new URL(path, at.radicale.url).href, 'GET');
      gets += 1;
      response.writeHead(200, { etag: etagOf(found.headers.get('etag')!, gets) }).end(await found.text());
      return true;
    });
  };

  it.each([
    ['is another than that of reports', (etag: string) => `${etag.slice(0, -1)}-gzip"`],
    ['is another each time', (etag: string, gets: number) => `${etag.slice(0, -1)}-${gets}"`],
  ])('given a server whose etag by GET %s, when written and deleted, then both land', async (_what, etagOf) => {
    await at.put('theirs.ics', 'theirs');
    const target = { uid: 'theirs', href: new URL(`${at.url}theirs.ics`).pathname };
    otherEtags(etagOf);
    const { series } = await at.provider.upsert(at.calendar, target, { change: { summary: 'Ours' }, now });
    expect(series.master).toMatchObject({ summary: 'Ours' });
    expect(at.proxy.drain().filter(({ method }) => method === 'PUT')).toHaveLength(2);
    await at.provider.remove(at.calendar, { ...target, mustNotRecur: true });
    expect(at.proxy.drain().filter(({ method }) => method === 'DELETE')).toHaveLength(2);
    at.proxy.heal();
    expect((await readAll(at.provider, at.calendar, null)).changed).toEqual([]);
  });

  it.each(['PUT', 'DELETE'])(
    'given a server that answers each %s with 412, then the write is tried four times, and is refused after five rounds',
    async (verb) => {
      await at.put('theirs.ics', 'theirs');
      const target = { uid: 'theirs', href: new URL(`${at.url}theirs.ics`).pathname };
      let requested = 0;
      at.proxy.misbehave(async ({ method }, response) => {
        if (method !== verb) return false;
        requested += 1;
        response.writeHead(412).end();
        return true;
      });
      const written =
        verb === 'PUT'
          ? at.provider.upsert(at.calendar, target, { change: { summary: 'Ours' }, now })
          : at.provider.remove(at.calendar, target);
      const message = expect.stringContaining('412') as string;
      await expect(written).rejects.toMatchObject({ failure: 'unavailable', message, options: { maxAttempts: 5 } });
      expect(requested).toBe(4);
    },
  );

  it.each([
    ['changes', 'LOCATION:Their room', false],
    ['makes recur', 'RRULE:FREQ=WEEKLY;COUNT=5', true],
  ])(
    'given that its user %s an event just before it is deleted by its event_uid, then the new version decides (EVT-28, EVT-29)',
    async (_what, line, isKept) => {
      await at.put('theirs.ics', 'theirs@someone.example');
      const url = `${at.url}theirs.ics`;
      let hasRaced = false;
      at.proxy.misbehave(async ({ method }) => {
        if (method !== 'DELETE' || hasRaced) return false;
        hasRaced = true;
        const currentText = await (await send(url, 'GET')).text();
        await send(url, 'PUT', currentText.replace('END:VEVENT', `${line}\r\nEND:VEVENT`));
        return false;
      });
      const target = {
        uid: 'theirs@someone.example',
        href: new URL(url).pathname,
        mustExist: true,
        mustNotRecur: true,
      };
      const removing = at.provider.remove(at.calendar, target);
      await (isKept ? expect(removing).rejects.toMatchObject({ failure: 'refused' }) : removing);
      expect(hasRaced).toBe(true);
      const left = (await readAll(at.provider, at.calendar, null)).changed.map(({ href }) => href);
      expect(left.includes(target.href)).toBe(isKept);
    },
  );

  it('given a server that returns no ETag and alters what it stores, when written, then the stored object is read', async () => {
    at.proxy.misbehave(async ({ method, request }, response, forward) => {
      if (method !== 'PUT') return false;
      await forward();
      const stored = await (await send(new URL(request.url!, at.radicale.url).href, 'GET')).text();
      await send(
        new URL(request.url!, at.radicale.url).href,
        'PUT',
        stored.replace('SUMMARY:Board meeting', 'SUMMARY:Altered'),
      );
      response.writeHead(204).end();
      return true;
    });
    const event = await at.provider.upsert(at.calendar, { uid: 'altered', href: null }, { change: meeting, now });
    expect(event.series.master!.summary).toBe('Altered');
    expect(event.etag).not.toBe('');
  });

  it.each([403, 413, 415, 422])(
    'given a server that answers a write with %i, when written, then it is refused',
    async (status) => {
      at.proxy.misbehave(async ({ method }, response) => {
        if (method !== 'PUT') return false;
        response.writeHead(status, { 'content-type': 'text/plain' }).end('Not like this');
        return true;
      });
      const written = at.provider.upsert(
        at.calendar,
        { uid: `refused-${status}`, href: null },
        { change: meeting, now },
      );
      await expect(written).rejects.toMatchObject({
        failure: 'refused',
        message: expect.stringContaining('Not like this') as string,
      });
    },
  );

  it('given a calendar that was deleted, when read or written, then it is gone', async () => {
    await send(at.url, 'DELETE');
    await expect(readAll(at.provider, at.calendar, null)).rejects.toMatchObject({ failure: 'calendar-gone' });
    const written = at.provider.upsert(at.calendar, { uid: 'nowhere', href: null }, { change: meeting, now });
    await expect(written).rejects.toMatchObject({ failure: 'calendar-gone' });
  });

  it('given an attendee, when written, then the server is instructed not to mail people itself', async () => {
    const change = { ...meeting, attendees: { invite: [{ email: 'bob@example.com' }] } };
    const { href } = await at.provider.upsert(at.calendar, { uid: 'invited', href: null }, { change, now });
    const object = (await (await send(new URL(href, at.url).href, 'GET')).text()).replace(/\r\n[ \t]/g, '');
    expect(object).toMatch(/^ATTENDEE;[^\r\n]*SCHEDULE-AGENT=CLIENT[^\r\n]*bob@example\.com/m);
  });
});
