import { readFile } from 'node:fs/promises';
import { waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { call, e2e, type Account, type Kalends } from './harness/kalends.js';

interface Event {
  event_id: string;
  event_uid: string;
  summary: string;
  start: string;
  end: string;
  deleted: boolean;
}

interface Page {
  events: Event[];
  pages: { current: number; total: number; next_page?: string };
}

const day = (index: number) => new Date(Date.UTC(2026, 11, 1 + index)).toISOString().slice(0, 10);

/** `count` timed events, one per hour from 2026-12-01T00:00Z. */
async function fill(kalends: Kalends, user: Account, count: number) {
  for (let from = 0; from < count; from += 20) {
    const some = Array.from({ length: Math.min(20, count - from) }, (_, index) => from + index);
    await Promise.all(
      some.map((index) => {
        const start = `${day(Math.floor(index / 24))}T${String(index % 24).padStart(2, '0')}:00:00Z`;
        return kalends.upsert(user, { event_id: `e${index}`, summary: `Event ${index}`, start, end: start });
      }),
    );
  }
}

e2e('reading events', (kalends) => {
  it('given 250 events, when read page by page while others are written, then each appears once, in order (EVT-3)', async () => {
    const user = await kalends().user();
    await fill(kalends(), user, 250);

    const first = await kalends().get<Page>(user.access_token, '/v1/events?tzid=Etc/UTC');
    expect(first.body.pages).toMatchObject({ current: 1, total: 3 });
    expect(first.body.events).toHaveLength(100);
    expect(new URL(first.body.pages.next_page!).search).toBe('');
    await kalends().upsert(user, {
      event_id: 'early',
      summary: 'early',
      start: '2026-11-30T00:00:00Z',
      end: '2026-11-30T01:00:00Z',
    });
    await kalends().upsert(user, {
      event_id: 'late',
      summary: 'late',
      start: '2026-12-25T00:00:00Z',
      end: '2026-12-25T01:00:00Z',
    });
    const second = await kalends().get<Page>(user.access_token, first.body.pages.next_page!);
    const third = await kalends().get<Page>(user.access_token, second.body.pages.next_page!);

    const ids = [first, second, third].flatMap(({ body }) => body.events.map(({ event_id }) => event_id));
    expect(ids).toEqual([...Array.from({ length: 250 }, (_, index) => `e${index}`), 'late']);
    expect(second.body.pages.current).toBe(2);
    expect(third.body.pages).toEqual({ current: 3, total: 3 });
  });

  it('given an event that moved out of the window, then include_moved shows its new time (EVT-7)', async () => {
    const user = await kalends().user();
    const write = (start: string, end: string) =>
      kalends().upsert(user, { event_id: 'moved', summary: 'Moved', start, end });
    await write('2026-12-01T04:00:00Z', '2026-12-01T05:00:00Z');
    await write('2026-12-09T04:00:00Z', '2026-12-09T05:00:00Z');
    const of = async (more: string) =>
      (await kalends().events<Event>(user.access_token, `tzid=Etc/UTC&from=2026-12-01&to=2026-12-02${more}`)).map(
        ({ start }) => start,
      );
    expect(await of('')).toEqual([]);
    expect(await of('&include_moved=true')).toEqual(['2026-12-09T04:00:00Z']);
  });

  it("given a page's address, when another account's token requests it, then it is not found (HTTP-9)", async () => {
    const user = await kalends().user();
    const other = await kalends().account(user.application);
    await fill(kalends(), user, 101);
    const first = await kalends().get<Page>(user.access_token, '/v1/events?tzid=Etc/UTC');

    expect((await kalends().get(other.access_token, first.body.pages.next_page!)).status).toBe(404);
  });

  it('given a zone, then times are expressed in it and days are its days, both ends inclusive (EVT-1, EVT-5)', async () => {
    const user = await kalends().user();
    const write = (event_id: string, start: string, end: string) =>
      kalends().upsert(user, { event_id, summary: event_id, start, end });
    await write('before', '2026-12-01T04:00:00Z', '2026-12-01T05:00:00Z');
    await write('reaches-in', '2026-12-01T04:30:00Z', '2026-12-01T05:30:00Z');
    await write('inside', '2026-12-01T15:00:00Z', '2026-12-01T16:00:00Z');
    await write('last', '2026-12-03T04:30:00Z', '2026-12-03T04:45:00Z');
    await write('after', '2026-12-03T05:00:00Z', '2026-12-03T06:00:00Z');

    const events = await kalends().events<Event>(
      user.access_token,
      'tzid=America/New_York&from=2026-12-01&to=2026-12-02',
    );

    expect(events.map(({ event_id, start }) => [event_id, start])).toEqual([
      ['reaches-in', '2026-11-30T23:30:00-05:00'],
      ['inside', '2026-12-01T10:00:00-05:00'],
      ['last', '2026-12-02T23:30:00-05:00'],
    ]);
  });

  it('given full times as bounds, with a space for the T as well, then to is exclusive (HTTP-4)', async () => {
    const user = await kalends().user();
    await fill(kalends(), user, 5);

    const query = 'tzid=Etc/UTC&from=2026-12-01%2001:00:00Z&to=2026-12-01T03:00:00%2B00:00';
    const events = await kalends().events<Event>(user.access_token, query);

    expect(events.map(({ event_id }) => event_id)).toEqual(['e1', 'e2']);
  });

  it('given an all-day event, then it is matched by date and placed at the start of its day in the zone (EVT-1)', async () => {
    const user = await kalends().user();
    const write = (event_id: string, start: string, end: string) =>
      kalends().upsert(user, { event_id, summary: event_id, start, end });
    await write('all-day', '2026-12-05', '2026-12-07');
    await write('evening-before', '2026-12-04T14:30:00Z', '2026-12-04T14:45:00Z');
    await write('morning', '2026-12-04T15:30:00Z', '2026-12-04T15:45:00Z');

    const tokyo = await kalends().events<Event>(user.access_token, 'tzid=Asia/Tokyo&from=2026-12-04&to=2026-12-05');
    const sixth = await kalends().events<Event>(
      user.access_token,
      'tzid=Pacific/Kiritimati&from=2026-12-06&to=2026-12-06',
    );
    const seventh = await kalends().events<Event>(
      user.access_token,
      'tzid=America/Los_Angeles&from=2026-12-07&to=2026-12-07',
    );

    expect(tokyo.map(({ event_id }) => event_id)).toEqual(['evening-before', 'all-day', 'morning']);
    expect(tokyo[1]).toMatchObject({ start: '2026-12-05', end: '2026-12-07', transparency: 'transparent' });
    expect(sixth.map(({ event_id }) => event_id)).toEqual(['all-day']);
    expect(seventh).toEqual([]);
  });

  it('given an upsert, when fields are omitted or null, then they stay or are cleared; a deleted event starts afresh', async () => {
    const user = await kalends().user();
    const base = { event_id: 'e', summary: 'First', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
    const read = async () => (await kalends().events(user.access_token, 'tzid=Etc/UTC'))[0];
    await kalends().upsert(user, {
      ...base,
      description: 'Text',
      location: { description: 'Here' },
      url: 'https://example.com/e',
      attendees: { invite: [{ email: 'bob@example.com', display_name: 'Bob' }] },
    });

    await kalends().upsert(user, { ...base, summary: 'Second' });
    expect(await read()).toMatchObject({
      summary: 'Second',
      description: 'Text',
      location: { description: 'Here' },
      url: 'https://example.com/e',
      attendees: [{ email: 'bob@example.com', display_name: 'Bob', status: 'needs_action' }],
    });
    await kalends().upsert(user, {
      ...base,
      location: null,
      url: null,
      attendees: { remove: [{ email: 'bob@example.com' }] },
    });
    const bare = await read();
    expect(bare).toMatchObject({ description: 'Text', attendees: [] });
    expect(bare).not.toHaveProperty('location');
    expect(bare).not.toHaveProperty('url');

    const path = kalends().url(`/v1/calendars/${user.calendar_id}/events`);
    expect((await call('DELETE', path, { token: user.access_token, body: { event_id: 'e' } })).status).toBe(202);
    expect(await read()).toBeUndefined();
    expect((await call('DELETE', path, { token: user.access_token, body: { event_id: 'e' } })).status).toBe(202);
    await kalends().upsert(user, base);
    expect(await read()).toMatchObject({ summary: 'First', description: '' });
  });

  it('given deletions, when requested with include_deleted and last_modified, then they are listed (EVT-7)', async () => {
    const user = await kalends().user();
    await fill(kalends(), user, 3);
    const path = kalends().url(`/v1/calendars/${user.calendar_id}/events?event_id=e1`);
    await call('DELETE', path, { token: user.access_token, raw: '{}' });

    const live = await kalends().events<Event>(user.access_token, 'tzid=Etc/UTC');
    const all = await kalends().events<Event>(user.access_token, 'tzid=Etc/UTC&include_deleted=True');
    const future = await kalends().events<Event>(
      user.access_token,
      'tzid=Etc/UTC&include_deleted=true&last_modified=2030-01-01T00:00:00Z',
    );
    const past = await kalends().events<Event>(
      user.access_token,
      'tzid=Etc/UTC&include_deleted=true&last_modified=2020-01-01T00:00:00Z',
    );

    expect(live.map(({ event_id }) => event_id)).toEqual(['e0', 'e2']);
    expect(all.map(({ event_id, deleted }) => [event_id, deleted])).toEqual([
      ['e0', false],
      ['e1', true],
      ['e2', false],
    ]);
    expect(future).toEqual([]);
    expect(past).toHaveLength(3);
  });

  it('given filters, then calendars and managed events are selected; localized times carry their zone (EVT-4, EVT-5)', async () => {
    const user = await kalends().user();
    const event = {
      event_id: 'e',
      summary: 's',
      start: { time: '2026-12-01T15:00:00Z', tzid: 'Europe/Paris' },
      end: '2026-12-01T16:00:00Z',
      tzid: 'Europe/Paris',
    };
    await kalends().upsert(user, event);
    const count = async (query: string) => (await kalends().events(user.access_token, `tzid=Etc/UTC&${query}`)).length;

    expect(await count(`calendar_ids%5B%5D=${user.calendar_id}`)).toBe(1);
    expect(await count('calendar_ids[]=cal_other')).toBe(0);
    expect(await count('only_managed=true')).toBe(1);
    expect(await count('include_managed=False')).toBe(0);
    expect((await kalends().get(user.access_token, '/v1/events?tzid=Etc/UTC&unknown_parameter=1')).status).toBe(422);
    const [localized] = await kalends().events(user.access_token, 'tzid=Etc/UTC&localized_times=true');
    expect(localized).toMatchObject({
      start: { time: '2026-12-01T16:00:00+01:00', tzid: 'Europe/Paris' },
      end: { time: '2026-12-01T17:00:00+01:00', tzid: 'Europe/Paris' },
    });
  });

  it('given a window far from today, then events of any year are found', async () => {
    const user = await kalends().user();
    await kalends().upsert(user, {
      event_id: 'old',
      summary: 'old',
      start: '1999-12-31T23:00:00Z',
      end: '2000-01-01T01:00:00Z',
    });
    await kalends().upsert(user, { event_id: 'far', summary: 'far', start: '2044-02-29', end: '2044-03-01' });

    expect(
      await kalends().events<Event>(user.access_token, 'tzid=Etc/UTC&from=2000-01-01&to=2000-01-01'),
    ).toMatchObject([{ event_id: 'old' }]);
    expect(
      await kalends().events<Event>(user.access_token, 'tzid=Etc/UTC&from=2044-02-01&to=2044-03-01'),
    ).toMatchObject([{ event_id: 'far' }]);
  });

  it('given a pending write, then every read before and after it is applied shows the event', async () => {
    const user = await kalends().user();
    const event = { event_id: 'e', summary: 's', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
    await kalends().upsert(user, event);
    const [before] = await kalends().events<Event>(user.access_token, 'tzid=Etc/UTC');

    const applied = async () => {
      const [seen] = await kalends().events<Event>(user.access_token, 'tzid=Etc/UTC');
      expect(seen?.event_uid).toBe(before!.event_uid);
      const log = await readFile(kalends().deployment.logFile, 'utf8');
      return log.split('\n').some((line) => line.includes('write.applied') && line.includes(before!.event_uid));
    };
    await waitUntil(applied, { timeout: 60_000, what: 'the write to be applied' });
    const after = await kalends().events<Event>(user.access_token, 'tzid=Etc/UTC');

    expect(after).toMatchObject([{ ...before, updated: expect.anything() }]);
  });
});
