import { methodAt, problemsOf } from '@kalends/simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProxy, type Proxy } from '@kalends/provider-port/testing';
import type { RemoteCalendar } from '@kalends/provider-port/sync';
import { GoogleProvider } from './google-provider.js';
import { ada, egress, fixed, scope, startGoogle, type SimulatedGoogle } from './google.fixture.js';

type Sent = Parameters<typeof problemsOf>[0];

const now = Date.UTC(2026, 10, 21, 9);
const at = (hour: number) => ({
  start: { local: `2026-12-01T${hour}:00:00`, tzid: 'Europe/London' },
  end: { local: `2026-12-01T${hour + 1}:00:00`, tzid: 'Europe/London' },
});
const daily = { rrules: ['FREQ=DAILY;COUNT=4'], rdates: [], exdates: [] };
const uidFor = (n: number) => `evt_00000000000000000000004${n}@kalends`;
const named = (...names: string[]) => names.map((name) => `${scope}.${name}`);
/** What the journey requests when an application may write events and create calendars, and when it reads free/busy. */
const scopes = {
  writing: named('events', 'calendarlist.readonly', 'app.created'),
  reading: named('events.readonly', 'calendarlist.readonly'),
  times: named('events.freebusy', 'calendarlist.readonly'),
};

describe('what is sent to Google', () => {
  let google: SimulatedGoogle;
  let proxy: Proxy;
  let sent: Sent[];
  beforeEach(async () => {
    google = await startGoogle();
    proxy = await startProxy(google.url);
    sent = [];
    proxy.misbehave(async ({ method, path, body }) => {
      const { pathname, searchParams: query } = new URL(path, proxy.url);
      const json: unknown = body.length === 0 ? undefined : JSON.parse(body.toString());
      sent.push({ method, path: pathname.replace('/calendar/v3/', ''), query, body: json });
      return false;
    });
  });
  afterEach(async () => {
    await proxy.stop();
    await google.close();
  });

  async function providerFor(granted: string[]): Promise<GoogleProvider> {
    const grants = [{ email: ada, client_id: 'test', scope: granted.join(' ') }];
    const { access_token } = (await google.seeded({ grants }))[0]!;
    return new GoogleProvider({ egress, baseUrl: `${proxy.url}calendar/v3`, tokens: fixed(access_token, granted) });
  }
  const methods = () => [...new Set(sent.map(({ method, path }) => methodAt(method, path)?.id))].sort();
  const problems = (granted: string[]) => sent.flatMap((one) => problemsOf(one, granted));

  async function read(provider: GoogleProvider): Promise<RemoteCalendar> {
    const calendar = (await provider.calendars())[0]!;
    const last = { cursor: null as string | null, known: new Map<string, string>() };
    last.cursor = (await provider.changes(calendar, last, async () => undefined)).cursor;
    await google.others('POST', undefined, {
      id: 'theirs',
      summary: 'Theirs',
      start: { dateTime: '2026-12-01T10:00:00', timeZone: 'Europe/London' },
      end: { dateTime: '2026-12-01T11:00:00', timeZone: 'Europe/London' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=4'],
    });
    await google.others('PATCH', 'theirs_20261202T100000Z', { summary: 'Own' });
    await provider.changes(calendar, last, async () => undefined);
    return calendar;
  }

  it('given an application that writes, then every request is in the discovery document and permitted', async () => {
    const provider = await providerFor(scopes.writing);
    const calendar = await read(provider);
    const write = (n: number, change: object, href: string | null = null) =>
      provider.upsert(calendar, { uid: uidFor(n), href }, { change, now });
    const full = {
      summary: 'All members',
      description: 'Text',
      location: { description: 'Hall', lat: '51.5', long: '-0.1' },
      transparency: 'transparent',
      event_private: true,
      url: 'https://example.com/',
      color: '#dc2127',
      categories: ['one'],
      tags: ['two'],
      reminders: [10, 20],
      attendees: { invite: [{ email: 'bob@example.com', display_name: 'Bob' }], remove: [] },
      conferencing: { kind: 'integrated' },
      ...at(10),
    };
    const { href } = await write(1, full);
    await google.others('PATCH', href, {
      attendees: [{ email: ada, self: true, responseStatus: 'accepted' }, { email: 'bob@example.com' }],
    });
    await write(1, { attendees: { invite: [{ email: 'eve@example.com' }], remove: [] }, color: null, ...at(11) }, href);
    const series = await write(2, { summary: 'Daily', ...at(10), recurrence: daily });
    const people = [{ email: ada, self: true, organizer: true }, { email: 'bob@example.com' }];
    await google.others('PATCH', `${series.href}_20261202T100000Z`, { summary: 'Own', attendees: people });
    await google.others('DELETE', `${series.href}_20261203T100000Z`);
    await write(2, at(11), series.href);
    await provider.remove(calendar, { uid: uidFor(1), href });
    await write(1, full);
    await provider.remove(calendar, { uid: uidFor(2), href: null });
    await provider.createCalendar({ key: 'ab12', name: 'Rotas', color: '#e6e6e6', tzid: 'Europe/London' });
    const channel = { channelId: 'one', address: 'http://127.0.0.1:9/', token: 't' };
    const { resourceId } = await provider.watch(calendar, channel);
    await provider.unwatch({ channelId: 'one', resourceId });
    expect(problems(scopes.writing)).toEqual([]);
    expect(methods()).toEqual([
      'calendar.calendarList.list',
      'calendar.calendarList.patch',
      'calendar.calendars.insert',
      'calendar.channels.stop',
      'calendar.events.delete',
      'calendar.events.get',
      'calendar.events.insert',
      'calendar.events.list',
      'calendar.events.patch',
      'calendar.events.update',
      'calendar.events.watch',
    ]);
  });

  it.each(['reading', 'times'] as const)(
    'given an application for %s, then no more is sent than permitted',
    async (kind) => {
      await read(await providerFor(scopes[kind]));
      expect(problems(scopes[kind])).toEqual([]);
      expect(methods()).toEqual(['calendar.calendarList.list', 'calendar.events.list']);
    },
  );

  const one = { method: 'PATCH', path: 'calendars/x/events/y', query: new URLSearchParams(), body: {} as unknown };
  it.each<[string, Partial<Sent>, string]>([
    ['an unknown member', { body: { sumary: 'x' } }, 'Event.sumary is unknown'],
    ['an unknown member inside', { body: { start: { zone: 'UTC' } } }, 'Event.start.zone is unknown'],
    ['another type', { body: { sequence: '1' } }, 'Event.sequence must be of type integer'],
    ['a read-only member', { body: { creator: {} } }, 'Event.creator is read-only'],
    ['a read-only member inside', { body: { attendees: [{ self: true }] } }, 'Event.attendees.self is read-only'],
    ['an unknown parameter', { query: new URLSearchParams('sendUpdate=all') }, 'parameter sendUpdate is unknown'],
    ['an unknown path', { path: 'calendar/x' }, 'there is no PATCH calendar/x'],
    [
      'a missing parameter',
      { method: 'POST', path: 'calendars/x/events/y/move', body: undefined },
      'parameter destination is missing',
    ],
    ['a body too many', { method: 'DELETE' }, 'a body is not expected'],
    [
      'a method beyond the scopes',
      { method: 'POST', path: 'freeBusy' },
      `calendar.freebusy.query is not permitted by ${scope}.events`,
    ],
  ])('given %s, then it is found', (_what, planted, expected) => {
    expect(problemsOf({ ...one, ...planted }, named('events'))).toEqual([expected]);
  });
});
