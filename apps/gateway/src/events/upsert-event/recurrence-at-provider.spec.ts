import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, calendarOf, eventOf, newAccount, profileOf } from '../../read-model/gateway-database.fixture.js';

describe('a recurrence that the provider of the calendar cannot store (EVT-42)', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  async function calendarAt(provider_name: string) {
    const { pool } = gateway.database;
    const { accountId, token } = await newAccount(pool);
    const calendar = calendarOf(accountId, `cal_${accountId}`);
    const profile = { ...profileOf(accountId, { calendar_ids: [calendar.calendar_id] }), provider_name };
    await apply(pool, accountId, [profile as never, calendar]);
    return { token, calendarId: calendar.calendar_id };
  }
  type Calendar = Awaited<ReturnType<typeof calendarAt>>;

  const event = {
    event_id: 'one',
    summary: 'One',
    tzid: 'Europe/London',
    start: '2026-12-01T10:00:00Z',
    end: '2026-12-01T11:00:00Z',
  };
  const upsert = ({ token, calendarId }: Calendar, rule?: object, more: object = {}) =>
    gateway.call('POST', `/v1/calendars/${calendarId}/events`, {
      token,
      body: { ...event, ...more, ...(rule ? { recurrence: { rules: [rule] } } : {}) },
    });

  const unknown = [
    [
      'two days of a month',
      { frequency: 'monthly', by_month_day: [1, 15] },
      'Outlook has no recurrence with several days of a month.',
    ],
    [
      'the day before the last of a month',
      { frequency: 'monthly', by_month_day: [-2] },
      'Outlook has no recurrence with days counted from the end of a month, except the last.',
    ],
    [
      'a start that is no occurrence',
      { frequency: 'weekly', by_day: ['friday'] },
      'Outlook begins a series at its first occurrence, and this start is none.',
    ],
  ] as const;

  describe.each(['exchange', 'live_connect'])('at %s', (provider) => {
    it.each(unknown)(
      'given %s, then 422 states why, and neither the event nor its other changes are sent',
      async (_what, rule, description) => {
        const calendar = await calendarAt(provider);
        const { status, body } = await upsert(calendar, rule, { summary: 'Renamed' });
        expect([status, body]).toEqual([
          422,
          { errors: { recurrence: [{ key: 'errors.not_supported', description }] } },
        ]);
        expect(await gateway.outbox()).toEqual([]);
      },
    );

    it('given a recurrence that Outlook has, and none, then both are sent', async () => {
      const calendar = await calendarAt(provider);
      expect((await upsert(calendar, { frequency: 'weekly', by_day: ['tuesday'] })).status).toBe(202);
      expect((await upsert(calendar)).status).toBe(202);
      expect(await gateway.outbox()).toHaveLength(2);
    });
  });

  describe('given a series at Microsoft, when an upsert names no recurrence', () => {
    const moved = { start: '2026-12-02T10:00:00Z', end: '2026-12-02T11:00:00Z' };
    const refused = { start: [{ key: 'errors.not_supported', description: unknown[2][2] }] };
    let calendar: Calendar;
    beforeEach(async () => {
      calendar = await calendarAt('exchange');
      await upsert(calendar, { frequency: 'weekly', by_day: ['tuesday'] });
    });

    it('and its start moves to a day that is none of its own, then 422 names the start, and nothing is sent', async () => {
      await gateway.clearOutbox();
      const { status, body } = await upsert(calendar, undefined, { summary: 'Renamed', ...moved });
      expect([status, body, await gateway.outbox()]).toEqual([422, { errors: refused }, []]);
    });

    it('and its start moves to a day of its own, or stays, then it is sent', async () => {
      const later = { start: '2026-12-08T10:00:00Z', end: '2026-12-08T11:00:00Z' };
      expect((await upsert(calendar, undefined, later)).status).toBe(202);
      expect((await upsert(calendar, undefined, { ...later, summary: 'Renamed' })).status).toBe(202);
    });

    it('and only Outlook has its pattern, then a new title is sent', async () => {
      const [{ event_uid }] = (await gateway.outbox()) as [{ event_uid: string }];
      const accountId = calendar.calendarId.replace('cal_', '');
      const base = eventOf(accountId, calendar.calendarId, event_uid, { event_id: 'one', command: 1_000_000 });
      const at = (hour: number) => ({ local: `2026-12-01T${hour}:00:00`, tzid: 'Europe/London' });
      const master = { ...base.series.master!, start: at(10), end: at(11) };
      const rdates = [{ start: { local: '2026-12-04T10:00:00', tzid: 'Europe/London' } }];
      const series = { ...base.series, master, recurrence: { rrules: [], rdates, exdates: [] } };
      await apply(gateway.database.pool, accountId, [{ ...base, revision: 2, series }]);
      expect((await upsert(calendar, undefined, { summary: 'Renamed' })).status).toBe(202);
      expect((await upsert(calendar, undefined, { summary: 'Renamed', ...moved })).status).toBe(422);
    });
  });

  it.each(['google', 'caldav', 'kalends'])('given the same at %s, then it is sent', async (provider) => {
    const calendar = await calendarAt(provider);
    for (const [, rule] of unknown) expect((await upsert(calendar, rule)).status).toBe(202);
  });

  it('given a batch with one such event, then only that one is refused', async () => {
    const { token, calendarId } = await calendarAt('exchange');
    const part = (event_id: string, rule: object) => ({
      method: 'POST',
      relative_url: `/v1/calendars/${calendarId}/events`,
      data: { ...event, event_id, recurrence: { rules: [rule] } },
    });
    const batch = [part('one', unknown[0][1]), part('two', { frequency: 'daily' })];
    const { body } = await gateway.call('POST', '/v1/batch', { token, body: { batch } });
    expect((body as { batch: { status: number }[] }).batch.map(({ status }) => status)).toEqual([422, 202]);
  });
});
