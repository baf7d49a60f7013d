import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSeeded } from '../simulator.fixture.js';

type World = Awaited<ReturnType<typeof startSeeded>>;
type Body = Record<string, unknown>;

const at = (day: string, hour = '10') => ({
  start: { dateTime: `2026-12-${day}T${hour}:00:00`, timeZone: 'Europe/London' },
  end: { dateTime: `2026-12-${day}T${String(Number(hour) + 1).padStart(2, '0')}:00:00`, timeZone: 'Europe/London' },
});
const ids = (items: Body[]) => items.map(({ id }) => id);

describe('methods of the simulated Google Calendar API', () => {
  let world: World;
  let team: string;
  beforeEach(async () => {
    world = await startSeeded();
    await world.control('seed', { calendars: [{ id: 'team', email: 'ada@example.com', summary: 'Team' }] });
    team = `${world.api}/calendars/team`;
  });
  afterEach(() => world.close());

  const insert = (id: string, more: object = {}, url = world.events) =>
    world.as(url, { body: { id, summary: id, ...at('01'), ...more } });
  const list = async (query: string) => (await world.as(`${world.events}?${query}`)).body.items;
  const statusOf = async (url: string, options = {}) => (await world.as(url, options)).status;

  it('given a series with exceptions, when listed as single events or instances, then each in order', async () => {
    await insert('jeden', { recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] });
    await insert('other', at('02', '08'));
    await world.as(`${world.events}/jeden_20261203T100000Z`, { method: 'DELETE' });
    await world.as(`${world.events}/jeden_20261204T100000Z`, { method: 'PATCH', body: at('02', '20') });
    const instances = ['jeden_20261201T100000Z', 'jeden_20261202T100000Z', 'jeden_20261204T100000Z'];
    const [first, second, fourth] = instances;
    expect(ids(await list('singleEvents=true&orderBy=startTime'))).toEqual([first, 'other', second, fourth]);
    expect(ids(await list('singleEvents=true&orderBy=startTime&maxResults=2'))).toEqual([first, 'other']);
    expect(ids(await list('singleEvents=true&timeMin=2026-12-02T12:00:00Z'))).toEqual([fourth]);
    expect(ids((await world.as(`${world.events}/jeden/instances`)).body.items)).toEqual(instances);
    const shown = (await world.as(`${world.events}/jeden/instances?showDeleted=true`)).body.items;
    expect(shown.map(({ status }) => status)).toEqual(['confirmed', 'confirmed', 'confirmed', 'cancelled']);
    expect(await statusOf(`${world.events}/other/instances`)).toBe(400);
    expect(await statusOf(`${world.events}?orderBy=startTime`)).toBe(400);
  });

  it('given words, kinds, properties or a time of change, when listed, then what matches', async () => {
    await world.control('clock', { now: '2026-11-01T10:00:00Z' });
    await insert('lunch', { location: 'Red Hall', extendedProperties: { private: { ref: 'a=b' } } });
    await world.control('clock', { advance_ms: 60_000 });
    await insert('trips', { attendees: [{ email: 'grace@example.com' }] });
    expect(ids(await list('q=red hall'))).toEqual(['lunch']);
    expect(ids(await list('q=grace@example.com'))).toEqual(['trips']);
    expect(ids(await list('eventTypes=outOfOffice'))).toEqual([]);
    expect(ids(await list('eventTypes=outOfOffice&eventTypes=default'))).toEqual(['lunch', 'trips']);
    expect(ids(await list('privateExtendedProperty=ref=a=b'))).toEqual(['lunch']);
    expect(ids(await list('updatedMin=2026-11-01T10:00:30Z'))).toEqual(['trips']);
    await world.as(`${world.events}/lunch`, { method: 'DELETE' });
    expect(ids(await list('updatedMin=2026-11-01T10:00:30Z'))).toEqual(['lunch', 'trips']);
  });

  it('given busy and free times, when freeBusy is queried, then merged periods in the zone; unknown calendars are errors', async () => {
    await insert('aaaaa');
    await insert('bbbbb', { ...at('01', '11'), recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] });
    await insert('ccccc', { ...at('01', '15'), transparency: 'transparent' });
    const declined = [{ email: 'ada@example.com', responseStatus: 'declined' }];
    await insert('ddddd', { ...at('01', '17'), attendees: declined });
    const body = {
      timeMin: '2026-12-01T00:00:00Z',
      timeMax: '2026-12-03T00:00:00Z',
      timeZone: 'Europe/Berlin',
      items: [{ id: 'ada@example.com' }, { id: 'nobody' }],
    };
    const { calendars } = (await world.as(`${world.api}/freeBusy`, { body })).body as Body;
    expect(calendars).toEqual({
      'ada@example.com': {
        busy: [
          { start: '2026-12-01T11:00:00+01:00', end: '2026-12-01T13:00:00+01:00' },
          { start: '2026-12-02T12:00:00+01:00', end: '2026-12-02T13:00:00+01:00' },
        ],
      },
      nobody: { busy: [], errors: [{ domain: 'global', reason: 'notFound' }] },
    });
    expect(await statusOf(`${world.api}/freeBusy`, { body: { ...body, timeMax: body.timeMin } })).toBe(400);
  });

  it('given an event from elsewhere, when imported twice, then one event with its iCalUID and organizer', async () => {
    const event = {
      iCalUID: 'x@elsewhere',
      organizer: { email: 'eve@elsewhere.example' },
      summary: 'One',
      ...at('01'),
    };
    const first = await world.as(`${world.events}/import`, { body: event });
    const second = await world.as(`${world.events}/import`, { body: { ...event, summary: 'Two' } });
    expect([first.status, second.body['id']]).toEqual([200, first.body['id']]);
    expect(await list('')).toMatchObject([{ iCalUID: 'x@elsewhere', organizer: event.organizer, summary: 'Two' }]);
    expect(await statusOf(`${world.events}/import`, { body: at('01') })).toBe(400);
  });

  it('given an event, when moved, then it is deleted here, and there with the same id; no instance by itself', async () => {
    await insert('jeden', { recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] });
    const token = (await world.as(world.events)).body['nextSyncToken'] as string;
    const move = (id: string, to: string) => `${world.events}/${id}/move?destination=${to}`;
    expect(await statusOf(move('jeden_20261202T100000Z', 'team'), { method: 'POST' })).toBe(400);
    expect((await world.as(move('jeden', 'team'), { method: 'POST' })).body).toMatchObject({
      id: 'jeden',
      organizer: { email: 'team' },
    });
    expect((await world.as(`${world.events}?syncToken=${token}`)).body.items).toMatchObject([
      { id: 'jeden', status: 'cancelled' },
    ]);
    expect(ids((await world.as(`${team}/events`)).body.items)).toEqual(['jeden']);
    expect(await statusOf(move('jeden', 'nobody'), { method: 'POST' })).toBe(404);
  });

  it('given a text, when added quickly, then it is the event that the text describes', async () => {
    await world.control('clock', { now: '2026-11-01T10:20:00Z' });
    const { body } = await world.as(`${world.events}/quickAdd?text=Lunch with Grace`, { method: 'POST' });
    expect(body).toMatchObject({ summary: 'Lunch with Grace', start: { dateTime: '2026-11-01T11:00:00Z' } });
    const day = await world.as(`${world.events}/quickAdd?text=Trip tomorrow`, { method: 'POST' });
    expect(day.body).toMatchObject({ summary: 'Trip', start: { date: '2026-11-02' }, end: { date: '2026-11-03' } });
    expect(await statusOf(`${world.events}/quickAdd?text=${'x'.repeat(1_025)}`, { method: 'POST' })).toBe(400);
  });

  it('given calendars, when read, changed, cleared and deleted, then only by their rules', async () => {
    expect((await world.as(team)).body).toMatchObject({ kind: 'calendar#calendar', summary: 'Team', timeZone: 'UTC' });
    const patch = { method: 'PATCH', body: { timeZone: 'Asia/Tokyo' } };
    expect((await world.as(team, patch)).body).toMatchObject({ summary: 'Team', timeZone: 'Asia/Tokyo' });
    expect(await statusOf(team, { method: 'PUT', body: {} })).toBe(400);
    expect(await statusOf(team, { method: 'PATCH', body: { timeZone: 'Nowhere' } })).toBe(400);
    await insert('aaaaa');
    const primary = `${world.api}/calendars/primary`;
    expect(await statusOf(`${team}/clear`, { method: 'POST' })).toBe(400);
    expect(await statusOf(`${primary}/clear`, { method: 'POST' })).toBe(204);
    expect(await list('')).toEqual([]);
    expect(await statusOf(primary, { method: 'DELETE' })).toBe(400);
    expect(await statusOf(team, { method: 'DELETE' })).toBe(204);
    expect(await statusOf(team)).toBe(404);
  });

  it('given entries of the list, when changed, removed and taken back, then the list reports it', async () => {
    const entries = `${world.api}/users/me/calendarList`;
    const entry = `${entries}/team`;
    const token = (await world.as(entries)).body['nextSyncToken'] as string;
    const changed = { method: 'PATCH', body: { summaryOverride: 'Mine', selected: false } };
    expect((await world.as(entry, changed)).body).toMatchObject({ summary: 'Team', summaryOverride: 'Mine' });
    expect((await world.as(entry)).body['selected']).toBeUndefined();
    expect((await world.as(entry, { method: 'PUT', body: {} })).body['summaryOverride']).toBeUndefined();
    expect(await statusOf(entry, { method: 'DELETE' })).toBe(204);
    expect((await world.as(`${entries}?syncToken=${token}`)).body.items).toMatchObject([{ id: 'team', deleted: true }]);
    expect(await statusOf(entry)).toBe(404);
    expect((await world.as(entries, { body: { id: 'team' } })).body).toMatchObject({ id: 'team', accessRole: 'owner' });
    expect(await statusOf(entries, { body: { id: 'nobody' } })).toBe(404);
    expect(await statusOf(`${entries}/primary`, { method: 'DELETE' })).toBe(400);
  });

  it('given invitations turned on, when invited, answered and cancelled, then copies and answers follow', async () => {
    await world.control('invitations', { on: true });
    const scope = 'https://www.googleapis.com/auth/calendar';
    const seeded = await world.control<{ grants: [{ access_token: string }] }>('seed', {
      users: [{ email: 'grace@example.com' }],
      calendars: [{ email: 'grace@example.com', primary: true }],
      grants: [{ email: 'grace@example.com', client_id: 'test', scope }],
    });
    const token = seeded.grants[0].access_token;
    const hers = `${world.api}/calendars/primary/events`;
    const attendees = [{ email: 'grace@example.com' }, { email: 'eve@elsewhere.example' }];
    await insert('lunch', { attendees, extendedProperties: { private: { a: '1' }, shared: { b: '2' } } });
    const [copy] = (await world.as(hers, { token })).body.items;
    expect(copy).toMatchObject({
      id: 'lunch',
      iCalUID: 'lunch@google.com',
      extendedProperties: { shared: { b: '2' } },
    });
    expect(copy!['organizer']).toEqual({ email: 'ada@example.com' });
    expect(copy!['extendedProperties']).not.toHaveProperty('private');
    const answered = [{ email: 'grace@example.com', responseStatus: 'accepted' }, attendees[1]];
    await world.as(`${hers}/lunch`, { token, method: 'PATCH', body: { attendees: answered, colorId: '5' } });
    expect((await list(''))[0]!['attendees']).toMatchObject([{ responseStatus: 'accepted' }, {}]);
    await world.as(`${world.events}/lunch`, { method: 'PATCH', body: { summary: 'Dinner' } });
    expect((await world.as(`${hers}/lunch`, { token })).body).toMatchObject({ summary: 'Dinner', colorId: '5' });
    await world.as(`${hers}/lunch`, { token, method: 'DELETE' });
    expect((await list(''))[0]!['attendees']).toMatchObject([{ responseStatus: 'declined' }, {}]);
    await insert('other', { attendees });
    await world.as(`${world.events}/other`, { method: 'DELETE' });
    expect(ids((await world.as(hers, { token })).body.items)).toEqual([]);
  });

  it('given colours and settings, when read, then as Google has them', async () => {
    const { event, calendar } = (await world.as(`${world.api}/colors`)).body as unknown as Record<
      'event' | 'calendar',
      object
    >;
    expect([Object.keys(event).length, Object.keys(calendar).length]).toEqual([11, 24]);
    const settings = `${world.api}/users/me/settings`;
    expect((await world.as(`${settings}/timezone`)).body['value']).toBe('Europe/London');
    expect(ids((await world.as(settings)).body.items)).toContain('weekStart');
    expect(await statusOf(`${settings}/other`)).toBe(404);
  });
});
