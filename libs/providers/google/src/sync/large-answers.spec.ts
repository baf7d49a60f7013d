// @module-tag long
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addDays } from '@kalends/icalendar';
import { afterEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { blockedBy, longestMs } from '@kalends/provider-port/testing';
import type { RemoteCalendar } from '@kalends/provider-port/sync';
import { GoogleApi } from './google-api.js';
import { egress, fixed, readChangesOf } from './google.fixture.js';
import { GoogleProvider } from './google-provider.js';
import type { GoogleEvent } from './resources.js';

const megabyte = 1_048_576;

const eventOf = (index: number, more: Partial<GoogleEvent> = {}): GoogleEvent => ({
  id: `e${index}`,
  etag: `"${index}"`,
  iCalUID: `uid-${index}@google.com`,
  summary: `Event ${index}`,
  start: { dateTime: '2026-12-01T10:00:00Z' },
  end: { dateTime: '2026-12-01T11:00:00Z' },
  ...more,
});
const eventsOf = (count: number, more?: (index: number) => Partial<GoogleEvent>) =>
  Array.from({ length: count }, (_, index) => eventOf(index, more?.(index)));
const attendees = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    email: `person${index}@work.example`,
    displayName: `Person ${index}`,
    responseStatus: 'accepted',
  }));

/** Answers that `JSON.parse` needs half a second to five seconds for. */
const hostile: Record<string, () => string> = {
  'empty objects': () => `{"items":[{"x":[${'{},'.repeat(5 * megabyte)}{}]}]}`,
  numbers: () => `{"items":[${'0,'.repeat(7 * megabyte)}0]}`,
  'lists in lists': () => `{"items":${'['.repeat(7 * megabyte)}${']'.repeat(7 * megabyte)}}`,
  'brackets, without an end': () => `{"items":${'['.repeat(16 * megabyte - 20)}`,
};

describe('answers of Google as large as is read', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const one of servers.splice(0)) {
      one.closeAllConnections();
      await new Promise((resolve) => one.close(resolve));
    }
  });

  async function serving(answer: (query: URLSearchParams) => Buffer | object): Promise<string> {
    const server = createServer((request, response) => {
      const body = answer(new URL(request.url!, 'http://localhost').searchParams);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar/v3`;
  }
  const options = (baseUrl: string) => ({ egress, baseUrl, tokens: fixed('secret') });
  const calendar: RemoteCalendar = { href: 'c', name: 'c', readonly: false, primary: true };

  /**
   * A list as Google pages it: by `maxResults`, which the requests of one list must share (guides/pagination: the next page
   * is the exact same request with the token). `pages`: the size and beginning of each page; `eventsAt`: the list, if it is
   * not always the same.
   */
  async function listing(eventsAt: (requests: number) => readonly GoogleEvent[]) {
    const pages: [size: number, from: number][] = [];
    const baseUrl = await serving((query) => {
      const size = Number(query.get('maxResults'));
      const [tokenSize, from] = (query.get('pageToken') ?? `${size} 0`).split(' ').map(Number) as [number, number];
      if (size !== tokenSize) throw new Error('a page token of a list with another size');
      pages.push([size, from]);
      const events = eventsAt(pages.length);
      const next = from + size < events.length ? { nextPageToken: `${size} ${from + size}` } : { nextSyncToken: 's' };
      return { items: events.slice(from, from + size), ...next };
    });
    const provider = new GoogleProvider(options(baseUrl));
    return { pages, read: (cursor: string | null = null) => readChangesOf(provider, calendar, { cursor }) };
  }
  const hrefsOf = (events: readonly { href: string }[]) => events.map(({ href }) => href);
  const idsOf = (events: readonly GoogleEvent[]) => events.map(({ id }) => id);

  it.each(Object.entries(hostile))('given %s, then they are refused in words, and nothing waits', async (_, make) => {
    const body = Buffer.from(make());
    const api = new GoogleApi(options(await serving(() => body)));
    const messages: string[] = [];
    const read = () =>
      api
        .call('/users/me/calendarList')
        .catch((error: Error & { failure?: string }) => messages.push(`${error.failure} ${error.message}`));
    expect(await blockedBy(read)).toBeLessThan(boundMs(longestMs));
    expect(messages[0]).toMatch(/^unavailable .*(values|nested)/);
  });

  it.each([
    ['of more than 250,000 values', () => eventsOf(120, () => ({ attendees: attendees(1_000) }))],
    ['of more than 16 MiB', () => eventsOf(120, () => ({ description: 'x'.repeat(200_000) }))],
  ])('given a page %s, then the list is read in smaller pages, and all events arrive', async (_, make) => {
    const events = make();
    for (const cursor of [null, 'since']) {
      const { pages, read } = await listing(() => events);
      const { changed, removed, cursor: next } = await read(cursor);
      expect(hrefsOf(changed)).toEqual(idsOf(events));
      expect([removed, next]).toEqual([[], 's']);
      expect(pages).toEqual([
        [500, 0],
        [50, 0],
        [50, 50],
        [50, 100],
      ]);
    }
  });

  it('given events with members of other types, then each is unreadable, and the others are read', async () => {
    const wrong = {
      summary: { summary: 5 },
      start: { start: 'tomorrow' },
      noStart: { start: undefined },
      noDay: { start: { date: '2026-13-45' }, end: { date: '2026-13-46' } },
      recurrence: { recurrence: 'RRULE:FREQ=DAILY' },
      attendees: { attendees: [7] },
      reminders: { reminders: { overrides: 'all' } },
      properties: { extendedProperties: { private: { kalendsTags: 1 } } },
    } as Record<string, object>;
    const made = Object.entries(wrong).map(([id, members]) => ({ ...eventOf(1), id, ...members }));
    const nobody = [null, 5, 'x', [], { id: 7 }, { etag: '"1"' }];
    const nulls = { ...eventOf(2), description: null, location: null, attendees: null };
    const items = [...made, eventOf(3), ...nobody, nulls] as unknown as GoogleEvent[];
    for (const cursor of [null, 'since']) {
      const { read } = await listing(() => items);
      const { changed, skipped } = await read(cursor);
      expect(hrefsOf(changed)).toEqual(['e3', 'e2']);
      expect(skipped.sort()).toEqual(
        Object.keys(wrong)
          .map((id) => `${id} unreadable`)
          .sort(),
      );
    }
  });

  it('given a large page in the middle, then each event is passed on once', async () => {
    const events = eventsOf(1_000, (index) => (index < 500 ? {} : { description: 'x'.repeat(40_000) }));
    const { pages, read } = await listing(() => events);
    const { changed, removed } = await read();
    expect(hrefsOf(changed)).toEqual(idsOf(events));
    expect(removed).toEqual([]);
    expect(pages.slice(0, 3)).toEqual([
      [500, 0],
      [500, 500],
      [50, 0],
    ]);
  });

  it('given an event deleted, and one changed, before the list begins again, then neither stays as it was', async () => {
    const before = eventsOf(600, (index) => (index < 500 ? {} : { description: 'x'.repeat(200_000) }));
    const after = before.slice(1);
    after[0] = { ...after[0]!, etag: '"new"', summary: 'New' };
    const { read } = await listing((requests) => (requests <= 2 ? before : after));
    const { changed, removed } = await read();
    expect(removed).toEqual(['e0']);
    expect(changed.filter(({ href }) => href === 'e1').map(({ etag }) => etag)).toEqual(['"1"', '"new"']);
    expect(changed).toHaveLength(601);
  });

  it('given a series whose exceptions are a large page, when it is completed, then it has all of them', async () => {
    const day = (index: number) => `2026-12-${String(index + 1).padStart(2, '0')}T10:00:00Z`;
    const master = eventOf(0, { recurrence: ['RRULE:FREQ=DAILY;COUNT=31'] });
    const exceptions = Array.from({ length: 30 }, (_, index) =>
      eventOf(index + 1, {
        recurringEventId: 'e0',
        originalStartTime: { dateTime: day(index) },
        attendees: attendees(3_000),
      }),
    );
    const sizes: number[] = [];
    const baseUrl = await serving((query) => {
      if (query.get('iCalUID') === null) return { items: [master], nextSyncToken: 's' };
      const [size, from] = [Number(query.get('maxResults')), Number(query.get('pageToken'))];
      sizes.push(size);
      const more = from + size < exceptions.length ? { nextPageToken: String(from + size) } : {};
      return { items: exceptions.slice(from, from + size), ...more };
    });
    const { changed } = await readChangesOf(new GoogleProvider(options(baseUrl)), calendar, { cursor: 'since' });
    expect(changed.map(({ series }) => series.overrides.length)).toEqual([30]);
    expect(sizes).toEqual([500, 50, 5, 5, 5, 5, 5, 5]);
  });

  it('given an answer that is too large with a single event, then the calendar is refused in words', async () => {
    const { pages, read } = await listing(() => eventsOf(1, () => ({ attendees: attendees(100_000) })));
    await expect(read()).rejects.toMatchObject({
      failure: 'unavailable',
      message: expect.stringContaining('the response has more than 250000 values') as string,
    });
    expect(pages.map(([size]) => size)).toEqual([500, 50, 5, 1]);
  });

  const days = Array.from({ length: 500 }, (_, index) => addDays('2026-12-01', index).replaceAll('-', ''));
  const excluded = `EXDATE:${days.map((day) => `${day}T100000Z`).join()}`;
  const rule = 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20301231T000000Z';
  it.each([
    ['500 events with 100 attendees', () => eventsOf(500, () => ({ attendees: attendees(100) }))],
    ['500 series', () => eventsOf(500, () => ({ recurrence: [rule] }))],
    ['500 series without 500 of their days', () => eventsOf(500, () => ({ recurrence: [rule, excluded] }))],
    ['500 events with 20 kB of text', () => eventsOf(500, () => ({ description: '"Minutes"\n'.repeat(2_000) }))],
  ])('given %s in one page, when read, then all are, and nothing waits', async (_, make) => {
    const events = make();
    const { pages, read } = await listing(() => events);
    let count = 0;
    const blocked = await blockedBy(async () => (count = (await read()).changed.length));
    expect(count).toBe(events.length);
    expect(pages[0]).toEqual([500, 0]);
    expect(new Set(pages.map(([size]) => size))).toEqual(new Set([500]));
    expect(blocked).toBeLessThan(boundMs(longestMs));
  });
});
