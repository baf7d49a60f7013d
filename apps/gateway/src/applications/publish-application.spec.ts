import { applicationState, erasureRequested, type ApplicationStateRecord } from '@kalends/contracts';
import { sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseApplication } from '../accounts/erase-account.js';
import { newAccount, openGatewayDatabase, type GatewayDatabase } from '../read-model/gateway-database.fixture.js';
import { publishApplication, publishPending } from './publish-application.js';

const now = 1_795_000_000_000;

describe('what is published about an application', () => {
  let database: GatewayDatabase;
  beforeAll(async () => (database = await openGatewayDatabase()));
  afterAll(() => database.stop());
  beforeEach(() => database.pool.query('DELETE FROM outbox'));

  const published = async (topic: string) => {
    const { rows } = await database.pool.query<{ body: string }>(
      'SELECT body FROM outbox WHERE topic = $1 ORDER BY id',
      [topic],
    );
    return rows.map(({ body }) => JSON.parse(body) as ApplicationStateRecord);
  };
  const publish = (at: number) =>
    inTransaction(database.pool, (client) => publishApplication(sqlOf(client), 'app', at));

  it('given an application older than this topic, when the gateway starts twice, then it is published once', async () => {
    await publishPending(database.pool, now);
    await publishPending(database.pool, now + 1);
    expect(await published(applicationState.name)).toEqual([
      { client_id: 'app', revision: now, deleted: false, name: 'Spec', plan: 'starter', secrets: [] },
    ]);
  });

  it('given a secret, when published again within the same millisecond, then it is sealed there and the revision grows', async () => {
    await database.pool.query("INSERT INTO application_secret VALUES ('sec_1', 'app', 'hash', 'v1.sealed', now())");
    await publish(now);
    expect(await published(applicationState.name)).toMatchObject([
      { revision: now + 1, secrets: [{ secret_id: 'sec_1', sealed: 'v1.sealed' }] },
    ]);
  });

  it('given two accounts, when the application is erased, then all its data is deleted and every service is notified', async () => {
    const accounts = [await newAccount(database.pool), await newAccount(database.pool)];
    const ids = accounts.map(({ accountId }) => accountId).sort();
    await inTransaction(database.pool, (client) => eraseApplication(client, 'app', now));
    for (const table of ['application', 'application_secret', 'account', 'access_token', 'authorization_grant']) {
      expect((await database.pool.query(`SELECT 1 FROM ${table}`)).rowCount, table).toBe(0);
    }
    expect(await published(applicationState.name)).toMatchObject([{ deleted: true, revision: now + 2, secrets: [] }]);
    expect(await published(erasureRequested.name)).toEqual([
      { kind: 'application', client_id: 'app', account_ids: ids },
    ]);
    expect((await published('gateway.command.calendar.v1')).length).toBe(2);
  });
});
