import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';

const redirect_uri = 'https://app.example/permissions';

describe('a request to change events that the application did not create', () => {
  const clock = testClock();
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ now: clock.now });
    await gateway.database.pool.query('UPDATE application SET redirect_uris = $1', [[redirect_uri]]);
  });
  afterAll(() => gateway.stop());

  type Account = Awaited<ReturnType<typeof newAccountWithCalendar>>;
  const given = () => newAccountWithCalendar(gateway.database.pool);
  const request = ({ token }: Account, permissions: unknown, more: object = {}) =>
    gateway.call('POST', '/v1/permissions', { token, body: { permissions, redirect_uri, ...more } });
  const level = (calendar_id: string, permission_level = 'unrestricted') => ({ calendar_id, permission_level });
  const allow = ({ accountId, calendarId }: Account) =>
    gateway.database.pool.query("INSERT INTO unrestricted_calendar VALUES ($1, $2, '2026-11-20T00:00:00Z')", [
      calendarId,
      accountId,
    ]);
  const levels = async ({ token }: Account) => {
    const { calendars } = (await gateway.call('GET', '/v1/calendars', { token })).body as {
      calendars: { permission_level: string }[];
    };
    const userinfo = (await gateway.call('GET', '/v1/userinfo', { token })).body as {
      'cronofy.data': { profiles: { profile_calendars: { permission_level: string }[] }[] };
    };
    const { profile_calendars } = userinfo['cronofy.data'].profiles[0]!;
    return [calendars[0]!.permission_level, profile_calendars[0]!.permission_level];
  };

  it('given nothing else, then calendars are a sandbox; once allowed, unrestricted, in each account for itself (PERM-1)', async () => {
    const [account, other] = [await given(), await given()];
    expect(await levels(account)).toEqual(['sandbox', 'sandbox']);
    await allow(account);
    expect(await levels(account)).toEqual(['unrestricted', 'unrestricted']);
    expect(await levels(other)).toEqual(['sandbox', 'sandbox']);
  });

  it('given room for one more open request, when ten are made at once, then exactly one is; in an hour there is room again (PERM-5)', async () => {
    const account = await given();
    await gateway.database.pool.query(
      `INSERT INTO permission_request (token_hash, account_id, redirect_uri, unrestricted, sandbox, expires_at)
       SELECT $1 || n, $1, '', '{}', '{}', to_timestamp($2::float8 / 1000) + interval '1 hour' FROM generate_series(1, 99) AS n`,
      [account.accountId, clock.now()],
    );
    const raise = () => request(account, [level(account.calendarId)]);
    const answers = await Promise.all(Array.from({ length: 10 }, raise));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 422)!.body).toMatchObject({
      errors: { permissions: [{ key: 'errors.too_many' }] },
    });
    clock.advance(3_600_000);
    expect((await raise()).status).toBe(200);
  });

  it('given a calendar to raise, then 200 has the address of a page, and the level stays until the user decides (PERM-2)', async () => {
    const account = await given();
    const { status, body } = await request(account, [level(account.calendarId)]);
    const { url } = (body as { permissions_request: { url: string } }).permissions_request;
    expect([status, Object.keys((body as { permissions_request: object }).permissions_request)]).toEqual([
      200,
      ['url'],
    ]);
    expect(url).toMatch(new RegExp(`^${publicUrl}/oauth/permissions/[\\w-]{32,64}$`));
    expect(await levels(account)).toEqual(['sandbox', 'sandbox']);
    // the stored value opens nothing
    const { rows } = await gateway.database.pool.query<{ token_hash: string }>(
      'SELECT token_hash FROM permission_request',
    );
    expect(rows.every(({ token_hash }) => !url.endsWith(token_hash))).toBe(true);
  });

  it('given levels to keep or to lower, then it is accepted at once, without a user (PERM-2)', async () => {
    const account = await given();
    const accepted = { status: 200, body: { permissions_request: { accepted: true } } };
    expect(await request(account, [level(account.calendarId, 'sandbox')])).toMatchObject(accepted);
    await allow(account);
    expect(await request(account, [level(account.calendarId)])).toMatchObject(accepted);
    expect(await levels(account)).toEqual(['unrestricted', 'unrestricted']);
    expect(await request(account, [level(account.calendarId, 'sandbox')])).toMatchObject(accepted);
    expect(await levels(account)).toEqual(['sandbox', 'sandbox']);
  });

  it('given a calendar of somebody else, then 422 errors.invalid_calendar_ids, also to lower it (PERM-2)', async () => {
    const [account, other] = [await given(), await given()];
    await allow(other);
    for (const wanted of ['unrestricted', 'sandbox']) {
      const { status, body } = await request(account, [level(account.calendarId), level(other.calendarId, wanted)]);
      const refused = { 'permissions[1].calendar_id': [{ key: 'errors.invalid_calendar_ids' }] };
      expect([status, body]).toMatchObject([422, { errors: refused }]);
    }
    expect([await levels(account), await levels(other)]).toEqual([
      ['sandbox', 'sandbox'],
      ['unrestricted', 'unrestricted'],
    ]);
  });

  it.each([
    ['another redirect_uri', 'redirect_uri', 'invalid', { redirect_uri: 'https://evil.example/' }],
    ['none', 'redirect_uri', 'required', { redirect_uri: undefined }],
    ['no calendar', 'permissions', 'too_short', { permissions: [] }],
    ['no permissions', 'permissions', 'required', { permissions: undefined }],
    ['another level', 'permissions[0].permission_level', 'not_recognized', { permissions: [level('cal', 'root')] }],
  ])('given %s, then 422 names %s (PERM-2)', async (_what, field, key, more) => {
    const account = await given();
    const { status, body } = await request(account, [level(account.calendarId)], more);
    expect([status, body]).toMatchObject([422, { errors: { [field]: [{ key: `errors.${key}` }] } }]);
  });

  it('given a calendar named twice, then 422 names the second', async () => {
    const account = await given();
    const { body } = await request(account, [level(account.calendarId), level(account.calendarId, 'sandbox')]);
    expect(body).toMatchObject({ errors: { 'permissions[1].calendar_id': [{ key: 'errors.invalid' }] } });
  });

  it('given an application calendar, then 403: it has no user who could allow it', async () => {
    const account = await given();
    await gateway.database.pool.query("UPDATE account SET application_calendar_id = 'room' WHERE account_id = $1", [
      account.accountId,
    ]);
    expect((await request(account, [level(account.calendarId)])).status).toBe(403);
  });
});
