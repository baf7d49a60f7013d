import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expand } from '@kalends/icalendar';
import type { ChangeBatch, Known } from '@kalends/provider-port/sync';
import { blockedBy, longestMs, readingConformance, type ProviderWorld } from '@kalends/provider-port/testing';
import { calendarOf, conditional, eventOf, openIcs, startPublisher, type Answer } from './ics-world.fixture.js';

const { open, close } = openIcs();
afterAll(close);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function publish(answer: Parameters<typeof startPublisher>[0]) {
  const publisher = await startPublisher(answer);
  stops.push(publisher.stop);
  return publisher;
}

const calendar = { href: 'calendar', name: 'Home', readonly: true, primary: true };

async function readFrom(address: string, cursor: string | null = null, known: Known = new Map(), listAll = false) {
  const batches: ChangeBatch[] = [];
  const read = await open(address).changes(
    calendar,
    { cursor, known, listAll },
    async (batch) => void batches.push(batch),
  );
  const changed = batches.flatMap((one) => one.changed);
  return {
    ...read,
    batches,
    changed,
    known: new Map(changed.map(({ href, etag }) => [href, etag])),
    unchanged: batches.flatMap((one) => one.unchanged ?? []),
    skipped: batches.flatMap((one) => one.skipped ?? []),
  };
}

/** A publisher of one text, in which another client puts objects. */
async function startWorld(): Promise<ProviderWorld> {
  const objects = new Map<string, string>();
  const text = () =>
    calendarOf('X-WR-CALNAME:Home', ...[...objects.values()].map((one) => /BEGIN:VEVENT[^]*END:VEVENT/.exec(one)![0]));
  const publisher = await startPublisher((headers) => conditional(text(), headers));
  const uidIn = (object: string) => /^UID:(.*)$/m.exec(object)![1]!.trim();
  return {
    get provider() {
      return open(`${publisher.url}/home.ics`);
    },
    calendar,
    servesOneText: true,
    others: {
      put: async (_name, object) => {
        objects.set(uidIn(object), object);
        return uidIn(object);
      },
      putMany: async (many) => {
        for (const object of many.values()) objects.set(uidIn(object), object);
      },
      read: async (href) => objects.get(href)!,
      remove: async (href) => void objects.delete(href),
    },
    stop: publisher.stop,
  };
}

describe('the provider of published calendars, as every provider that is read', () => {
  let world: ProviderWorld;
  beforeAll(async () => void (world = await startWorld()));
  afterAll(() => world.stop());
  readingConformance(() => world);

  it('given its calendar, when listed or written, then it is one that can only be read', async () => {
    expect(await world.provider.calendars()).toEqual([calendar]);
    const refused = { failure: 'refused', options: { refusal: 'not_permitted' } };
    const target = { uid: 'a', href: null };
    await expect(world.provider.upsert(calendar, target, { change: {}, now: 0 })).rejects.toMatchObject(refused);
    await expect(world.provider.remove(calendar, target)).rejects.toMatchObject(refused);
    await expect(world.provider.createCalendar({ key: 'a', name: 'b', tzid: 'Etc/UTC' })).rejects.toMatchObject(
      refused,
    );
  });
});

describe('how often a published calendar is transferred and parsed', () => {
  it.each([
    ['an ETag', { etag: '"1"' }, 'if-none-match', '"1"'],
    ['a date', { 'last-modified': 'Tue, 01 Dec 2026 10:00:00 GMT' }, 'if-modified-since', 'Tue, 01 Dec 2026 10:00:00 GMT'], // prettier-ignore
  ])(
    'given %s, when read again, then it is one conditional request, and nothing is reported',
    async (_what, headers, name, value) => {
      const { url, requests } = await publish((sent) =>
        sent[name] === value ? { status: 304 } : { headers, body: calendarOf(...eventOf('a')) },
      );
      const first = await readFrom(url);
      const again = await readFrom(url, first.cursor, first.known);
      expect([again.kind, again.cursor, again.batches]).toEqual(['delta', first.cursor, []]);
      expect(requests.map(({ headers: sent }) => sent[name])).toEqual([undefined, value]);
    },
  );

  it('given the daily listing, then the text is read whatever the publisher remembers', async () => {
    const { url, requests } = await publish((headers) => conditional(calendarOf(...eventOf('a')), headers));
    const first = await readFrom(url);
    const listed = await readFrom(url, first.cursor, first.known, true);
    expect([listed.kind, listed.unchanged, requests.at(-1)!.headers['if-none-match']]).toEqual([
      'full',
      ['a'],
      undefined,
    ]);
  });

  it('given a publisher that writes the time of the request into every event, then no event has changed', async () => {
    let stamp = 10;
    const { url } = await publish(() => ({
      body: calendarOf(...eventOf('a'), ...eventOf('b')).replaceAll('20261101T120000Z', `20261101T1200${stamp++}Z`),
    }));
    const first = await readFrom(url);
    const again = await readFrom(url, first.cursor, first.known);
    expect([first.changed.length, again.changed, again.unchanged]).toEqual([2, [], ['a', 'b']]);
  });

  it('given a new task, when calendars are listed and read, then it is one request', async () => {
    const { url, requests } = await publish((headers) => conditional(calendarOf('X-WR-CALNAME:Home', ...eventOf('a')), headers)); // prettier-ignore
    const task = open(url);
    await task.calendars();
    await task.changes(calendar, { cursor: null, known: new Map() }, async () => undefined);
    expect(requests).toHaveLength(1);
    const next = open(url);
    expect(await next.calendars()).toMatchObject([{ name: 'Home' }]);
    expect(requests).toHaveLength(1);
  });
});

describe('published calendars as they are', () => {
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Own Zone', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', 'END:STANDARD', 'END:VTIMEZONE']; // prettier-ignore
  const eventIn = async (...lines: string[]) => {
    const { url } = await publish(() => ({ body: calendarOf(...lines) }));
    return (await readFrom(url)).changed;
  };

  it('given a zone that the file defines, then events in it have its offset, and change with it', async () => {
    const [event] = await eventIn(...zone, 'BEGIN:VEVENT', 'UID:a', 'DTSTART;TZID=Own Zone:20261201T100000', 'END:VEVENT'); // prettier-ignore
    const window = { start: Date.UTC(2026, 10, 1), end: Date.UTC(2027, 0, 1) };
    const [instance] = expand(event!.series, window, { floatingZone: 'Etc/UTC' });
    expect(instance!.startMs).toBe(Date.UTC(2026, 11, 1, 7));
    const moved = zone.map((line) => line.replace('+0300', '+0400'));
    const [other] = await eventIn(...moved, 'BEGIN:VEVENT', 'UID:a', 'DTSTART;TZID=Own Zone:20261201T100000', 'END:VEVENT'); // prettier-ignore
    expect(other!.etag).not.toBe(event!.etag);
  });

  it('given a series and its exceptions far apart, then they are one event', async () => {
    const exception = ['RECURRENCE-ID:20261208T100000Z', 'SUMMARY:Later'];
    const [series, other] = await eventIn(...eventOf('a', 'RRULE:FREQ=WEEKLY;COUNT=3'), ...eventOf('b'), ...eventOf('a', ...exception)); // prettier-ignore
    expect([series!.series.uid, series!.series.overrides.length, other!.series.uid]).toEqual(['a', 1, 'b']);
  });

  it('given events without a UID, then each is read, with the same id each time', async () => {
    const lines = eventOf('gone', 'SUMMARY:No id').filter((line) => !line.startsWith('UID'));
    const [first, again] = [await eventIn(...lines), await eventIn(...lines)];
    expect(first.map(({ href }) => href)).toEqual(again.map(({ href }) => href));
    expect(first[0]!.series).toMatchObject({ uid: first[0]!.href, master: { summary: 'No id' } });
  });

  it('given several VCALENDARs, tasks, folded lines, bare line feeds and a byte order mark, then every event is read', async () => {
    const task = ['BEGIN:VTODO', 'UID:t', 'SUMMARY:Task', 'END:VTODO'];
    const folded = calendarOf('X-WR-CALNAME:Fo', ' lded', ...task, ...eventOf('a', 'SUMMARY:Lo', ' ng'));
    const { url } = await publish(() => ({ body: `\uFEFF${folded}${calendarOf(...eventOf('b'))}`.replaceAll('\r', '') })); // prettier-ignore
    const { changed } = await readFrom(url);
    expect(changed.map(({ href, series }) => [href, series.master!.summary])).toEqual([['a', 'Long'], ['b', '']]); // prettier-ignore
    expect(await open(url).calendars()).toMatchObject([{ name: 'Folded' }]);
  });

  it('given no name, then the calendar has that of its host; a zone and a colour are read', async () => {
    const { url } = await publish(() => ({
      body: calendarOf('X-WR-TIMEZONE:W. Europe Standard Time', 'X-APPLE-CALENDAR-COLOR:#49BED8FF'),
    }));
    const [only] = await open(url).calendars();
    expect(only).toMatchObject({ name: new URL(url).host, tzid: 'Europe/Berlin', color: '#49BED8' });
  });

  it('given an unreadable event among others, then it is skipped, and the others are read', async () => {
    const { url } = await publish(() => ({
      body: calendarOf('BEGIN:VEVENT', 'UID:bad', 'DTSTART:sometime', 'END:VEVENT', ...eventOf('a')),
    }));
    const { changed, skipped } = await readFrom(url);
    expect([changed.map(({ href }) => href), skipped]).toMatchObject([['a'], [{ href: 'bad' }]]);
  });

  it('given an event that is too large to parse, then it is skipped, and the others are read', async () => {
    const large = eventOf('large', ...Array.from({ length: 60_000 }, (_, n) => `X-A:${n}`));
    const { url } = await publish(() => ({ body: calendarOf(...eventOf('a'), large.join('\r\n')) }));
    const { changed, skipped } = await readFrom(url);
    expect([changed.map(({ href }) => href), skipped]).toMatchObject([
      ['a'],
      [{ href: 'large', reason: 'unreadable' }],
    ]);
  });

  it('given a compressed answer, then it is read', async () => {
    const { url } = await publish(() => ({
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(calendarOf(...eventOf('a'))),
    }));
    expect((await readFrom(url)).changed).toHaveLength(1);
  });
});

describe('the address of a published calendar', () => {
  it('given webcal, then it is https', async () => {
    const [only] = await Promise.allSettled([open('webcal://127.0.0.1:1/a.ics').calendars()]);
    expect(only).toMatchObject({ status: 'rejected', reason: { failure: 'unavailable' } });
    const { principal, origin } = await open(`${(await publish(() => ({ body: calendarOf() }))).url}/a`).prove!();
    expect([principal, origin]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^http:/)]);
  });

  it('given redirects, then they are followed, but not from http to a file, nor endlessly', async () => {
    const { url, requests } = await publish((_headers, path) => {
      if (path === '/moved') return { status: 302, headers: { location: '/here' } };
      if (path === '/file') return { status: 302, headers: { location: 'file:///etc/passwd' } };
      return path === '/loop' ? { status: 301, headers: { location: '/loop' } } : { body: calendarOf(...eventOf('a')) };
    });
    expect((await readFrom(`${url}/moved`)).changed).toHaveLength(1);
    await expect(readFrom(`${url}/file`)).rejects.toMatchObject({ failure: 'not-a-provider' });
    requests.length = 0;
    await expect(readFrom(`${url}/loop`)).rejects.toMatchObject({ failure: 'not-a-provider' });
    expect(requests).toHaveLength(6);
  });

  it.each<[number, string]>([
    [401, 'authentication-failed'],
    [403, 'authentication-failed'],
    [404, 'authentication-failed'],
    [410, 'authentication-failed'],
    [429, 'unavailable'],
    [503, 'unavailable'],
    [400, 'not-a-provider'],
    [304, 'not-a-provider'],
  ])('given %i, then %s, and no message has the address', async (status, failure) => {
    const { url } = await publish(() => ({ status }));
    const error = await readFrom(`${url}/secret-address`).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ failure });
    expect((error as Error).message).not.toContain('secret-address');
  });

  it.each<[string, Answer]>([
    ['a page', { body: '<!doctype html><title>Sign in</title>' }],
    ['nothing', { body: '' }],
    ['one object of JSON', { body: '{"kind":"calendar"}' }],
  ])('given %s instead of a calendar, then it is refused in words', async (_what, answer) => {
    const { url } = await publish(() => answer);
    await expect(readFrom(url)).rejects.toMatchObject({
      failure: 'not-a-provider',
      message: 'There is no published calendar (iCalendar) at this address.',
    });
  });
});

describe('hostile published calendars', () => {
  it('given more than 10 MiB, also if compressed, then it is refused before it is parsed', async () => {
    const body = gzipSync(calendarOf('X-FILLER:'.padEnd(11 * 1_048_576, 'x')));
    const { url } = await publish(() => ({ headers: { 'content-encoding': 'gzip' }, body }));
    await expect(readFrom(url)).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it(
    'given 20,000 events, then nothing waits longer than 200 ms, and batches are bounded',
    { tags: 'long', timeout: 60_000 },
    async () => {
      const body = calendarOf(
        Array.from({ length: 20_000 }, (_, n) => eventOf(`e${n}`, 'SUMMARY:Many').join('\r\n')).join('\r\n'),
      );
      const { url } = await publish(() => ({ body }));
      let read: Awaited<ReturnType<typeof readFrom>> | undefined;
      expect(await blockedBy(async () => void (read = await readFrom(url)))).toBeLessThan(longestMs);
      expect(read!.changed).toHaveLength(20_000);
      expect(Math.max(...read!.batches.map(({ changed }) => changed.length))).toBeLessThanOrEqual(200);
    },
  );

  it.each([
    ['components that never end', 'BEGIN:VEVENT\r\nBEGIN:VALARM\r\n'.repeat(100_000)],
    ['one endless line', `X-A;${'B=;'.repeat(1_000_000)}`],
    ['one endless fold', `SUMMARY:a${'\r\n '.repeat(1_000_000)}`],
    [
      'many zones in one event',
      `BEGIN:VEVENT\r\nUID:a\r\n${'EXDATE;TZID=X:20261201T100000\r\n'.repeat(100_000)}END:VEVENT`,
    ],
    ['one event of many short lines', `BEGIN:VEVENT\r\nUID:a\r\n${'A\n'.repeat(3_000_000)}END:VEVENT`],
    ['carriage returns', 'A:\r'.repeat(2_000_000)],
    ['colons and quotes', `BEGIN:VEVENT\r\n${'UID;A="'.repeat(300_000)}\r\nEND:VEVENT`],
  ])(
    'given %s, then it ends, and nothing waits longer than 200 ms',
    async (_what, lines) => {
      const { url } = await publish(() => ({ body: calendarOf(lines) }));
      const read = () => readFrom(url).catch(() => undefined);
      expect(await blockedBy(read)).toBeLessThan(longestMs);
    },
    60_000,
  );
});
