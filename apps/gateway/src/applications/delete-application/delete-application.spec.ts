import { applicationState, calendarCommand, erasureRequested } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newApplication, newDeveloper } from '../../read-model/gateway-database.fixture.js';

describe('the deletion of an application', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const remove = (clientId: string, token = adminKey) =>
    gateway.call('DELETE', `/admin/v1/applications/${clientId}`, { token });
  const scope = ['read_events'];
  const userinfo = async (token: string) => (await gateway.call('GET', '/v1/userinfo', { token })).status;

  it('given two accounts, then 204; their tokens and its secret are unknown; another application stays', async () => {
    const { pool } = gateway.database;
    const { clientId, secret } = await newApplication(pool);
    const accounts = [await newAccount(pool, scope, clientId), await newAccount(pool, scope, clientId)];
    const other = await newAccount(pool, scope);
    expect(await remove(clientId)).toMatchObject({ status: 204, body: '' });
    for (const { token } of accounts) expect(await userinfo(token)).toBe(401);
    const body = { client_id: clientId, client_secret: secret, token: 'unknown' };
    expect((await gateway.call('POST', '/oauth/token/revoke', { body })).body).toMatchObject({
      error: 'invalid_client',
    });
    expect(await userinfo(other.token)).toBe(200);
  });

  it('then every other service is to erase it and its accounts', async () => {
    const { pool } = gateway.database;
    const { clientId } = await newApplication(pool);
    const { accountId } = await newAccount(pool, scope, clientId);
    await remove(clientId);
    expect(await gateway.outbox(applicationState.name)).toMatchObject([
      { client_id: clientId, deleted: true, secrets: [] },
    ]);
    expect(await gateway.outbox(calendarCommand.name)).toEqual([{ kind: 'erase-account', account_id: accountId }]);
    expect(await gateway.outbox(erasureRequested.name)).toEqual([
      { kind: 'application', client_id: clientId, account_ids: [accountId] },
    ]);
  });

  it("given a developer, then their own is deleted; another's and an unknown one are 404", async () => {
    const { pool } = gateway.database;
    const { developerId, key } = await newDeveloper(pool);
    const [own, foreign] = [await newApplication(pool, developerId), await newApplication(pool)];
    expect((await remove(foreign.clientId, key)).status).toBe(404);
    expect((await remove('unknown', key)).status).toBe(404);
    expect(await gateway.outbox()).toEqual([]);
    expect((await remove(own.clientId, key)).status).toBe(204);
  });

  it("given an application's own secret, then 401", async () => {
    const { clientId, secret } = await newApplication(gateway.database.pool);
    expect((await remove(clientId, secret)).status).toBe(401);
  });
});
