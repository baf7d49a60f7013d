import { createPool } from '@kalends/postgres';
import { waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { call, e2e } from './harness/kalends.js';

interface Instance {
  start: string;
  event_id: string;
  recurring: boolean;
  series_identifier?: string;
}

e2e('recurring events of an application', (kalends) => {
  const standup = {
    event_id: 'standup',
    summary: 'Stand-up',
    tzid: 'Europe/London',
    start: '2027-03-22T09:00:00Z',
    end: '2027-03-22T09:15:00Z',
  };
  const weekly = { frequency: 'weekly', by_day: [{ day: 'monday' }, { day: 'wednesday' }], count: 4 };

  /** Waits until calendar-sync's own record has replaced the gateway's accepted write. */
  async function acknowledged(calendarId: string) {
    const pool = createPool({ url: kalends().deployment.databaseUrl, schema: 'gateway', max: 1 });
    const pending = () => pool.query('SELECT FROM pending_write WHERE calendar_id = $1', [calendarId]);
    await waitUntil(async () => (await pending()).rowCount === 0, {
      timeout: 60_000,
      what: 'the write to be carried out',
    });
    await pool.end();
  }

  it('given a rule with an exception, when upserted, read, changed and cleared, then each read shows its instances (EVT-8, EVT-16)', async () => {
    const user = await kalends().user();
    const starts = async (settled: boolean) => {
      if (settled) await acknowledged(user.calendar_id);
      const events = await kalends().events(user.access_token, 'tzid=Europe/London&from=2027-03-01&to=2027-05-31');
      return (events as unknown as Instance[]).map(({ start }) => start);
    };
    const write = async (more: object) =>
      expect(await kalends().upsert(user, { ...standup, ...more })).toMatchObject({ status: 202 });

    // the clocks change on 28 March 2027
    await write({ recurrence: { rules: [weekly], exceptions: ['2027-03-24'] } });
    for (const settled of [false, true])
      expect(await starts(settled)).toEqual([
        '2027-03-22T09:00:00+00:00',
        '2027-03-29T09:00:00+01:00',
        '2027-03-31T09:00:00+01:00',
      ]);

    const events = await kalends().events(user.access_token, 'tzid=Etc/UTC&from=2027-03-01&to=2027-05-31');
    expect(events).toMatchObject([1, 2, 3].map(() => ({ event_id: 'standup', recurring: true, summary: 'Stand-up' })));
    expect(new Set((events as unknown as Instance[]).map((one) => one.series_identifier)).size).toBe(1);

    // omitted fields stay: the exception moves along with the start
    await write({ start: '2027-03-22T10:00:00Z', end: '2027-03-22T10:15:00Z', summary: 'Later' });
    for (const settled of [false, true])
      expect(await starts(settled)).toEqual([
        '2027-03-22T10:00:00+00:00',
        '2027-03-29T10:00:00+01:00',
        '2027-03-31T10:00:00+01:00',
      ]);

    await write({
      recurrence: {
        rules: [{ frequency: 'monthly', by_day: [{ day: 'monday', nth_of_period: 4 }], until: '2027-05-01' }],
      },
    });
    for (const settled of [false, true])
      expect(await starts(settled)).toEqual(['2027-03-22T09:00:00+00:00', '2027-04-26T09:00:00+01:00']);

    await write({ recurrence: null });
    for (const settled of [false, true]) expect(await starts(settled)).toEqual(['2027-03-22T09:00:00+00:00']);
  });

  it('given an all-day series, when availability is queried and it is deleted, then its opaque days are busy, and all are freed', async () => {
    const user = await kalends().user();
    const fair = { event_id: 'fair', summary: 'Fair', start: '2027-01-04', end: '2027-01-05', transparency: 'opaque' };

    await kalends().upsert(user, { ...fair, recurrence: { rules: [{ frequency: 'daily', interval: 2, count: 3 }] } });
    const period = { start: '2027-01-04T00:00:00Z', end: '2027-01-10T00:00:00Z' };
    const query = {
      participants: [{ members: [{ sub: user.sub }], required: 'all' }],
      required_duration: { minutes: 60 },
      query_periods: [period],
    };
    const { body } = await call<{ available_periods: { start: string }[] }>('POST', kalends().url('/v1/availability'), {
      token: user.application.client_secret,
      body: query,
    });
    expect(body.available_periods.map(({ start }) => start)).toEqual([
      '2027-01-05T00:00:00Z',
      '2027-01-07T00:00:00Z',
      '2027-01-09T00:00:00Z',
    ]);

    const url = kalends().url(`/v1/calendars/${user.calendar_id}/events`);
    await call('DELETE', url, { token: user.access_token, body: { event_id: 'fair' } });
    expect(await kalends().events(user.access_token, 'tzid=Etc/UTC&from=2027-01-01&to=2027-01-31')).toEqual([]);
  });

  it.each([
    [{ rules: [{ frequency: 'hourly' }] }, ['recurrence.rules[0].frequency']],
    [
      { rules: [{ frequency: 'daily', interval: 0, count: 0 }] },
      ['recurrence.rules[0].count', 'recurrence.rules[0].interval'],
    ],
    [{ rules: [{ frequency: 'daily', until: '2027-03-20' }] }, ['recurrence.rules[0].until']],
    [{ rules: [{ frequency: 'daily' }], exceptions: ['soon'] }, ['recurrence.exceptions[0]']],
    ['FREQ=DAILY', ['recurrence']],
  ])('given the recurrence %j, then 422 names %j and nothing is written (EVT-16)', async (recurrence, fields) => {
    const user = await kalends().user();

    const answer = await kalends().upsert(user, { ...standup, recurrence });

    expect(answer.status).toBe(422);
    expect(Object.keys((answer.body as { errors: object }).errors).sort()).toEqual(fields);
    expect(await kalends().events(user.access_token, 'tzid=Etc/UTC&from=2027-03-01&to=2027-05-31')).toEqual([]);
  });
});
