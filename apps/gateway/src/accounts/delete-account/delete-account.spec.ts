import { calendarCommand, erasureRequested } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import {
  apply,
  eventOf,
  newAccount,
  newAccountWithCalendar,
  newApplication,
  newDeveloper,
} from '../../read-model/gateway-database.fixture.js';

describe('the deletion of an account', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const remove = (accountId: string, token = adminKey) =>
    gateway.call('DELETE', `/admin/v1/accounts/${accountId}`, { token });
  const tables = ['account', 'access_token', 'authorization_grant', 'profile_state', 'calendar_state', 'event_state'];
  const rowsOf = async (accountId: string) => {
    const counts = [...tables, 'occurrence'].map(async (table) => {
      const { rowCount } = await gateway.database.pool.query(`SELECT 1 FROM ${table} WHERE account_id = $1`, [
        accountId,
      ]);
      return [table, rowCount] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  };
  const given = async () => {
    const account = await newAccountWithCalendar(gateway.database.pool);
    const { accountId, calendarId } = account;
    await apply(gateway.database.pool, accountId, [eventOf(accountId, calendarId, `evt_${accountId}`)]);
    return account;
  };

  it('given an account, then 204, all its data is deleted, and its token is unknown; another account stays', async () => {
    const [{ accountId, token }, other] = [await given(), await given()];
    const before = await rowsOf(other.accountId);
    expect(Object.values(before)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(await remove(accountId)).toMatchObject({ status: 204, body: '' });
    expect(Object.values(await rowsOf(accountId))).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect((await gateway.call('GET', '/v1/userinfo', { token })).status).toBe(401);
    expect(await rowsOf(other.accountId)).toEqual(before);
  });

  it('then every other service is to erase it', async () => {
    const { accountId } = await given();
    await remove(accountId);
    expect(await gateway.outbox(calendarCommand.name)).toEqual([{ kind: 'erase-account', account_id: accountId }]);
    expect(await gateway.outbox(erasureRequested.name)).toEqual([
      { kind: 'account', client_id: 'app', account_id: accountId },
    ]);
  });

  it("given an unknown account, one already deleted, or an account of another developer's application, then 404", async () => {
    const { pool } = gateway.database;
    const { key } = await newDeveloper(pool);
    const { accountId } = await newAccount(pool, undefined, (await newApplication(pool)).clientId);
    expect((await remove('acc_unknown')).status).toBe(404);
    expect((await remove(accountId, key)).status).toBe(404);
    expect([(await rowsOf(accountId)).account, await gateway.outbox()]).toEqual([1, []]);
    await remove(accountId);
    expect((await remove(accountId)).status).toBe(404);
  });

  it("given a developer and an account of their own application, then 204; given the account's token, then 401", async () => {
    const { pool } = gateway.database;
    const { key, developerId } = await newDeveloper(pool);
    const { clientId } = await newApplication(pool, developerId);
    const { accountId, token } = await newAccount(pool, undefined, clientId);
    expect((await remove(accountId, token)).status).toBe(401);
    expect((await remove(accountId, key)).status).toBe(204);
  });
});
