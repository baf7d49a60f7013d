import { calendarCommand } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';

describe('the revocation of a profile', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const revoke = (profileId: string, token?: string) =>
    gateway.call('POST', `/v1/profiles/${profileId}/revoke`, token === undefined ? {} : { token });

  it('given a profile of the account, whatever the scope, then 202 is empty and a disconnect command is sent to calendar-sync', async () => {
    const { token, accountId, profileId } = await newAccountWithCalendar(gateway.database.pool, ['read_free_busy']);
    expect(await revoke(profileId, token)).toMatchObject({ status: 202, body: '' });
    expect(await gateway.outbox()).toEqual([
      { kind: 'disconnect-profile', account_id: accountId, profile_id: profileId },
    ]);
    expect(await gateway.outbox(calendarCommand.name)).toHaveLength(1);
  });

  it("given an unknown profile, or another account's, then 404, and nothing is sent", async () => {
    const { token } = await newAccountWithCalendar(gateway.database.pool);
    const other = await newAccountWithCalendar(gateway.database.pool);
    for (const profileId of ['pro_unknown', other.profileId])
      expect(await revoke(profileId, token)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await gateway.outbox()).toEqual([]);
  });

  it('given no token, then 401', async () => {
    const { profileId } = await newAccountWithCalendar(gateway.database.pool);
    expect((await revoke(profileId)).status).toBe(401);
    expect(await gateway.outbox()).toEqual([]);
  });
});
