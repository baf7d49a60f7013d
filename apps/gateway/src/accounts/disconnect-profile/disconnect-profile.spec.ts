import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWithAccount } from '../operated-account.fixture.js';

describe('a profile that an administrator disconnects', () => {
  let setup: Awaited<ReturnType<typeof startWithAccount>>;
  beforeAll(async () => (setup = await startWithAccount()));
  afterAll(() => setup.gateway.stop());

  it('given a profile that is disconnected by an administrator, then the other services are notified, and the audit has it', async () => {
    const { profile_id } = (await setup.details()).profile_states[0]!;
    await setup.gateway.clearOutbox();
    const path = `/admin/v1/accounts/${setup.account.sub}/profiles/${profile_id}/revoke`;
    expect((await setup.call('POST', path)).status).toBe(202);
    expect(await setup.gateway.outbox()).toMatchObject([{ kind: 'disconnect-profile', profile_id }]);
    const audit = await setup.call('GET', `/admin/v1/audit?sub=${setup.account.sub}&action=profile.disconnected`);
    expect(audit.body).toMatchObject({ entries: [{ subject: profile_id }] });
    expect((await setup.call('POST', path.replace(profile_id, 'pro_none'))).status).toBe(404);
  });
});
