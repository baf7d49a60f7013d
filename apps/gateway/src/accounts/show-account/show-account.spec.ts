import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
