import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newApplication } from '../../read-model/gateway-database.fixture.js';
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
