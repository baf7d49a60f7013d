import { createHash } from 'node:crypto';
import { expand } from '@kalends/icalendar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RemoteCalendar, RemoteEvent } from '@kalends/provider-port/sync';
import { ada, knownOf, readChangesOf, startMicrosoft, type SimulatedMicrosoft } from './microsoft.fixture.js';
import { own } from './resources.js';
import { startRecorder } from './recorded.fixture.js';

const now = Date.UTC(2026, 10, 21, 9);
const day = 86_400_000;
const at = (date: string, hour = '10', timeZone = 'UTC') => ({
  start: { dateTime: `${date}T${hour}:00:00`, timeZone },
  end: { dateTime: `${date}T${Number(hour) + 1}:00:00`, timeZone },
});
const meeting = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
};
const daily = (count: number, startDate = '2026-12-01') => ({
  pattern: { type: 'daily', interval: 1 },
  range: { type: 'numbered', startDate, numberOfOccurrences: count },
});
const december = 'startDateTime=2026-11-01T00:00:00Z&endDateTime=2028-12-01T00:00:00Z&$top=1000';
const uid = 'evt_000000000000000000000009@kalends';

/** The numbers are those of docs/adr/0082. */
describe('trouble that others had with Microsoft', () => {
  let microsoft: SimulatedMicrosoft;
  let calendar: RemoteCalendar;
  let clock = now;
  beforeEach(async () => {
    microsoft = await startMicrosoft();
    clock = now;
    calendar = (await provider().calendars())[0]!;
  });
  afterEach(() => microsoft.close());

  const provider = () => microsoft.provider(undefined, { clock: () => clock });
  const create = async (body: object, timeZone?: string) =>
    String(
      (
        await microsoft.others('POST', microsoft.events, {
          subject: 'Theirs',
          ...at('2026-12-01', '10', timeZone),
          ...body,
        })
      )['id'],
    );
  const change = (id: string, body: object) => microsoft.others('PATCH', `${microsoft.events}/${id}`, body);
  const remove = (id: string) => microsoft.others('DELETE', `${microsoft.events}/${id}`);
  const instances = async (id: string) =>
    (await microsoft.others('GET', `${microsoft.events}/${id}/instances?${december}`))['value'] as { id: string }[];
  const read = (cursor: string | null, known = new Map<string, string>(), listAll = false) =>
    readChangesOf(provider(), calendar, { cursor, known, listAll });
  const write = (change: object, href: string | null = null) =>
    provider().upsert(calendar, { uid, href }, { change, now });
  const startsOf = ({ series }: RemoteEvent) =>
    expand(series, { start: now, end: now + 800 * day }, { floatingZone: 'Etc/UTC' }).map(({ startMs }) =>
      new Date(startMs).toISOString().slice(0, 16),
    );

  it('1: given rows without fields, when a series changes, then it is read with all of them', async () => {
    const id = await create({ recurrence: daily(3) });
    const { cursor, changed } = await read(null);
    await change(id, { subject: 'Renamed', location: { displayName: 'Hall' } });
    const delta = await read(cursor, knownOf(changed));
    expect(delta.changed.map(({ href, series }) => [href, series.master!.summary, series.master!.location])).toEqual([
      [id, 'Renamed', { description: 'Hall' }],
    ]);
  });

  it('given a series without end in a zone of its own, when it began years ago, then it takes place now and in three years', async () => {
    const recurrence = {
      pattern: { type: 'weekly', interval: 1, daysOfWeek: ['monday'] },
      range: { type: 'noEnd', startDate: '2019-01-07', recurrenceTimeZone: 'tzone://Microsoft/Custom' },
    };
    const theirs = { subject: 'Theirs', ...at('2019-01-07', '10', 'tzone://Microsoft/Custom'), recurrence };
    await microsoft.control('seed', { microsoft: { events: [{ email: ada, event: theirs }] } });
    const { changed } = await read(null);
    const days = startsOf(changed[0]!).map((start) => start.slice(0, 10));
    expect(days).toContain('2026-11-23');
    expect(days.at(-1)).toBe('2029-01-22');
    expect(days).toHaveLength(114);
    clock += 30 * day;
    const known = knownOf(changed);
    expect((await readChangesOf(provider(), calendar, { cursor: null, known, listAll: true })).changed).toEqual([]);
  });

  it('2: given events added, moved and changed outside of the window, when read, then they live, and none is lost', async () => {
    const [moved, far, gone] = [await create({}), await create(at('2030-01-01')), await create(at('2030-02-01'))];
    const { cursor, changed } = await read(null);
    await change(moved, at('2029-01-01'));
    await change(far, { subject: 'Far' });
    await remove(gone);
    const added = await create(at('2031-01-01'));
    const delta = await read(cursor, knownOf(changed));
    expect(delta.changed.map(({ href }) => href).sort()).toEqual([moved, far, added].sort());
    expect(delta.removed).toEqual([gone]);
  });

  it('3: given a deleted occurrence, which has no row, when read, then the series is without it', async () => {
    const id = await create({ recurrence: daily(3) });
    const { cursor, changed } = await read(null);
    await remove((await instances(id))[1]!.id);
    const delta = await read(cursor, knownOf(changed));
    expect(delta.changed.map(startsOf)).toEqual([['2026-12-01T10:00', '2026-12-03T10:00']]);
  });

  it('4, 6: given a lost or malformed sync state, when read, then everything is, and deleted events are not seen', async () => {
    const [stays, goes] = [await create({}), await create({})];
    const { cursor, changed } = await read(null);
    await remove(goes);
    await microsoft.control('invalidate-sync-tokens');
    const again = await read(cursor, knownOf(changed));
    expect([again.kind, again.unchanged, again.changed]).toEqual(['full', [stays], []]);
    const link = (text: string) => text.replace(/deltatoken=[^"]+/, 'deltatoken=junk');
    expect((await read(link(again.cursor!))).kind).toBe('full');
    expect((await read(again.cursor)).kind).toBe('delta');
  });

  it('5: given 503 for a wide window, when read, then a narrower one reports what changes, and a window that never opens is unavailable', async () => {
    const id = await create({ recurrence: { ...daily(3), range: { type: 'noEnd', startDate: '2026-12-01' } } });
    const path = '/calendarView/delta';
    await microsoft.control('faults', { path, status: 503, times: 1 });
    const { cursor, changed } = await read(null);
    await change(id, { subject: 'Later' });
    expect((await read(cursor, knownOf(changed))).changed).toHaveLength(1);
    await microsoft.control('faults', { path, status: 504, times: 3 });
    await expect(read(null)).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it('7: given an all-day event in any zone, when read and written, then its days stay', async () => {
    const midnight = (date: string) => ({ dateTime: `${date}T00:00:00`, timeZone: 'Tokyo Standard Time' });
    const id = await create({ isAllDay: true, start: midnight('2026-12-24'), end: midnight('2026-12-27') });
    const days = { start: { date: '2026-12-24' }, end: { date: '2026-12-27' } };
    expect((await read(null)).changed[0]!.series.master).toMatchObject(days);
    expect((await write({ start: { date: '2026-12-25' }, end: days.end }, id)).series.master).toMatchObject({
      start: { date: '2026-12-25' },
      end: days.end,
    });
  });

  it('9: given a time in a zone, when written, then Microsoft has the zone, and clocks change with it', async () => {
    const change = { ...meeting, recurrence: { rrules: ['FREQ=MONTHLY;COUNT=8'], rdates: [], exdates: [] } };
    const written = await write(change);
    const raw = await microsoft.others('GET', `${microsoft.events}/${written.href}`);
    expect(raw['originalStartTimeZone']).toBe('Europe/London');
    expect(startsOf(written).at(-1)).toBe('2027-07-01T14:30');
  });

  it('10: given a creation whose answer is lost, when repeated, then there is one event', async () => {
    await microsoft.control('faults', { method: 'POST', path: '/events', lostAnswer: true, times: 1 });
    await expect(write(meeting)).rejects.toMatchObject({ failure: 'unavailable' });
    const again = await write(meeting);
    expect((await read(null)).changed.map(({ href }) => href)).toEqual([again.href]);
  });

  it('10: given a creation that is repeated before Microsoft’s search finds it, then there is one event', async () => {
    const recorder = await startRecorder(microsoft.url, ({ path }) =>
      /[?&]\$filter=/.test(path) ? { body: { value: [] } } : undefined,
    );
    const recorded = microsoft.provider(undefined, { graphUrl: recorder.graphUrl });
    const create = () => recorded.upsert(calendar, { uid, href: null }, { change: meeting, now });
    const [first, again] = [await create(), await create()];
    await recorder.close();
    expect(recorder.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/events'))).toHaveLength(
      2,
    );
    expect(again.href).toBe(first.href);
    expect((await read(null)).changed.map(({ href }) => href)).toEqual([first.href]);
  });

  it('12: given an expired token, when read, then it is renewed once and the read succeeds', async () => {
    const renewals: string[] = [];
    const tokens = {
      current: async () => 'expired',
      renewed: async (refused: string) => {
        renewals.push(refused);
        return microsoft.grant.access_token;
      },
    };
    expect(await microsoft.provider(tokens).calendars()).toHaveLength(1);
    expect(renewals).toEqual(['expired']);
    const refused = microsoft.provider({ current: async () => 'bad', renewed: async () => 'worse' });
    await expect(refused.calendars()).rejects.toMatchObject({ failure: 'authentication-failed' });
  });

  it('14: given a creation that is answered with another event, when written, then it has an id of its own', async () => {
    const transactionId = createHash('sha256').update(`${uid}\n${now}\n0`).digest('hex').slice(0, 32);
    const other = await create({ transactionId });
    const written = await write(meeting);
    expect(written.href).not.toBe(other);
    expect(written.series).toMatchObject({ uid, master: { summary: 'Board meeting' } });
    expect((await microsoft.others('GET', `${microsoft.events}/${other}`))['subject']).toBe('Theirs');
  });

  it('15: given any request, when sent, also in a batch, then it requests ids that survive a move', async () => {
    const recorder = await startRecorder(microsoft.url);
    const recorded = microsoft.provider(undefined, { graphUrl: recorder.graphUrl, clock: () => clock });
    await create({ recurrence: daily(3) });
    await recorded.upsert(calendar, { uid, href: null }, { change: meeting, now });
    await readChangesOf(recorded, calendar, { cursor: null });
    await recorder.close();
    const batches = recorder.requests.flatMap(
      ({ body }) => (body['requests'] ?? []) as { headers: { Prefer: string } }[],
    );
    expect(batches).not.toHaveLength(0);
    for (const { prefer } of recorder.requests) expect(prefer).toContain('IdType="ImmutableId"');
    for (const { headers } of batches) expect(headers.Prefer).toContain('IdType="ImmutableId"');
  });

  it('16: given a calendar that was deleted, when read or written, then it is gone, and another of its name is another', async () => {
    const { id } = await microsoft.others('POST', '/me/calendars', { name: 'Club' });
    const club = (await provider().calendars()).find(({ href }) => href === id)!;
    const { cursor } = await readChangesOf(provider(), club, { cursor: null });
    await microsoft.others('DELETE', `/me/calendars/${club.href}`);
    const gone = { failure: 'calendar-gone' };
    await expect(readChangesOf(provider(), club, { cursor: null })).rejects.toMatchObject(gone);
    await expect(readChangesOf(provider(), club, { cursor })).rejects.toMatchObject(gone);
    await expect(provider().upsert(club, { uid, href: null }, { change: meeting, now })).rejects.toMatchObject(gone);
    await expect(provider().remove(club, { uid, href: 'AAMkx' })).rejects.toMatchObject(gone);
  });

  it('17: given an event that is created and deleted before the read, then nothing is reported', async () => {
    const kept = await create({});
    const { cursor, changed } = await read(null);
    await remove(await create({}));
    const delta = await read(cursor, knownOf(changed));
    expect([delta.kind, delta.changed, delta.removed]).toEqual(['delta', [], []]);
    expect(changed[0]!.href).toBe(kept);
  });

  it('19: given a draft that becomes an event, when read, then it is one event with its last state', async () => {
    const { cursor } = await read(null);
    const id = await create({ subject: '' });
    await change(id, { subject: 'Final' });
    const delta = await read(cursor);
    expect(delta.changed.map(({ href, series }) => [href, series.master!.summary])).toEqual([[id, 'Final']]);
  });

  it('20, 21: given a hundred exceptions, which no list has, when read, then the series has each once', async () => {
    const id = await create({ recurrence: daily(140) });
    const all = await instances(id);
    for (const one of all.slice(0, 110)) await change(one.id, { subject: 'Other' });
    for (const one of all.slice(110, 120)) await remove(one.id);
    const [event] = (await read(null)).changed;
    expect(event!.series.overrides).toHaveLength(110);
    expect(startsOf(event!)).toHaveLength(130);
  });

  it('22: given a change, when written, then nothing else is sent, and the same again is not sent at all', async () => {
    const attendees = [{ emailAddress: { address: 'bob@work.example', name: 'Bob' }, type: 'optional' }];
    const id = await create({ attendees, body: { contentType: 'html', content: '<b>Agenda</b>' } });
    const recorder = await startRecorder(microsoft.url);
    const recorded = microsoft.provider(undefined, { graphUrl: recorder.graphUrl });
    const requested = { change: { reminders: [30], summary: 'Theirs', description: 'Agenda' }, now };
    for (let times = 0; times < 2; times++) await recorded.upsert(calendar, { uid, href: id }, requested);
    await recorder.close();
    const patches = recorder.requests.filter(({ method }) => method === 'PATCH');
    expect(patches.map(({ body }) => body)).toEqual([{ isReminderOn: true, reminderMinutesBeforeStart: 30 }]);
    expect(patches[0]!.ifMatch).toMatch(/^W\//);
  });

  it('23: given an event of others, when read, then its UID is the one that all its copies have', async () => {
    const id = await create({});
    const raw = await microsoft.others('GET', `${microsoft.events}/${id}`);
    expect((await read(null)).changed[0]!.series.uid).toBe(raw['uid']);
    expect(raw['uid']).not.toBe(id);
  });

  it('24: given several reminders, when written, then all are read until somebody changes Outlook’s one', async () => {
    const written = await write({ ...meeting, reminders: [10, 60] });
    expect(written.series.master!.reminders).toEqual([10, 60]);
    const raw = await microsoft.others('GET', `${microsoft.events}/${written.href}`);
    expect([raw['isReminderOn'], raw['reminderMinutesBeforeStart']]).toEqual([true, 10]);
    await change(written.href, { reminderMinutesBeforeStart: 5 });
    expect((await read(null)).changed[0]!.series.master!.reminders).toEqual([5]);
    expect((await write({ reminders: null }, written.href)).series.master!.reminders).toBeUndefined();
  });

  it('25: given a mailbox on premises, when read, then it is no provider, and nothing is reported as deleted', async () => {
    const { cursor, changed } = await read(null);
    await microsoft.control('faults', { path: '/me/', status: 404, reason: 'MailboxNotEnabledForRESTAPI', times: 3 });
    for (const from of [null, cursor]) {
      await expect(read(from, knownOf(changed))).rejects.toMatchObject({ failure: 'not-a-provider' });
    }
    await expect(provider().calendars()).rejects.toMatchObject({ failure: 'not-a-provider' });
  });

  it('26: given a month later, when read, then a new window is opened before the old one is left, and nothing is lost', async () => {
    const id = await create({ subject: 'First' });
    const { cursor, changed } = await read(null);
    clock = now + 31 * day;
    await change(id, { subject: 'Second' });
    await microsoft.control('faults', { path: '/calendarView/delta', status: 429, retryAfter: 1, times: 1 });
    await expect(read(cursor, knownOf(changed))).rejects.toMatchObject({ failure: 'unavailable' });
    const delta = await read(cursor, knownOf(changed));
    expect(delta.changed.map(({ series }) => series.master!.summary)).toEqual(['Second']);
    const [before, after] = [cursor, delta.cursor].map((text) => JSON.parse(text!) as { end: number });
    expect(after!.end - before!.end).toBe(31 * day);
    await change(id, { subject: 'Third' });
    expect((await read(delta.cursor, knownOf(delta.changed))).changed).toHaveLength(1);
  });

  it('given a full listing that is due, when read, then it finds what no link reported', async () => {
    const [changes, goes, stays] = [await create({}), await create({}), await create({})];
    const { cursor, changed } = await read(null);
    await change(changes, { subject: 'Changed' });
    await remove(goes);
    // the link of a later read reports neither
    const later = (await read(cursor)).cursor!;
    expect((await read(later, knownOf(changed))).changed).toEqual([]);
    const delta = await read(later, knownOf(changed), true);
    expect([delta.changed.map(({ href }) => href), delta.removed]).toEqual([[changes], [goes]]);
    expect(delta.changed[0]!.href).not.toBe(stays);
  });

  it.each([
    ['another host', (link: URL) => link.href.replace(link.host, 'graph.example.com')],
    ['another port', (link: URL) => link.href.replace(link.port, '9')],
    ['another version', (link: URL) => link.href.replace('/v1.0/', '/beta/')],
    ['a host that begins like it', (link: URL) => link.href.replace(link.host, `${link.host}.example.com`)],
    ['credentials', (link: URL) => link.href.replace('://', '://user:word@')],
    ['no address', () => 'x'],
  ])('given a stored link with %s, when read, then it is dropped, and everything is read', async (_what, moved) => {
    const id = await create({ subject: 'One' });
    const { cursor } = await read(null);
    const stored = JSON.parse(cursor!) as { link: string };
    const again = await read(JSON.stringify({ ...stored, link: moved(new URL(stored.link)) }));
    expect([again.kind, again.changed.map(({ href }) => href)]).toEqual(['full', [id]]);
    expect((await read(again.cursor)).kind).toBe('delta');
  });

  it('given our own properties, when an event is read, then their names are exact', () => {
    expect(own.uid).toMatch(/^String \{[0-9a-f-]{36}\} Name KalendsUid$/);
  });
});
