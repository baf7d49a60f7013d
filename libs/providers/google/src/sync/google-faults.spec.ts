import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expand } from '@kalends/icalendar';
import { ProviderError, type RemoteCalendar, type RemoteEvent } from '@kalends/provider-port/sync';
import { ada, startGoogle, type SimulatedGoogle } from './google.fixture.js';

const now = Date.UTC(2026, 10, 21, 9);
const at = (day: string) => ({
  start: { dateTime: `2026-12-${day}T10:00:00`, timeZone: 'Europe/London' },
  end: { dateTime: `2026-12-${day}T11:00:00`, timeZone: 'Europe/London' },
});
const meeting = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
};

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

describe('Google’s failures and special cases', () => {
  let google: SimulatedGoogle;
  let calendar: RemoteCalendar;
  beforeEach(async () => {
    google = await startGoogle();
    calendar = (await google.provider().calendars())[0]!;
  });
  afterEach(() => google.close());

  async function read(cursor: string | null) {
    const changed: RemoteEvent[] = [];
    const removed: string[] = [];
    const result = await google.provider().changes(calendar, { cursor, known: new Map() }, async (batch) => {
      changed.push(...batch.changed);
      removed.push(...batch.removed);
    });
    return { ...result, changed, removed };
  }

  const startsOf = ({ series }: RemoteEvent) =>
    expand(series, { start: Date.UTC(2026, 11, 1), end: Date.UTC(2027, 3, 1) }, { floatingZone: 'Etc/UTC' }).map(
      ({ startMs }) => new Date(startMs).toISOString().slice(0, 16),
    );

  it('FC-1: given 410 fullSyncRequired, when read, then everything is read, without deleted events', async () => {
    await google.others('POST', undefined, { id: 'still', ...at('01') });
    await google.others('POST', undefined, { id: 'goes0', ...at('02') });
    const { cursor } = await read(null);
    await google.others('DELETE', 'goes0');
    await google.control('invalidate-sync-tokens');
    const again = await read(cursor);
    expect(again.kind).toBe('full');
    expect(again.changed.map(({ href }) => href)).toEqual(['still']);
    expect((await read(again.cursor)).kind).toBe('delta');
  });

  it.each(['page', 'half'])(
    'given a %s instead of an answer, then a read fails, and shows nothing as deleted',
    async (spoils) => {
      await google.others('POST', undefined, { id: 'still', ...at('01') });
      const { cursor } = await read(null);
      for (const from of [cursor, null]) {
        await google.control('faults', { path: '/events', spoils });
        expect((await failureOf(read(from))).failure).toBe('unavailable');
      }
      await google.control('faults', { path: '/calendarList', spoils });
      expect((await failureOf(google.provider().calendars())).failure).toBe('unavailable');
      expect((await read(cursor)).changed).toEqual([]);
    },
  );

  it('FC-9: given a create whose response is lost, when it is retried, then there is one event', async () => {
    const uid = 'evt_000000000000000000000009@kalends';
    await google.control('faults', { method: 'POST', path: '/events', lostAnswer: true });
    const lost = google.provider().upsert(calendar, { uid, href: null }, { change: meeting, now });
    expect((await failureOf(lost)).failure).toBe('unavailable');
    const again = await google.provider().upsert(calendar, { uid, href: null }, { change: meeting, now });
    expect(again.series.uid).toBe(uid);
    expect((await read(null)).changed.map(({ href }) => href)).toEqual([again.href]);
  });

  it('FC-12 (c): given an instance cancelled by others, when changes are read, then it is not an occurrence', async () => {
    await google.others('POST', undefined, { id: 'serie', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'], ...at('01') });
    const { cursor, changed } = await read(null);
    expect(startsOf(changed[0]!)).toEqual(['2026-12-01T10:00', '2026-12-08T10:00', '2026-12-15T10:00']);
    await google.others('DELETE', 'serie_20261208T100000Z');
    const delta = await read(cursor);
    expect(delta.changed.map(startsOf)).toEqual([['2026-12-01T10:00', '2026-12-15T10:00']]);
    expect(startsOf((await read(null)).changed[0]!)).toEqual(['2026-12-01T10:00', '2026-12-15T10:00']);
  });

  it('FC-14: given an override moved to another day, then cancelled, and 93 more, then each counts once', async () => {
    await google.others('POST', undefined, { id: 'serie', recurrence: ['RRULE:FREQ=DAILY;COUNT=100'], ...at('01') });
    const first = await read(null);
    await google.others('PATCH', 'serie_20261202T100000Z', at('25'));
    const moved = await read(first.cursor);
    expect(startsOf(moved.changed[0]!)).toContain('2026-12-25T10:00');
    expect(startsOf(moved.changed[0]!)).not.toContain('2026-12-02T10:00');
    await google.others('DELETE', 'serie_20261202T100000Z');
    const events = Array.from({ length: 93 }, (_, index) => {
      const day = new Date(Date.UTC(2026, 11, 3 + index, 10)).toISOString();
      const id = `serie_${day.slice(0, 19).replace(/[-:]/g, '')}Z`;
      const original = { recurringEventId: 'serie', originalStartTime: { dateTime: day, timeZone: 'Europe/London' } };
      const later = { dateTime: day.replace('T10', 'T12'), timeZone: 'Europe/London' };
      return { calendar: ada, event: { id, iCalUID: 'serie@google.com', ...original, start: later, end: later } };
    });
    await google.control('seed', { events });
    const delta = await read(moved.cursor);
    const starts = startsOf(delta.changed[0]!);
    expect(delta.changed[0]!.series.overrides).toHaveLength(94);
    expect(starts).toHaveLength(99);
    expect(starts.filter((start) => start.endsWith('T12:00'))).toHaveLength(93);
  });

  it('given an all-day series with an excluded day, when read, then dates remain dates', async () => {
    const days = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } };
    const recurrence = ['EXDATE;VALUE=DATE:20261202', 'RRULE:FREQ=DAILY;COUNT=3'];
    await google.others('POST', undefined, { id: 'adai0', recurrence, ...days });
    const [event] = (await read(null)).changed;
    expect(event!.series.master).toMatchObject(days);
    expect(startsOf(event!)).toEqual(['2026-12-01T00:00', '2026-12-03T00:00']);
    await google.others('PATCH', 'adai0_20261203', { summary: 'Last' });
    expect((await read(null)).changed[0]!.series.overrides).toMatchObject([
      { recurrence_id: { date: '2026-12-03' }, change: { summary: 'Last' } },
    ]);
  });

  it('given a series that becomes single, or is deleted, when changes are read, then they report it', async () => {
    const rule = { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] };
    for (const id of ['serie', 'other']) await google.others('POST', undefined, { id, ...rule, ...at('01') });
    await google.others('PATCH', 'other_20261202T100000Z', { summary: 'Exception' });
    const { cursor } = await read(null);
    await google.others('PATCH', 'serie', { recurrence: null });
    await google.others('DELETE', 'other');
    const delta = await read(cursor);
    expect(delta.changed.map(({ href, series }) => [href, series.recurrence])).toEqual([['serie', undefined]]);
    expect(delta.removed).toEqual(['other']);
  });

  it.each([
    [403, 'rateLimitExceeded', 'unavailable', 30_000],
    [429, 'rateLimitExceeded', 'unavailable', 30_000],
    [503, 'backendError', 'unavailable', 30_000],
    [403, 'insufficientPermissions', 'authentication-failed', undefined],
    [400, 'invalid', 'refused', undefined],
  ])('given %i %s, when read, then the failure is %s', async (status, reason, failure, retryAfterMs) => {
    await google.control('faults', { path: 'calendarList', status, reason, retryAfter: 30 });
    const error = await failureOf(google.provider().calendars());
    expect(error.failure).toBe(failure);
    expect(error.options.retryAfterMs).toBe(retryAfterMs);
  });

  it('given a rejected token, when refreshed, then the call is repeated exactly once, and the profile stays connected', async () => {
    const tried: string[] = [];
    const tokens = (next: string) => ({
      current: async () => 'old',
      renewed: async (refused: string) => {
        tried.push(refused);
        return next;
      },
    });
    expect(await google.provider(tokens(google.grant.access_token)).calendars()).toHaveLength(1);
    expect((await failureOf(google.provider(tokens('old')).calendars())).failure).toBe('unavailable');
    expect(tried).toEqual(['old', 'old']);
  });

  it('given another user’s calendar and a deleted one, when listed and read, then readonly, and calendar-gone', async () => {
    await google.control('seed', {
      users: [{ email: 'grace@example.com' }],
      calendars: [{ id: 'team', email: 'grace@example.com', summary: 'Team', timeZone: 'America/New_York' }],
      shares: [{ calendar: 'team', email: ada, accessRole: 'freeBusyReader' }],
    });
    const listed = await google.provider().calendars();
    expect(listed).toMatchObject([
      { href: ada, primary: true, readonly: false, tzid: 'Europe/London' },
      { href: 'team', name: 'Team', primary: false, readonly: true, tzid: 'America/New_York' },
    ]);
    await google.control('remove-calendar', { calendar: 'team' });
    expect(await google.provider().calendars()).toHaveLength(1);
    const reading = google.provider().changes(listed[1]!, { cursor: null, known: new Map() }, async () => undefined);
    expect((await failureOf(reading)).failure).toBe('calendar-gone');
    const write = google.provider().upsert(listed[1]!, { uid: 'x@kalends', href: null }, { change: meeting, now });
    expect((await failureOf(write)).failure).toBe('calendar-gone');
  });

  it('given an event with every member, when read, then each is in its place in the model', async () => {
    await google.others('POST', undefined, {
      id: 'all00',
      summary: 'Review',
      ...at('01'),
      location: 'Hall',
      transparency: 'transparent',
      visibility: 'private',
      colorId: '11',
      attendees: [
        { email: ada, responseStatus: 'tentative' },
        { email: 'bob@example.com', displayName: 'Bob' },
      ],
      reminders: { useDefault: false, overrides: [{ method: 'email', minutes: 45 }] },
      conferenceData: {
        conferenceSolution: { key: { type: 'addOn' }, name: 'Meetings' },
        entryPoints: [
          { entryPointType: 'phone', uri: 'tel:+441' },
          { entryPointType: 'video', uri: 'https://meet.example.com/a' },
        ],
      },
    });
    const [event] = (await read(null)).changed;
    expect(event!.series.master).toMatchObject({
      summary: 'Review',
      start: { local: '2026-12-01T10:00:00', tzid: 'Europe/London' },
      location: { description: 'Hall' },
      transparency: 'transparent',
      event_private: true,
      color: '#dc2127',
      attendees: [
        { email: ada, status: 'tentative' },
        { email: 'bob@example.com', display_name: 'Bob', status: 'unknown' },
      ],
      organizer: { email: ada },
      reminders: [45],
      conference_url: 'https://meet.example.com/a',
      conference_name: 'Meetings',
    });
  });

  it('given an absence, or a place of work, when read, then it is one; the office is no other place; its kind is read (EVT-27, EVT-51)', async () => {
    const place = (type: string) => ({ eventType: 'workingLocation', workingLocationProperties: { type } });
    await google.others('POST', undefined, { id: 'out00', eventType: 'outOfOffice', ...at('01') });
    await google.others('POST', undefined, { id: 'home0', ...place('homeOffice'), ...at('02') });
    await google.others('POST', undefined, { id: 'desk0', ...place('officeLocation'), ...at('03') });
    await google.others('POST', undefined, { id: 'focus', eventType: 'focusTime', ...at('04') });
    await google.others('POST', undefined, { id: 'lunch', ...at('05') });
    const { changed } = await read(null);
    const shown = changed.map(({ href, series }) => [href, series.master!.extended_transparency]);
    expect(changed.map(({ href, series }) => [href, series.master!.event_type]).sort()).toEqual([
      ['desk0', 'working_location'],
      ['focus', 'focus_time'],
      ['home0', 'working_location'],
      ['lunch', undefined],
      ['out00', 'out_of_office'],
    ]);
    expect(shown.sort()).toEqual([
      ['desk0', undefined],
      ['focus', undefined],
      ['home0', 'working_elsewhere'],
      ['lunch', undefined],
      ['out00', 'out_of_office'],
    ]);
  });

  it('given the owner’s answer and a new guest, when written, then the answers of other guests stay', async () => {
    const bob = { email: 'bob@example.com', responseStatus: 'accepted', comment: 'Gladly', optional: true };
    await google.others('POST', undefined, { id: 'guest', ...at('01'), attendees: [{ email: ada }, bob] });
    const change = {
      own_attendance: { addresses: [ada], status: 'declined' as const },
      attendees: { invite: [{ email: 'cy@example.com' }] },
      location: { description: 'Hall', lat: '51.5', long: '-0.1' },
      color: '#dd2222',
      categories: ['work', 'board'],
      tags: ['visit', 'a, b'],
      event_private: true,
    };
    const written = await google
      .provider()
      .upsert(calendar, { uid: 'guest@google.com', href: 'guest' }, { change, now });
    expect(written.series.master).toMatchObject({
      location: change.location,
      color: '#dd2222',
      categories: ['work', 'board'],
      tags: ['visit', 'a, b'],
      event_private: true,
    });
    expect(await google.others('GET', 'guest')).toMatchObject({
      attendees: [
        { email: ada, responseStatus: 'declined' },
        bob,
        { email: 'cy@example.com', responseStatus: 'needsAction' },
      ],
      colorId: '11',
      visibility: 'private',
    });
    const cleared = { location: null, color: null, categories: null, tags: null, event_private: null };
    const after = await google
      .provider()
      .upsert(calendar, { uid: 'guest@google.com', href: 'guest' }, { change: cleared, now });
    for (const name of Object.keys(cleared)) expect(after.series.master).not.toHaveProperty(name);
  });
});
