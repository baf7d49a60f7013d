import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newApplication, type TestAccount } from '../../read-model/gateway-database.fixture.js';

describe('POST /v1/element_tokens', () => {
  let gateway: TestGateway;
  let secret: string;
  let account: TestAccount;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    const application = await newApplication(gateway.database.pool);
    secret = application.secret;
    account = await newAccount(gateway.database.pool, ['read_events'], application.clientId);
  });

  const request = (body: object, token: string | null = secret) =>
    gateway.call('POST', '/v1/element_tokens', { body, ...(token === null ? {} : { token }) });
  const usual = () => ({ permissions: ['agenda'], subs: [account.accountId], origin: 'https://app.example' });
  const errorsOf = async (body: object) => {
    const { status, body: answer } = await request(body);
    return [status, (answer as { errors?: Record<string, { key: string }[]> }).errors];
  };

  it('given accounts of the application, then a token for 18 hours, whatever the version (ELT-1)', async () => {
    for (const version of [{}, { version: '1' }, { version: null }]) {
      const { status, body } = await request({ ...usual(), ...version, permissions: ['agenda', 'agenda'] });
      const token = expect.stringMatching(/^[\w.-]{40,}$/) as string;
      const element_token = { permissions: ['agenda'], origin: 'https://app.example', token, expires_in: 64_800 };
      expect([status, body]).toEqual([200, { element_token }]);
    }
  });

  it('given a token, then nothing of it can be read in it (ELT-1)', async () => {
    const { body } = await request(usual());
    const { token } = (body as { element_token: { token: string } }).element_token;
    const read = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    for (const hidden of [account.accountId, 'app.example', 'agenda'])
      expect([token, ...read].join()).not.toContain(hidden);
  });

  it.each([
    ['https://app.example/page?a=b#c', 'https://app.example'],
    ['https://user:secret@APP.example:443/', 'https://app.example'],
    ['http://localhost:8080/', 'http://localhost:8080'],
  ])('given %s as the page, then only its origin counts (ELT-2)', async (page, origin) => {
    const { body } = await request({ ...usual(), origin: page });
    expect(body).toMatchObject({ element_token: { origin } });
  });

  it.each<[path: string, value: unknown, key: string]>([
    ['origin', 'javascript:alert(1)', 'invalid_url'],
    ['origin', 'null', 'invalid_url'],
    ['origin', '*', 'invalid_url'],
    ['origin', 'file:///etc/passwd', 'invalid_url'],
    ['origin', `https://app.example/${'x'.repeat(2048)}`, 'too_long'],
    ['origin', undefined, 'required'],
    ['permissions', [], 'required'],
    ['permissions', 'agenda', 'must_be_list'],
    ['permissions', Array<string>(21).fill('agenda'), 'too_many'],
    ['permissions', undefined, 'required'],
    ['permissions[0]', ['write_events'], 'not_recognized'],
    ['permissions[0]', ['__proto__'], 'not_recognized'],
    ['subs', [], 'required'],
    ['subs', undefined, 'required'],
    ['subs', Array.from({ length: 101 }, (_, n) => `acc_${n}`), 'too_many'],
    ['subs[0]', ['x'.repeat(257)], 'too_long'],
    ['subs[0]', [7], 'must_be_string'],
    ['bookable_event_ids', 'b1', 'must_be_list'],
    ['bookable_event_ids', Array<string>(101).fill('b1'), 'too_many'],
    ['bookable_event_ids[0]', ['b 1'], 'invalid'],
  ])('given a wrong %s (case %#), then 422 names it (ELT-2)', async (path, value, key) => {
    const [status, errors] = await errorsOf({ ...usual(), [path.replace('[0]', '')]: value });
    expect([status, Object.keys(errors!)]).toEqual([422, [path]]);
    expect((errors as Record<string, { key: string }[]>)[path]![0]!.key).toBe(`errors.${key}`);
  });

  it('given no bookable events, as some clients send, then that is no error (ELT-2)', async () => {
    expect((await request({ ...usual(), bookable_event_ids: [] })).status).toBe(200);
  });

  it('given an account of another application, then the same 422 as for an unknown one; a revoked one is named (ELT-1)', async () => {
    const foreign = await newAccount(gateway.database.pool);
    const revoked = await newAccount(gateway.database.pool, ['read_events'], (await owner()).client_id);
    await gateway.database.pool.query('DELETE FROM authorization_grant WHERE account_id = $1', [revoked.accountId]);
    const ids = [account.accountId, foreign.accountId, 'acc_unknown', revoked.accountId];
    const [status, errors] = await errorsOf({ ...usual(), subs: ids });
    const unknown = (sub: string) => [{ key: 'errors.not_recognized', description: `${sub} is no account of this application` }]; // prettier-ignore
    expect([status, errors]).toEqual([
      422,
      {
        'subs[1]': unknown(foreign.accountId),
        'subs[2]': unknown('acc_unknown'),
        'subs[3]': [expect.objectContaining({ key: 'errors.not_authorized' })],
      },
    ]);
  });

  const owner = async () => {
    const sql = 'SELECT client_id FROM account WHERE account_id = $1';
    return (await gateway.database.pool.query<{ client_id: string }>(sql, [account.accountId])).rows[0]!;
  };

  it("given no API key, a user's token or the admin key, then 401 (ELT-1)", async () => {
    for (const token of [null, account.token, adminKey, 'unknown'])
      expect((await request(usual(), token)).status).toBe(401);
  });
});
