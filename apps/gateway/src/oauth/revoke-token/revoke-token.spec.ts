import { accessEnded } from '@kalends/contracts';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newApplication } from '../../read-model/gateway-database.fixture.js';

describe('the revocation of a token', () => {
  const clock = testClock(Date.parse('2090-01-01T00:00:00Z'));
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway({ now: clock.now })));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  /** An application, with the tokens of one of its accounts. */
  async function given() {
    const { clientId, secret } = await newApplication(gateway.database.pool);
    const path = `/admin/v1/applications/${clientId}/accounts`;
    const { body } = await gateway.call('POST', path, { token: adminKey, body: { email: 'ada@example.com' } });
    const tokens = body as { sub: string; access_token: string; refresh_token: string };
    return { clientId, secret, credentials: { client_id: clientId, client_secret: secret }, ...tokens };
  }
  const revoke = (body: Record<string, string>) =>
    gateway.call('POST', '/oauth/token/revoke', { body: new URLSearchParams(body) });
  const isAlive = async (token: string) => (await gateway.call('GET', '/v1/userinfo', { token })).status === 200;
  const ended = () => gateway.outbox(accessEnded.name);

  it.each([
    ['an access token', ({ access_token }: Given) => ({ token: access_token })],
    ['a refresh token', ({ refresh_token }: Given) => ({ token: refresh_token })],
    ['refresh_token, as the npm client names it', ({ refresh_token }: Given) => ({ refresh_token })],
    ['sub', ({ sub }: Given) => ({ sub })],
  ])('given %s, then 200, the whole grant ends, and services receive the end of access', async (_what, named) => {
    const [one, other] = [await given(), await given()];
    expect((await revoke({ ...one.credentials, ...named(one) })).status).toBe(200);
    expect([await isAlive(one.access_token), await isAlive(other.access_token)]).toEqual([false, true]);
    const refresh = { ...one.credentials, grant_type: 'refresh_token', refresh_token: one.refresh_token };
    expect((await gateway.call('POST', '/oauth/token', { body: refresh })).body).toMatchObject({
      error: 'invalid_grant',
    });
    expect(await ended()).toEqual([{ client_id: one.clientId, account_id: one.sub, at: clock.now(), access: 1 }]);
  });

  it("given an unknown token, or another application's, then the same 200, and nothing ends", async () => {
    const [one, other] = [await given(), await given()];
    const named: Record<string, string>[] = [{ token: 'unknown' }, { token: other.access_token }, { sub: other.sub }];
    const answers = named.map((what) => revoke({ ...one.credentials, ...what }));
    expect((await Promise.all(answers)).map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, '']));
    expect([await isAlive(other.access_token), await ended()]).toEqual([true, []]);
  });

  it('given an account with another grant, then that one stays valid, and access has not ended', async () => {
    const { credentials } = await given();
    const body = { ...credentials, application_calendar_id: 'rooms' };
    const open = async () => (await gateway.call('POST', '/v1/application_calendars', { body })).body as Given;
    const [first, second] = [await open(), await open()];
    await revoke({ ...credentials, token: first.refresh_token });
    expect([await isAlive(first.access_token), await isAlive(second.access_token)]).toEqual([false, true]);
    expect(await ended()).toEqual([]);
  });

  it('given a wrong secret, no client, or nothing to revoke, then 400 as defined by RFC 6749', async () => {
    const { credentials, access_token: token } = await given();
    const errorOf = async (body: Record<string, string>) => {
      const { status, body: refused } = await revoke(body);
      return [status, (refused as { error: string }).error];
    };
    expect(await errorOf({ ...credentials, client_secret: 'wrong', token })).toEqual([400, 'invalid_client']);
    expect(await errorOf({ token })).toEqual([400, 'invalid_client']);
    expect(await errorOf(credentials)).toEqual([400, 'invalid_request']);
    expect([await isAlive(token), await ended()]).toEqual([true, []]);
  });

  it('given request_pii_erasure, then 400 names it and nothing ends; false is ignored (AUTH-11)', async () => {
    const { credentials, access_token: token } = await given();
    const { status, body } = await gateway.call('POST', '/oauth/token/revoke', {
      body: { ...credentials, token, request_pii_erasure: true },
    });
    const error_description = expect.stringContaining('request_pii_erasure') as unknown;
    expect([status, body]).toMatchObject([400, { error: 'invalid_request', error_description }]);
    expect([await isAlive(token), await ended()]).toEqual([true, []]);
    const plain = { ...credentials, token, request_pii_erasure: false };
    expect((await gateway.call('POST', '/oauth/token/revoke', { body: plain })).status).toBe(200);
    expect(await isAlive(token)).toBe(false);
  });

  it('given a public client without its secret, then it revokes neither a sub nor a grant made with the secret', async () => {
    const { clientId, sub, access_token: token } = await given();
    const publicSql = "UPDATE application SET client_type = 'public' WHERE client_id = $1";
    await gateway.database.pool.query(publicSql, [clientId]);
    expect((await revoke({ client_id: clientId, sub })).body).toMatchObject({ error: 'invalid_client' });
    expect((await revoke({ client_id: clientId, token })).status).toBe(200);
    expect(await isAlive(token)).toBe(true);
    await gateway.database.pool.query('UPDATE authorization_grant SET public_client = true WHERE account_id = $1', [
      sub,
    ]);
    await revoke({ client_id: clientId, token });
    expect(await isAlive(token)).toBe(false);
  });
});

type Given = { sub: string; access_token: string; refresh_token: string };
