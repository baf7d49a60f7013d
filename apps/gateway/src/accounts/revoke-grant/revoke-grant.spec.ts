import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWithAccount } from '../operated-account.fixture.js';

describe('a grant that an administrator revokes', () => {
  let setup: Awaited<ReturnType<typeof startWithAccount>>;
  beforeAll(async () => (setup = await startWithAccount()));
  afterAll(() => setup.gateway.stop());

  it('given a grant that is revoked, then its token is refused at once, and access has ended', async () => {
    const read = () => setup.gateway.call('GET', '/v1/calendars', { token: setup.account.access_token });
    expect((await read()).status).toBe(200);
    const { grant_id } = (await setup.details()).grants[0]!;
    expect((await setup.call('DELETE', `/admin/v1/accounts/${setup.account.sub}/grants/${grant_id}`)).status).toBe(204);
    expect((await read()).status).toBe(401);
    expect(await setup.details()).toMatchObject({ access: 'ended', grants: [] });
    const audit = await setup.call('GET', `/admin/v1/audit?sub=${setup.account.sub}&action=grant.revoked`);
    expect(audit.body).toMatchObject({
      entries: [{ subject: grant_id, before: { scope: 'read_events create_event' } }],
    });
    expect((await setup.call('DELETE', `/admin/v1/accounts/${setup.account.sub}/grants/${grant_id}`)).status).toBe(404);
  });
});
