import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProxy, type Proxy } from '@kalends/provider-port/testing';
import type { RemoteCalendar } from '@kalends/provider-port/sync';
import { patchOf } from './change-resource.js';
import { GoogleProvider } from './google-provider.js';
import { ada, egress, fixed, startGoogle, type SimulatedGoogle } from './google.fixture.js';
import { remoteOf } from './read-series.js';

const now = Date.UTC(2026, 10, 21, 9);
const at = (hour: number) => ({ dateTime: `2026-12-01T${hour}:00:00Z`, timeZone: 'Europe/London' });
const times = { start: at(10), end: at(11) };

describe('events that Google shows in part', () => {
  let google: SimulatedGoogle;
  let proxy: Proxy;
  let provider: GoogleProvider;
  let calendar: RemoteCalendar;
  let patches: Record<string, unknown>[];
  beforeEach(async () => {
    google = await startGoogle();
    proxy = await startProxy(google.url);
    patches = [];
    proxy.misbehave(async ({ method, body }) => {
      if (method === 'PATCH') patches.push(JSON.parse(body.toString()) as Record<string, unknown>);
      return false;
    });
    const tokens = fixed(google.grant.access_token);
    provider = new GoogleProvider({ egress, baseUrl: `${proxy.url}calendar/v3`, tokens });
    calendar = (await provider.calendars())[0]!;
  });
  afterEach(async () => {
    await proxy.stop();
    await google.close();
  });

  const attendees = [{ email: ada, responseStatus: 'needsAction' }, { email: 'bob@example.com' }];
  async function given(more: object = {}) {
    const large = { ...times, summary: 'All hands', attendees, attendeesOmitted: true, ...more };
    const { id, iCalUID } = (await google.others('POST', undefined, large)) as { id: string; iCalUID: string };
    return { uid: iCalUID, href: id, mustExist: true };
  }
  const upsert = (target: Awaited<ReturnType<typeof given>>, change: object) =>
    provider.upsert(calendar, target, { change, now });

  it('given guests that it omits, when another member changes, then no list of guests is sent', async () => {
    await upsert(await given(), { summary: 'Renamed' });
    expect(patches).toEqual([{ summary: 'Renamed' }]);
  });

  it('given guests that it omits, when the user answers, then the answer alone is sent, as one of an incomplete list', async () => {
    await upsert(await given(), { own_attendance: { addresses: [ada], status: 'accepted' } });
    expect(patches).toEqual([{ attendees: [{ email: ada, responseStatus: 'accepted' }], attendeesOmitted: true }]);
  });

  it.each([
    ['invited', { invite: [{ email: 'eve@example.com' }], remove: [] }],
    ['removed', { invite: [], remove: [{ email: 'bob@example.com' }] }],
  ])('given guests that it omits, when somebody is %s, then that is refused in words', async (_, people) => {
    const refused = { failure: 'refused', message: expect.stringContaining('does not show all guests') as string };
    await expect(upsert(await given(), { attendees: people })).rejects.toMatchObject(refused);
    expect(patches).toEqual([]);
  });

  it('given a series with guests that it omits, when it moves, then no exception gets an incomplete list', async () => {
    const target = await given({ recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] });
    await google.others('PATCH', `${target.href}_20261202T100000Z`, { summary: 'Own' });
    const moved = (hour: number) => ({ local: `2026-12-01T${hour}:00:00`, tzid: 'Europe/London' });
    await upsert(target, { start: moved(12), end: moved(13) });
    expect(patches.length).toBeGreaterThan(1);
    expect(patches.filter((patch) => 'attendees' in patch)).toEqual([]);
  });

  describe('a birthday', () => {
    const birthday = {
      id: 'one',
      etag: '"1"',
      eventType: 'birthday',
      start: { date: '2026-12-01' },
      end: { date: '2026-12-02' },
    };
    const by = { uid: 'u', now, withoutConference: false, calendarZone: 'Europe/London' };

    it('given a title and a colour, then they are written without private properties', () => {
      const patch = patchOf(birthday, { summary: 'Bob', color: '#dc2127' }, by);
      expect(patch).toEqual({ summary: 'Bob', colorId: '11' });
    });

    it.each([
      { categories: ['family'] },
      { tags: ['family'] },
      { location: { lat: '51.5', long: '-0.1' } },
      { transparency: 'transparent' as const, extended_transparency: 'out_of_office' as const },
    ])('given %j, then it is refused in words', (change) => {
      expect(() => patchOf(birthday, change, by)).toThrow('birthdays have no categories');
    });
  });

  it.each([
    ['a private instance of a series that is not', 'default', 'private', [undefined, true]],
    ['a private instance, for which Google made the series private too', 'private', 'private', [true, undefined]],
    ['an instance of a private series that is not', 'private', 'default', [true, null]],
  ])('given %s, then each is shown as Google has it', (_, series, instance, expected) => {
    const master = { id: 'one', etag: '"1"', ...times, visibility: series, recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] };
    const exception = {
      id: 'one_20261202T100000Z',
      etag: '"2"',
      recurringEventId: 'one',
      originalStartTime: { dateTime: '2026-12-02T10:00:00Z' },
      start: { dateTime: '2026-12-02T10:00:00Z' },
      end: { dateTime: '2026-12-02T11:00:00Z' },
      visibility: instance,
    };
    const read = remoteOf({ id: 'one', master, exceptions: [exception] }, 'Europe/London').series;
    expect([read.master?.event_private, read.overrides[0]?.change.event_private]).toEqual(expected);
  });

  it.each([undefined, {}, { dateTime: 'tomorrow' }, { date: '2026-13-45' }])(
    'given an exception whose original start is %j, then its series is unreadable, rather than shown without it',
    (originalStartTime) => {
      const master = { id: 'one', etag: '"1"', ...times, recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] };
      const original = { recurringEventId: 'one', originalStartTime };
      const exception = { id: 'one_x', etag: '"2"', ...original, status: 'cancelled' };
      expect(() => remoteOf({ id: 'one', master, exceptions: [exception] }, 'Europe/London')).toThrow(/unreadable/);
    },
  );
});
