import { createPool } from '@kalends/postgres';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, openGatewayDatabase, type GatewayDatabase } from '../read-model/gateway-database.fixture.js';
import { Credentials } from './credentials.js';
import { tokenHash } from './hash.js';

describe('credentials', () => {
  let database: GatewayDatabase;
  let pool: Pool;
  let credentials: Credentials;
  let sent = 0;
  beforeAll(async () => {
    database = await openGatewayDatabase();
    pool = createPool({ url: database.url, schema: 'gateway', max: 2 });
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...all: unknown[]) => unknown;
      client.query = ((...all: unknown[]) => {
        sent += 1;
        return query(...all);
      }) as never;
    });
    credentials = new Credentials(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });

  it('given 16 concurrent requests, when their tokens are looked up, then one or two statements suffice, and each gets its own caller', async () => {
    const accounts = await Promise.all(Array.from({ length: 16 }, () => newAccount(database.pool, ['create_event'])));
    sent = 0;
    const found = await Promise.all([
      ...accounts.map(({ token }) => credentials.caller(token)),
      credentials.caller('x'),
    ]);
    expect(sent).toBeLessThanOrEqual(2);
    expect(found).toEqual([
      ...accounts.map(({ accountId }) => ({ accountId, clientId: 'app', scope: ['create_event'] })),
      undefined,
    ]);
  });

  it('given a token that is revoked or expired, when it is looked up, then it is unknown', async () => {
    const [revoked, expired] = [await newAccount(database.pool), await newAccount(database.pool)];
    expect(await credentials.caller(revoked.token)).toBeDefined();
    await database.pool.query('DELETE FROM access_token WHERE token_hash = $1', [revoked.hash]);
    await database.pool.query("UPDATE access_token SET expires_at = now() - interval '1 s' WHERE token_hash = $1", [
      expired.hash,
    ]);
    expect(await Promise.all([credentials.caller(revoked.token), credentials.caller(expired.token)])).toEqual([
      undefined,
      undefined,
    ]);
    expect(await credentials.application(expired.token)).toBeUndefined();
    expect(await Promise.all([revoked.hash, expired.hash].map((hash) => credentials.ownerOf(hash)))).toEqual([
      null,
      'app',
    ]);
  });

  it('given a key and a token, when an application is looked up, then the token acts for its user only', async () => {
    const { accountId, token } = await newAccount(database.pool, ['create_event']);
    await database.pool.query(
      "INSERT INTO application_secret (secret_id, client_id, secret_hash, secret_sealed) VALUES ('sec', 'app', $1, '')",
      [tokenHash('the key')],
    );
    expect(await Promise.all([credentials.application('the key'), credentials.application(token)])).toEqual([
      { clientId: 'app', plan: 'starter', secretId: 'sec' },
      { clientId: 'app', plan: 'starter', user: { accountId, scope: ['create_event'], isOfPublicClient: false } },
    ]);
    expect(await credentials.ownerOf(tokenHash('the key'))).toBe('app');
  });
});
