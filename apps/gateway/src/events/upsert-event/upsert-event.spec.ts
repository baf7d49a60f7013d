import type { EventRecord } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, calendarOf, newAccountWithCalendar, profileOf } from '../../read-model/gateway-database.fixture.js';

describe('an upsert of an event', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const event = {
    event_id: 'board',
    summary: 'Board meeting',
    start: '2026-11-20T15:00:00Z',
    end: '2026-11-20T16:00:00Z',
  };
  const upsert = (token: string, calendarId: string, body: object) =>
    gateway.call('POST', `/v1/calendars/${calendarId}/events`, { token, body });
  const read = async (token: string) => {
    const { body } = await gateway.call('GET', '/v1/events?tzid=Etc/UTC&from=2026-11-20&to=2026-11-20', { token });
    return (body as { events: object[] }).events;
  };

  it('given a new event_id, then 202 is empty, the next read has the event, and its command is in the outbox (HTTP-8, EVT-11)', async () => {
    const { token, calendarId, accountId } = await newAccountWithCalendar(gateway.database.pool);
    expect(await upsert(token, calendarId, event)).toMatchObject({ status: 202, body: '' });
    expect(await read(token)).toMatchObject([{ ...event, calendar_id: calendarId }]);
    const change = { summary: 'Board meeting' };
    expect(await gateway.outbox()).toMatchObject([
      { kind: 'write-event', account_id: accountId, calendar_id: calendarId, operation: 'upsert', change },
    ]);
  });

  it('given an existing event_id, then the event is changed; omitted members stay, null removes (EVT-12)', async () => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    await upsert(token, calendarId, { ...event, description: 'Agenda', location: { description: 'Room 1' } });
    await upsert(token, calendarId, { ...event, summary: 'Moved', location: null });
    const events = await read(token);
    expect(events).toMatchObject([{ event_id: 'board', summary: 'Moved', description: 'Agenda' }]);
    expect(events[0]).not.toHaveProperty('location');
  });

  const invite = [{ email: 'bob@example.com' }];
  it.each([
    ['a provider that mails guests', { provider_name: 'google' }, { attendees: { invite } }, null],
    ['a CalDAV server that does', { sends_invitations: true }, { attendees: { invite } }, null],
    ['one that does not', {}, { attendees: { invite } }, 'not-sent'],
    ['one that does not, and nobody invited', {}, { attendees: { remove: invite } }, null],
    ['one that does not, and no attendees', {}, { attendees: null }, null],
  ])('given %s, then the answer states whether nobody is mailed (EVT-45)', async (_what, profile, more, header) => {
    const { accountId, token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    await apply(gateway.database.pool, accountId, [profileOf(accountId, { ...profile, revision: 2 })]);
    const { status, headers } = await upsert(token, calendarId, { ...event, ...more });
    expect([status, headers.get('kalends-invitations')]).toEqual([202, header]);
  });

  it.each([
    ['no event_id', { event_id: undefined }, 'event_id', 'errors.required'],
    ['an end before the start', { end: '2026-11-20T14:00:00Z' }, 'end', 'errors.invalid_time_pair'],
    ['a date and a time', { start: '2026-11-20' }, 'end', 'errors.invalid_time_pair'],
    ['an unknown zone', { tzid: 'Mars/Olympus' }, 'tzid', 'errors.tzid_unrecognized'],
    ['a summary of 1025 characters', { summary: 'x'.repeat(1025) }, 'summary', 'errors.too_long'],
  ])('given %s, then 422 names the field and nothing is sent (EVT-13)', async (_what, more, field, key) => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const { status, body } = await upsert(token, calendarId, { ...event, ...more });
    expect([status, body]).toEqual([422, { errors: { [field]: [expect.objectContaining({ key })] } }]);
    expect(await gateway.outbox()).toEqual([]);
  });

  const berlin = 'Europe/Berlin';
  const localIn = (local: string) => ({ local, tzid: berlin });
  it.each([
    ['with the tzid of the event', { start: '2026-11-20T16:00:00', end: '2026-11-20T17:00', tzid: berlin }],
    [
      'with a tzid of its own',
      { start: { time: '2026-11-20T16:00:00', tzid: berlin }, end: { time: '2026-11-20T17:00:00', tzid: berlin } },
    ],
    ['beside an instant', { start: '2026-11-20T16:00:00', end: '2026-11-20T16:00:00Z', tzid: berlin }],
  ])('given local times %s, then they are stored as they are and read as instants (EVT-40)', async (_, times) => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    expect(await upsert(token, calendarId, { ...event, ...times })).toMatchObject({ status: 202 });
    expect(await read(token)).toMatchObject([{ start: '2026-11-20T15:00:00Z', end: '2026-11-20T16:00:00Z' }]);
    const change = { start: localIn('2026-11-20T16:00:00'), end: localIn('2026-11-20T17:00:00') };
    expect(await gateway.outbox()).toMatchObject([{ change }]);
  });

  // clocks go forward at 02:00 on 29 March, and back at 03:00 on 25 October
  it.each([
    ['does not exist', '2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
    ['occurs twice', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
  ])('given a local time that %s, then it is read by RFC 5545 §3.3.5 (EVT-40)', async (_, local, instant) => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const end = { time: `${local.slice(0, 10)}T12:00:00`, tzid: berlin };
    await upsert(token, calendarId, { ...event, start: { time: local, tzid: berlin }, end });
    const day = local.slice(0, 10);
    const { body } = await gateway.call('GET', `/v1/events?tzid=Etc/UTC&from=${day}&to=${day}`, { token });
    expect(body).toMatchObject({ events: [{ start: instant }] });
  });

  it('given the built-in calendar, then instants are kept beside local times; at other providers, and of a series, they are not (EVT-44)', async () => {
    const { accountId, token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const eventAfter = async (more: object) => {
      await upsert(token, calendarId, { ...event, ...more });
      const last = 'SELECT record FROM pending_write WHERE calendar_id = $1 ORDER BY command DESC LIMIT 1';
      const { rows } = await gateway.database.pool.query<{ record: EventRecord }>(last, [calendarId]);
      return rows[0]!.record.series.master;
    };
    const local = { start: localIn('2026-11-20T16:00:00'), end: localIn('2026-11-20T17:00:00') };
    const zoned = { tzid: berlin };
    expect(await eventAfter(zoned)).toEqual(expect.objectContaining(local));

    const builtIn = profileOf(accountId, { provider_name: 'kalends', revision: 2 });
    await apply(gateway.database.pool, accountId, [builtIn]);
    const lasting = {
      start: { ...local.start, instant: Date.UTC(2026, 10, 20, 15) },
      end: { ...local.end, instant: Date.UTC(2026, 10, 20, 16) },
    };
    expect(await eventAfter(zoned)).toEqual(expect.objectContaining(lasting));
    const recurrence = { rules: [{ frequency: 'daily' }] };
    expect(await eventAfter({ ...zoned, event_id: 'series', recurrence })).toEqual(expect.objectContaining(local));
    expect(await eventAfter({ ...zoned, event_id: 'series' })).toEqual(expect.objectContaining(local));
    const single = await eventAfter({ ...zoned, event_id: 'series', recurrence: { rules: [] } });
    expect(single).toEqual(expect.objectContaining(lasting));
  });

  it('given local times without a zone, or with an end before the start, then 422 names each (EVT-40)', async () => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const recurrence = { rules: [{ frequency: 'daily' }], exceptions: ['2026-11-21', '2026-11-22T15:00:00'] };
    const local = { start: '2026-11-20T15:00:00', end: '2026-11-20T14:00:00', recurrence };
    const { status, body } = await upsert(token, calendarId, { ...event, ...local });
    const noZone = [{ key: 'errors.must_have_tzid', description: 'a time without an offset requires tzid' }];
    expect([status, body]).toEqual([
      422,
      {
        errors: {
          start: noZone,
          end: [...noZone, expect.objectContaining({ key: 'errors.invalid_time_pair' })],
          'recurrence.exceptions[1]': noZone,
        },
      },
    ]);
    const zoned = await upsert(token, calendarId, { ...event, ...local, tzid: berlin });
    expect(zoned).toMatchObject({ status: 422, body: { errors: { end: [{ key: 'errors.invalid_time_pair' }] } } });
    expect(await gateway.outbox()).toEqual([]);
  });

  it('given times at the end of the year 9999, when written, then 422 gives the reason, and dates have four-digit years', async () => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const late = { start: '9999-12-31T22:00:00Z', end: '9999-12-31T23:59:59-10:00', tzid: 'Pacific/Kiritimati' };
    const { status, body } = await upsert(token, calendarId, { ...event, ...late });
    const error = (name: string) => [
      expect.objectContaining({ description: `${name} must be before 31 December 9999` }),
    ];
    expect([status, body]).toEqual([422, { errors: { start: error('start'), end: error('end') } }]);
    const days = { start: '9999-12-30', end: '9999-12-31' };
    expect(await upsert(token, calendarId, { ...event, ...days })).toMatchObject({ status: 202 });
    const path = '/v1/events?tzid=Pacific/Kiritimati&from=9995-01-01&to=9999-12-31';
    expect(await gateway.call('GET', path, { token })).toMatchObject({ status: 200, body: { events: [days] } });
  });

  const people = (from: number, count: number, domain = 'example.com') =>
    Array.from({ length: count }, (_, index) => ({ email: `person${from + index}@${domain}` }));

  it('given attendees that would be more than 500 in all, then 422, also in a batch and for a part of a series; 500 are accepted, and can be exchanged (EVT-38)', async () => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const change = (attendees: object) => upsert(token, calendarId, { ...event, attendees });
    for (const from of [0, 200]) expect((await change({ invite: people(from, 200) })).status).toBe(202);
    expect((await change({ invite: people(400, 100) })).status).toBe(202);
    expect((await change({ invite: people(450, 50) })).status).toBe(202);
    const refused = await change({ invite: people(500, 1) });
    const errors = { 'attendees.invite': [{ key: 'errors.too_many' }] };
    expect(refused).toMatchObject({ status: 422, body: { errors } });
    const data = { ...event, attendees: { invite: people(500, 1) } };
    const batch = [{ method: 'POST', relative_url: `/v1/calendars/${calendarId}/events`, data }];
    const { body } = await gateway.call('POST', '/v1/batch', { token, body: { batch } });
    expect(body).toMatchObject({ batch: [{ status: 422, data: { errors } }] });
    expect((await change({ invite: people(500, 1), remove: people(0, 1) })).status).toBe(202);
    expect((await read(token))[0]).toMatchObject({ attendees: { length: 500 } });
    expect((await upsert(token, calendarId, { ...event, summary: 'Renamed' })).status).toBe(202);
  });

  it('given 200 attendees with the longest addresses and names, then they are accepted; beyond 512 kB in all, 422 (EVT-39)', async () => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const longest = (from: number, count: number) =>
      people(from, count, `${'d'.repeat(300)}.example`).map((one) => ({ ...one, display_name: '\u3042'.repeat(256) }));
    for (const from of [0, 200]) {
      const attendees = { invite: longest(from, 200) };
      expect((await upsert(token, calendarId, { ...event, attendees })).status).toBe(202);
    }
    const texts = { description: '\u3042'.repeat(4_096), location: { description: '\u3042'.repeat(1_024) } };
    const refused = await upsert(token, calendarId, { ...event, ...texts, attendees: { invite: longest(400, 100) } });
    expect(refused).toMatchObject({ status: 422, body: { errors: { body: [{ key: 'errors.too_large' }] } } });
    expect((await read(token))[0]).toMatchObject({ attendees: { length: 400 } });
  });

  it('given weekdays as strings, then they mean the same as objects; given rules: [], then the recurrence ends (EVT-16)', async () => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const rule = { frequency: 'weekly', count: 3 };
    const change = async (by_day: unknown) => {
      const recurrence = { rules: by_day === null ? [] : [{ ...rule, by_day }] };
      expect((await upsert(token, calendarId, { ...event, recurrence })).status).toBe(202);
      return (await gateway.outbox()).at(-1) as { change: { recurrence: unknown } };
    };
    const { recurrence } = (await change(['monday', 'friday'])).change;
    expect(recurrence).toMatchObject({ rrules: ['FREQ=WEEKLY;COUNT=3;BYDAY=MO,FR'] });
    await gateway.clearOutbox();
    expect((await change(null)).change.recurrence).toBeNull();
    const left = { ...event, recurrence: { rules: [], exceptions: [event.start] } };
    expect((await upsert(token, calendarId, left)).status).toBe(422);
    const unknownDay = { ...event, recurrence: { rules: [{ ...rule, by_day: ['noday'] }] } };
    expect((await upsert(token, calendarId, unknownDay)).body).toMatchObject({
      errors: { 'recurrence.rules[0].by_day[0]': [{ key: 'errors.not_recognized' }] },
    });
  });

  it('given a token without create_event, then 403 names the scope', async () => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool, ['read_events', 'delete_event']);
    const { status, headers } = await upsert(token, calendarId, event);
    expect([status, headers.get('www-authenticate')]).toEqual([403, expect.stringContaining('scope="create_event"')]);
    expect(await gateway.outbox()).toEqual([]);
  });

  it("given another account's calendar, or a read-only one, then 404, or 403, and nothing is sent (EVT-17)", async () => {
    const { token, accountId } = await newAccountWithCalendar(gateway.database.pool);
    const other = await newAccountWithCalendar(gateway.database.pool);
    const readOnly = { ...calendarOf(accountId, `cal_holidays_${accountId}`), calendar_readonly: true };
    await apply(gateway.database.pool, accountId, [readOnly]);
    expect((await upsert(token, other.calendarId, event)).status).toBe(404);
    expect((await upsert(token, readOnly.calendar_id, event)).status).toBe(403);
    expect([await read(other.token), await gateway.outbox()]).toEqual([[], []]);
  });
});
