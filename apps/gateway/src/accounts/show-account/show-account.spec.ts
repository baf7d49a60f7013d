import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWithAccount } from '../operated-account.fixture.js';

describe('one account for operators', () => {
  let setup: Awaited<ReturnType<typeof startWithAccount>>;
  beforeAll(async () => (setup = await startWithAccount()));
  afterAll(() => setup.gateway.stop());

  it('given an account, then its grants, profiles, calendars and writes are shown, and no token', async () => {
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
});
