import { expand, toIso, type EventTime } from '@kalends/icalendar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RemoteCalendar, RemoteEvent } from '@kalends/provider-port/sync';
import { knownOf, fixed, readChangesOf, startMicrosoft, type SimulatedMicrosoft } from './microsoft.fixture.js';

const now = Date.UTC(2026, 10, 21, 9);
const day = 86_400_000;
const at = (date: string) => ({
  start: { dateTime: `${date}T10:00:00`, timeZone: 'W. Europe Standard Time' },
  end: { dateTime: `${date}T11:00:00`, timeZone: 'W. Europe Standard Time' },
});
const london = (local: string): EventTime => ({ local, tzid: 'Europe/London' });
const meeting = { summary: 'Board meeting', start: london('2026-12-01T15:30:00'), end: london('2026-12-01T17:00:00') };
const weekly = { rrules: ['FREQ=WEEKLY;COUNT=4'], rdates: [], exdates: [] as EventTime[] };
const uid = 'evt_000000000000000000000009@kalends';

describe('Microsoft’s failures and special cases', () => {
  let microsoft: SimulatedMicrosoft;
  let calendar: RemoteCalendar;
  beforeEach(async () => {
    microsoft = await startMicrosoft();
    calendar = (await provider().calendars())[0]!;
  });
  afterEach(() => microsoft.close());

  const provider = () => microsoft.provider(undefined, { clock: () => now });
  const read = (cursor: string | null, known = new Map<string, string>()) =>
    readChangesOf(provider(), calendar, { cursor, known });
  const write = (change: object, href: string | null = null) =>
    provider().upsert(calendar, { uid, href }, { change, now });
  const others = (method: string, id: string, body?: object) =>
    microsoft.others(method, `${microsoft.events}/${id}`, body);
  const instances = async (id: string) => {
    const query = 'startDateTime=2026-11-01T00:00:00Z&endDateTime=2027-03-01T00:00:00Z&$top=100';
    return (await others('GET', `${id}/instances?${query}`))['value'] as { id: string; subject: string }[];
  };
  const startsOf = ({ series }: RemoteEvent) =>
    expand(series, { start: now, end: now + 300 * day }, { floatingZone: 'Etc/UTC' }).map(({ startMs }) =>
      toIso(startMs).slice(0, 16),
    );

  it('given a change between read and write (412), when written, then it is read again and both changes are there', async () => {
    const { href } = await write(meeting);
    await microsoft.control('faults', { method: 'PATCH', status: 412, reason: 'ErrorIrresolvableConflict', times: 2 });
    const after = await write({ summary: 'Ours' }, href);
    expect(after.series.master!.summary).toBe('Ours');
    await microsoft.control('faults', { method: 'PATCH', status: 412, reason: 'ErrorIrresolvableConflict', times: 9 });
    const refused = { failure: 'unavailable', options: { maxAttempts: 5 } };
    await expect(write({ summary: 'Never' }, href)).rejects.toMatchObject(refused);
  });

  it('given a change whose answer is lost, when repeated, then it is there once', async () => {
    const { href } = await write(meeting);
    await microsoft.control('faults', { method: 'PATCH', lostAnswer: true, times: 1 });
    await expect(write({ summary: 'Ours' }, href)).rejects.toMatchObject({ failure: 'unavailable' });
    expect((await write({ summary: 'Ours' }, href)).series.master!.summary).toBe('Ours');
    expect((await read(null)).changed).toHaveLength(1);
  });

  it('given a deletion whose answer is lost, when repeated, then 400 and 404 count as deleted', async () => {
    const { href } = await write(meeting);
    await microsoft.control('faults', { method: 'DELETE', lostAnswer: true, times: 1 });
    await expect(provider().remove(calendar, { uid, href })).rejects.toMatchObject({ failure: 'unavailable' });
    for (let times = 0; times < 2; times++) await provider().remove(calendar, { uid, href });
    await provider().remove(calendar, { uid, href: null });
    await microsoft.control('faults', { method: 'DELETE', status: 403, reason: 'ErrorAccessDenied', times: 1 });
    const stays = await write(meeting);
    await expect(provider().remove(calendar, { uid, href: stays.href })).rejects.toMatchObject({ failure: 'refused' });
  });

  it('given a rule that Outlook does not have, when written, then it is refused, and nothing is there', async () => {
    const rule = { ...weekly, rrules: ['FREQ=MONTHLY;BYMONTHDAY=1,15'] };
    await expect(write({ ...meeting, recurrence: rule })).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringContaining('several days of a month'),
    });
    expect((await read(null)).changed).toEqual([]);
  });

  it('given deleted and changed occurrences, when a series moves, then it still has them', async () => {
    const created = await write({ ...meeting, recurrence: { ...weekly, exdates: [london('2026-12-08T15:30:00')] } });
    const [, , third] = await instances(created.href);
    await others('PATCH', third!.id, { subject: 'Special', location: { displayName: 'Hall' } });
    const later = { start: london('2026-12-02T16:00:00'), end: london('2026-12-02T17:30:00') };
    const moved = await write(later, created.href);
    expect(startsOf(moved)).toEqual(['2026-12-02T16:00', '2026-12-16T16:00', '2026-12-23T16:00']);
    expect((await instances(created.href)).map(({ subject }) => subject)).toEqual([
      'Board meeting',
      'Board meeting',
      'Special',
    ]);
    const again = await write({ recurrence: { ...weekly, exdates: [] } }, created.href);
    expect(startsOf(again)).toHaveLength(4);
    expect((await instances(created.href)).map(({ subject }) => subject)).toContain('Special');
  });

  it.each([
    ['the series itself', 0],
    ['its first occurrence', 1],
    ['the end of the write', 2],
  ])(
    'given a write that is interrupted after %s, when it is repeated, then the series has its exceptions',
    async (_name, after) => {
      const created = await write({ ...meeting, recurrence: { ...weekly, exdates: [london('2026-12-08T15:30:00')] } });
      const [, , third] = await instances(created.href);
      await others('PATCH', third!.id, { subject: 'Special' });
      const later = { start: london('2026-12-02T16:00:00'), end: london('2026-12-02T17:30:00') };
      await microsoft.control('faults', { method: 'PATCH', lostAnswer: true, times: 1, after });
      await expect(write(later, created.href)).rejects.toMatchObject({ failure: 'unavailable' });
      const moved = await write(later, created.href);
      expect(startsOf(moved)).toEqual(['2026-12-02T16:00', '2026-12-16T16:00', '2026-12-23T16:00']);
      expect(moved.series.overrides).toMatchObject([{ change: { summary: 'Special' } }]);
      const before = await microsoft.counts();
      await write(later, created.href);
      expect((await microsoft.counts())['events.change']).toBe(before['events.change']);
    },
  );

  it('given an occurrence that others changed or deleted, when read, then the series has it so, and it is known by its version', async () => {
    const created = await write({ ...meeting, recurrence: weekly });
    const first = await read(null);
    const [one, two] = await instances(created.href);
    await others('PATCH', one!.id, { subject: 'Kick-off' });
    await others('DELETE', two!.id);
    const delta = await read(first.cursor, knownOf(first.changed));
    expect(delta.changed[0]!.series.overrides).toMatchObject([{ change: { summary: 'Kick-off' } }]);
    expect(startsOf(delta.changed[0]!)).toHaveLength(3);
    const again = await read(null, knownOf(delta.changed));
    expect([again.changed, again.unchanged]).toEqual([[], [created.href]]);
  });

  it('given a series that no RRULE expresses, when read, then it has its instances as dates', async () => {
    const pattern = { type: 'relativeMonthly', interval: 1, daysOfWeek: ['tuesday', 'thursday'], index: 'last' };
    const range = { type: 'numbered', startDate: '2026-12-31', numberOfOccurrences: 3 };
    await microsoft.others('POST', microsoft.events, {
      subject: 'Odd',
      ...at('2026-12-31'),
      recurrence: { pattern, range },
    });
    const [event] = (await read(null)).changed;
    expect(event!.series.recurrence!.rrules).toEqual([]);
    // the last Tuesday or Thursday of each month, 10:00 in Berlin
    expect(startsOf(event!)).toEqual(['2026-12-31T09:00', '2027-01-28T09:00', '2027-02-25T09:00']);
    const moving = write({ start: london('2026-12-30T10:00:00') }, event!.href);
    await expect(moving).rejects.toMatchObject({ failure: 'refused' });
    expect((await write({ summary: 'Even' }, event!.href)).series.master!.summary).toBe('Even');
  });

  it('given a Windows zone, when read, then the time has its IANA zone', async () => {
    await microsoft.others('POST', microsoft.events, { subject: 'Theirs', ...at('2026-12-01') });
    expect((await read(null)).changed[0]!.series.master!.start).toEqual({
      local: '2026-12-01T10:00:00',
      tzid: 'Europe/Berlin',
    });
  });

  it('given values of Microsoft, when read, then in the model; and written ones reach it', async () => {
    const written = await write({
      ...meeting,
      location: { description: 'Hall', lat: '48.2', long: '16.37' },
      event_private: true,
      categories: ['Red category'],
      tags: ['a'],
      url: 'https://example.com',
      color: '#112233',
      attendees: { invite: [{ email: 'bob@work.example', display_name: 'Bob' }] },
    });
    expect(written.series.master).toMatchObject({
      location: { description: 'Hall', lat: '48.2', long: '16.37' },
      event_private: true,
      categories: ['Red category'],
      tags: ['a'],
      url: 'https://example.com',
      color: '#112233',
      attendees: [{ email: 'bob@work.example', display_name: 'Bob', status: 'needs_action' }],
    });
    const raw = await others('GET', written.href);
    expect(raw).toMatchObject({ sensitivity: 'private', categories: ['Red category'] });
    await others('PATCH', written.href, { sensitivity: 'normal', showAs: 'tentative' });
    const now = (await read(null)).changed[0]!.series.master!;
    expect([now.event_private, now.transparency, now.extended_transparency]).toEqual([
      undefined,
      'opaque',
      'tentative',
    ]);
  });

  it('given events that repeat in a delta with empty pages, when read, then each is reported once', async () => {
    const { cursor } = await read(null);
    for (let index = 0; index < 60; index++) {
      await microsoft.others('POST', microsoft.events, { subject: `${index}`, ...at('2026-12-01') });
    }
    await microsoft.control('microsoft/delta', { emptyPages: 3, repeats: true });
    await microsoft.control('microsoft/limits', { deltaPageSize: 7 });
    const delta = await read(cursor);
    expect(new Set(delta.changed.map(({ href }) => href)).size).toBe(60);
    expect(delta.changed).toHaveLength(60);
  });

  it('given scopes without writing, when calendars are listed, then they are read-only', async () => {
    const reader = microsoft.provider(fixed(microsoft.grant.access_token, ['Calendars.Read']));
    expect((await reader.calendars())[0]).toMatchObject({ readonly: true });
    expect(await provider().ownAddresses()).toEqual(['ada@work.example']);
  });

  it(
    'given a first sync of many events, when read, then it takes few requests',
    { tags: 'long', timeout: 600_000 },
    async () => {
      const rule = {
        pattern: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday'] },
        range: { type: 'noEnd', startDate: '2026-12-01' },
      };
      const total = Number(process.env['KALENDS_FIRST_SYNC'] || 500);
      for (let index = 0; index < total; index++) {
        const recurrence = index % 20 === 0 ? { recurrence: rule } : {};
        await microsoft.others('POST', microsoft.events, { subject: `${index}`, ...at('2026-12-01'), ...recurrence });
      }
      const before = await microsoft.counts();
      expect((await read(null)).changed).toHaveLength(total);
      const after = await microsoft.counts();
      const used = Object.keys(after).map((name) => [name, after[name]! - (before[name] ?? 0)] as const);
      // a request in a batch counts as one
      const requests = used.reduce((sum, [, count]) => sum + count, 0);
      console.info(
        `first sync of ${total} events: ${requests} requests`,
        Object.fromEntries(used.filter(([, n]) => n > 0)),
      );
      expect(requests).toBeLessThan(total);
    },
  );
});
