import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';
import { createdOf, freeFrom, noon, startLinks, type Links } from '../links.fixture.js';
import { maxLinks } from './create-link.js';

describe('a new booking link', () => {
  let links: Links;
  beforeAll(async () => void (links = await startLinks(freeFrom(noon, 4))));
  afterAll(() => links.gateway.stop());

  const errorsOf = async (more: object) => {
    const { status, body } = await links.create(more);
    return [status, (body as { errors?: Record<string, { key: string }[]> }).errors] as const;
  };
  const keys = async (more: object) => {
    const [status, errors = {}] = await errorsOf(more);
    return [status, Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first!.key]))];
  };

  it('given the API key, then the answer has its address twice and the event without times (SCH-1)', async () => {
    const times = { start: '2026-11-20T10:00:00Z', end: '2026-11-20T11:00:00Z' };
    const created = await createdOf(links.create({ event: { ...links.valid.event, ...times } }));
    expect(created.url).toMatch(/^http:\/\/kalends\.test\/rts\/[\w-]{32}$/);
    expect(created.real_time_scheduling).toEqual({
      real_time_scheduling_id: expect.stringMatching(/^sch_[\w-]{24}$/) as unknown,
      url: created.url,
      status: 'open',
      event: { event_id: 'visit-42', summary: 'Site visit', event_private: false },
    });
  });

  it('given client_id and client_secret in the body and junk in the header, then it is the application (SCH-1)', async () => {
    const { clientId, secret } = links.application;
    const body = { ...links.valid, client_id: clientId, client_secret: secret };
    const call = (sent: object) =>
      links.gateway.call('POST', '/v1/real_time_scheduling', { token: 'junk', body: sent });
    expect((await call(body)).status).toBe(200);
    expect((await call({ ...body, client_secret: 'KAL_wrong' })).status).toBe(401);
    expect((await call({ ...body, client_id: 'app' })).status).toBe(401);
    expect((await call(links.valid)).status).toBe(401);
  });

  it('given wrong members, then one answer names each of them, those of the query under availability (SCH-1)', async () => {
    const stranger = await newAccountWithCalendar(links.gateway.database.pool);
    const wrong = {
      event: {
        event_id: 'e',
        summary: 'S',
        attendees: { invite: [{ email: 'a@example.com' }] },
        recurrence: { rules: [] },
      },
      selection_mode: 'guess',
    };
    expect(await keys(wrong)).toEqual([
      422,
      {
        'event.attendees': 'errors.not_supported',
        'event.recurrence': 'errors.not_supported',
        selection_mode: 'errors.not_recognized',
      },
    ]);
    const availability = {
      ...links.valid.availability,
      participants: [{ members: [{ sub: stranger.accountId }], required: 'all' }],
    };
    const target_calendars = [{ sub: stranger.accountId, calendar_id: stranger.calendarId }];
    expect(await keys({ availability, target_calendars })).toEqual([
      422,
      {
        'availability.participants[0].members[0].sub': expect.any(String) as unknown,
        'target_calendars[0].calendar_id': 'errors.invalid_calendar_ids',
      },
    ]);
  });

  it('given read-only calendars among others, then they are passed over; given no other, then 422 (SCH-4)', async () => {
    const { pool } = links.gateway.database;
    const other = await newAccountWithCalendar(pool, ['create_event']);
    await pool.query('UPDATE account SET client_id = $2 WHERE account_id = $1', [
      other.accountId,
      links.application.clientId,
    ]);
    await pool.query(
      `UPDATE calendar_state SET record = record || '{"calendar_readonly": true}' WHERE calendar_id = $1`,
      [other.calendarId],
    );
    const readOnly = { sub: other.accountId, calendar_id: other.calendarId };
    expect((await links.create({ target_calendars: [readOnly, ...links.valid.target_calendars] })).status).toBe(200);
    expect(await keys({ target_calendars: [readOnly] })).toEqual([422, { target_calendars: 'errors.read_only' }]);
  });

  it('given an event that its calendar cannot have, then that is refused now, under event (SCH-1)', async () => {
    const [status, errors] = await errorsOf({
      event: { ...links.valid.event, conferencing: { profile_id: 'integrated' } },
    });
    expect([status, Object.keys(errors!)]).toEqual([422, ['event.conferencing.profile_id']]);
  });

  it('given more than 64 kB of a query, then 422 (SCH-8)', async () => {
    const available_periods = Array.from({ length: 500 }, () => links.valid.availability.query_periods[0]);
    const { accountId: sub } = links.account;
    const members = Array.from({ length: 6 }, (_, index) => ({ sub, calendar_ids: [`c${index}`], available_periods }));
    const availability = { ...links.valid.availability, participants: members.map((one) => ({ members: [one] })) };
    expect(await keys({ availability })).toEqual([422, { availability: 'errors.too_long' }]);
  });

  it('given callback addresses that cannot be called, then each is named (SCH-1)', async () => {
    const url = 'https://10.0.0.1/callback';
    expect(await keys({ callback_urls: { completed_url: url, no_times_suitable_url: url } })).toEqual([
      422,
      {
        'callback_urls.completed_url': 'errors.invalid_url',
        'callback_urls.no_times_suitable_url': 'errors.invalid_url',
      },
    ]);
  });

  it(
    'given room for one more link, when five are created at once, then exactly one is (SCH-8)',
    { tags: 'long' },
    async () => {
      const { pool } = links.gateway.database;
      await pool.query(
        `INSERT INTO booking_link (link_id, client_id, token_hash, token_sealed, status, definition, created_at, expires_at)
       SELECT 'sch_' || n, $1, n::text, '', 'open', '{}', now(), now()
       FROM generate_series(1, $2::int - (SELECT count(*)::int FROM booking_link WHERE client_id = $1)) AS n`,
        [links.application.clientId, maxLinks - 1],
      );
      const answers = await Promise.all(Array.from({ length: 5 }, () => links.create()));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.find(({ status }) => status === 422)!.body).toMatchObject({
        errors: { 'event.event_id': [{ key: 'errors.too_many' }] },
      });
    },
  );
});
