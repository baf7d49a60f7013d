import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply, calendarOf, profileOf } from '../../read-model/gateway-database.fixture.js';
import { startWithAccount } from '../operated-account.fixture.js';

describe('one account for operators', () => {
  let setup: Awaited<ReturnType<typeof startWithAccount>>;
  beforeAll(async () => (setup = await startWithAccount()));
  afterAll(() => setup.gateway.stop());

  it('given an account, then its grants, profiles, calendars and writes are shown, and no token (ADM-35)', async () => {
    const shown = await setup.details();
    expect(shown).toMatchObject({
      sub: setup.account.sub,
      client_id: setup.clientId,
      application_name: 'Rooms',
      access: 'granted',
      grants: [{ scope: 'read_events create_event', client_type: 'confidential' }],
      profile_states: [{ provider_name: 'kalends' }],
      calendars: [{ calendar_id: setup.account.calendar_id }],
      pending_writes: 0,
      refused_writes: 0,
    });
    expect(JSON.stringify(shown)).not.toContain(setup.account.access_token);
  });

  it('given calendars that were deleted at their provider, then each is shown with since when and what to do, the newest first, unless its profile is gone (ADM-36)', async () => {
    const { sub } = setup.account;
    const { pool } = setup.gateway.database;
    const deleted = (id: string, at: string, more: object = {}) => ({
      ...calendarOf(sub, id),
      calendar_name: `Name of ${id}`,
      deleted: true,
      revision: Date.parse(at),
      ...more,
    });
    await apply(pool, sub, [
      profileOf(sub, { calendar_ids: ['cal_kept'] }),
      profileOf(sub, { profile_id: 'pro_gone', deleted: true }),
      calendarOf(sub, 'cal_kept'),
      deleted('cal_earlier', '2026-11-19T08:00:00Z'),
      deleted('cal_later', '2026-11-20T08:00:00Z'),
      deleted('cal_erased', '2026-11-21T08:00:00Z', { profile_id: 'pro_gone' }),
    ]);
    const { deleted_calendars: shown, calendars } = await setup.details();
    expect(shown).toEqual([
      {
        calendar_id: 'cal_later',
        calendar_name: 'Name of cal_later',
        profile_id: `pro_${sub}`,
        deleted_at: '2026-11-20T08:00:00Z',
        description: expect.stringContaining('deleted at its provider') as string,
        advice: expect.stringContaining('restores it at the provider') as string,
      },
      expect.objectContaining({ calendar_id: 'cal_earlier', deleted_at: '2026-11-19T08:00:00Z' }),
    ]);
    const ids = (calendars as { calendar_id: string }[]).map(({ calendar_id }) => calendar_id);
    expect(ids.sort()).toEqual([setup.account.calendar_id, 'cal_kept'].sort());
  });

  it('given working hours of the provider, then applications know that there are some, and operators which, while it is connected (ACC-21)', async () => {
    const { sub } = setup.account;
    const { gateway } = setup;
    const working_hours = {
      tzid: 'Europe/London',
      weekly_periods: [{ day: 'monday', start_time: '09:00', end_time: '17:30' }],
    } as const;
    const publish = (revision: number, more: object) =>
      apply(gateway.database.pool, sub, [profileOf(sub, { profile_id: 'pro_hours', revision, ...more })]);
    const of = (profiles: unknown) =>
      (profiles as { profile_id: string }[]).find(({ profile_id }) => profile_id === 'pro_hours');
    const read = async () => {
      const token = setup.account.access_token;
      const { body } = await gateway.call('GET', '/v1/profiles', { token });
      return [of((await setup.details()).profile_states), of((body as { profiles: unknown }).profiles)] as const;
    };
    await publish(1, {});
    for (const one of await read()) expect(one).toMatchObject({ profile_has_working_hours: false });
    await publish(2, { working_hours });
    const [operator, application] = await read();
    expect(operator).toMatchObject({ profile_has_working_hours: true, profile_working_hours: working_hours });
    expect(application).toMatchObject({ profile_has_working_hours: true });
    expect(application).not.toHaveProperty('profile_working_hours');
    await publish(3, { working_hours, connected: false });
    for (const one of await read()) {
      expect(one).toMatchObject({ profile_has_working_hours: false });
      expect(one).not.toHaveProperty('profile_working_hours');
    }
  });

  it('given a refused write, and one that a later write has replaced, then only the first is counted (ADM-35)', async () => {
    const { sub, calendar_id } = setup.account;
    const insert = `INSERT INTO event_state (calendar_id, event_uid, account_id, revision, command, deleted, recurring, record)
                    VALUES ($1, $2, $3, 1, $4, false, false, $5)`;
    for (const [uid, refused, command] of [
      ['evt_refused', 7, 7],
      ['evt_written_again', 7, 8],
    ] as const) {
      const record = { refused_write: { command: refused, operation: 'upsert', reason: 'Full.', refused_at: 1 } };
      await setup.gateway.database.pool.query(insert, [calendar_id, uid, sub, command, JSON.stringify(record)]);
    }
    expect(await setup.details()).toMatchObject({
      refused_writes: 1,
      unfinished_writes: [
        {
          event_uid: 'evt_refused',
          state: 'refused',
          reason: 'Full.',
          advice: expect.stringContaining('free space') as string,
        },
      ],
    });
  });
});
