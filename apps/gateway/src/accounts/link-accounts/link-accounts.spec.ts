import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, newAccount, newApplication, profileOf } from '../../read-model/gateway-database.fixture.js';
import { openLinkToken } from '../link-token.js';

describe('a link token', () => {
  const clock = testClock();
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway({ now: clock.now })));
  afterAll(() => gateway.stop());

  async function given() {
    const { token, accountId } = await newAccount(gateway.database.pool);
    const { status, body } = await gateway.call('POST', '/v1/link_tokens', { token });
    return { accountId, status, linkToken: (body as { link_token: string }).link_token };
  }

  it('given an access token, then 200, and for 5 minutes it names the account to its own application', async () => {
    const { accountId, status, linkToken } = await given();
    const opened = (clientId: string, after: number) =>
      openLinkToken(gateway.sealer, { token: linkToken, clientId }, clock.now() + after);
    expect([status, opened('app', 299_999)]).toEqual([200, accountId]);
    expect(opened('app', 300_000)).toBeNull();
    expect(opened((await newApplication(gateway.database.pool)).clientId, 0)).toBeNull();
  });

  it('given an account with 50 profiles, then 422: no further one may be connected (ACC-6)', async () => {
    const { token, accountId } = await newAccount(gateway.database.pool);
    const profiles = Array.from({ length: 50 }, (_, n) =>
      profileOf(accountId, { profile_id: `pro_${n}_${accountId}` }),
    );
    await apply(gateway.database.pool, accountId, profiles);
    const refused = await gateway.call('POST', '/v1/link_tokens', { token });
    expect(refused).toMatchObject({ status: 422, body: { errors: { link_token: [{ key: 'errors.too_many' }] } } });
    const body = { provider_name: 'caldav', url: 'https://dav.example', username: 'ada', password: 'x' };
    const admin = await gateway.call('POST', `/admin/v1/accounts/${accountId}/profiles`, { token: adminKey, body });
    expect(admin).toMatchObject({ status: 422, body: { errors: { sub: [{ key: 'errors.too_many' }] } } });
  });

  it('then it is opaque to its reader, and cannot be changed', async () => {
    const { accountId, linkToken } = await given();
    expect(Buffer.from(linkToken, 'base64url').toString('latin1')).not.toContain(accountId);
    const changed = `${linkToken.slice(0, -2)}${linkToken.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(openLinkToken(gateway.sealer, { token: changed, clientId: 'app' }, clock.now())).toBeNull();
  });

  it('given no token, or a client secret, then 401', async () => {
    const { secret } = await newApplication(gateway.database.pool);
    for (const call of [{}, { token: secret }])
      expect((await gateway.call('POST', '/v1/link_tokens', call)).status).toBe(401);
  });
});
