import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, newAccount, profileOf } from '../../read-model/gateway-database.fixture.js';
import { tokenHash } from '../../tokens/hash.js';

const redirect_uri = 'https://app.example/callback';
const client = { client_id: 'app', client_secret: 'KAL_planted-secret-0123456789' };

describe('the profile that the user has just connected', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
    await gateway.database.pool.query(
      `INSERT INTO application_secret (secret_id, client_id, secret_hash, secret_sealed) VALUES ('sec_1', 'app', $1, 'v1.sealed')`,
      [tokenHash(client.client_secret)],
    );
  });
  afterAll(() => gateway.stop());

  it.each([
    ['apple', 'icloud'],
    ['caldav', 'caldav'],
  ])('given one of %s, when the code is exchanged, then its service is %s (AUTH-2)', async (name, service) => {
    const { pool } = gateway.database;
    const { accountId } = await newAccount(pool);
    const profile = profileOf(accountId, { provider_name: name });
    await apply(pool, accountId, [profile]);
    await pool.query(
      `INSERT INTO authorization_code (code_hash, client_id, account_id, profile_id, redirect_uri, scope, expires_at)
       VALUES ($1, 'app', $2, $3, $4, '{read_events}', now() + interval '10 min')`,
      [tokenHash(name), accountId, profile.profile_id, redirect_uri],
    );
    const body = { grant_type: 'authorization_code', ...client, code: name, redirect_uri };
    expect((await gateway.call('POST', '/oauth/token', { body })).body).toMatchObject({
      linking_profile: { provider_name: name, provider_service: service, profile_id: profile.profile_id },
    });
  });
});
