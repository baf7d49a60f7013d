import { availabilityQuery, bookableEventQuery, managedAvailability } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount } from '../../read-model/gateway-database.fixture.js';
import { newElementUser, page, type ElementUser } from './element-admission.fixture.js';

const rule = {
  availability_rule_id: 'default',
  tzid: 'Etc/UTC',
  weekly_periods: [{ day: 'monday', start_time: '09:00', end_time: '12:00' }],
};

/** The other services, as far as these calls need them. */
function replyTo(topic: string, body: { kind: string }) {
  if (topic === availabilityQuery.name && body.kind === 'single')
    return { outcome: 'found', people: [], found: [], unknown: [] };
  if (topic === availabilityQuery.name) return { outcome: 'sequences', people: [], sequences: [], unknown: [] };
  if (topic === bookableEventQuery.name) {
    const full = { start: 0, end: 1, status: 'confirmed', capacity: 1, registered_count: 1 };
    const ids = (body as unknown as { bookable_event_ids: string[] }).bookable_event_ids;
    return { outcome: 'events', events: ids.map((bookable_event_id) => ({ bookable_event_id, ...full })) };
  }
  if (topic === managedAvailability.name && body.kind === 'upsert-rule') return { outcome: 'accepted' };
  return { outcome: 'rules', rules: [rule] };
}

describe('a call with an element token', () => {
  let gateway: TestGateway;
  let user: ElementUser;
  let now = Date.now();
  beforeAll(async () => (gateway = await startTestGateway({ replyTo: replyTo as never, now: () => now })));
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    now = Date.now();
    user = await newElementUser(gateway);
  });

  const period = { start: '2026-12-07T09:00:00Z', end: '2026-12-07T12:00:00Z' };
  const meeting = (sub: string) => ({
    participants: [{ members: [{ sub }], required: 'all' }],
    required_duration: { minutes: 60 },
  });
  const bodyOf = (path: string, sub: string) => {
    if (path === '/v1/availability') return { ...meeting(sub), query_periods: [period] };
    if (path === '/v1/sequenced_availability')
      return { sequence: [{ sequence_id: 1, ...meeting(sub) }], query_periods: [period] };
    return path === '/v1/availability_rules' ? rule : undefined;
  };

  /** Calls as a page does: `et` in the query, `Origin` in the header. */
  const from = (origin: string | null, method: string, path: string, { et, sub, ...more }: Sent) => {
    const body = method === 'POST' ? bodyOf(path, sub ?? user.accountId) : undefined;
    const headers = { ...(origin === null ? {} : { origin }), ...more.headers };
    const address = `${path}${path.includes('?') ? '&' : '?'}et=${encodeURIComponent(et)}`;
    return gateway.call(method, address, { headers, ...(body ? { body } : {}) });
  };
  interface Sent {
    et: string;
    sub?: string;
    headers?: Record<string, string>;
  }

  const calls = (): [method: string, path: string, status: number, permissions: string[]][] => [
    ['GET', '/v1/events?tzid=Etc/UTC&include_userinfo=true&include_geo=true&include_managed=true', 200, ['agenda']],
    ['GET', '/v1/free_busy?tzid=Etc/UTC&include_userinfo=true&include_geo=true&include_managed=true', 200, ['agenda']],
    ['GET', '/v1/userinfo', 200, ['account_management', 'managed_availability']],
    ['POST', `/v1/profiles/${user.profileId}/revoke`, 202, ['account_management']],
    ['POST', '/v1/availability', 200, ['availability']],
    ['POST', '/v1/sequenced_availability', 200, ['availability']],
    ['GET', '/v1/availability_rules', 200, ['managed_availability']],
    ['GET', '/v1/availability_rules/default', 200, ['managed_availability']],
    ['POST', '/v1/availability_rules', 200, ['managed_availability']],
  ];

  it('given each permission, then exactly its calls are admitted, and the others are 403 (ELT-3)', async () => {
    for (const permission of ['agenda', 'account_management', 'availability', 'managed_availability']) {
      const et = await user.elementToken([permission]);
      for (const [method, path, status, permissions] of calls()) {
        const answer = await from(page, method, path, { et });
        const expected = permissions.includes(permission) ? status : 403;
        expect([permission, method, path, answer.status]).toEqual([permission, method, path, expected]);
      }
    }
  });

  it('given the first page of events or free/busy, then the account is beside it if requested (ELT-7)', async () => {
    const et = await user.elementToken(['agenda']);
    for (const [method, path] of calls().slice(0, 2)) {
      const { body } = await from(page, method, path, { et });
      const profiles = [{ profile_calendars: [{ calendar_id: user.calendarId, calendar_name: user.calendarId }] }];
      expect(body).toMatchObject({ userinfo: { 'cronofy.type': 'account', 'cronofy.data': { profiles } } });
    }
  });

  it.each([
    ['GET', '/v1/account'],
    ['GET', '/v1/calendars'],
    ['GET', '/v1/profiles'],
    ['GET', '/v1/changes'],
    ['HEAD', '/v1/userinfo'],
    ['DELETE', '/v1/availability_rules/default'],
    ['DELETE', '/v1/events'],
    ['POST', '/v1/calendars/cal_1/events'],
    ['POST', '/v1/element_tokens'],
    ['POST', '/v1/holds'],
    ['POST', '/v1/holds/visit/confirm'],
    ['DELETE', '/v1/holds/visit'],
    ['GET', '/v1/smart_invites'],
    ['POST', '/v1/link_tokens'],
  ])('given %s %s, then et is no credential: 401 (ELT-3)', async (method, path) => {
    const et = await user.elementToken(['agenda', 'account_management', 'availability', 'managed_availability']);
    expect((await from(page, method, path, { et })).status).toBe(401);
  });

  it('given an element token as a bearer token, then it is unknown (ELT-3)', async () => {
    const token = await user.elementToken(['agenda']);
    const answer = await gateway.call('GET', '/v1/events?tzid=Etc/UTC', { token, headers: { origin: page } });
    expect(answer.status).toBe(401);
  });

  it('given a token that is unknown, altered or expired, then 401 (ELT-4)', async () => {
    const et = await user.elementToken(['agenda']);
    const [method, path] = calls()[0]!;
    const altered = `${et.slice(0, -2)}${et.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const wrong of ['undefined', 'x', user.token, user.secret, altered])
      expect((await from(page, method, path, { et: wrong })).status).toBe(401);
    now += 64_799_000;
    expect((await from(page, method, path, { et })).status).toBe(200);
    now += 2_000;
    expect(await from(page, method, path, { et })).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
  });

  it('given another origin or none, then 403, except a GET of our own page (ELT-4)', async () => {
    const et = await user.elementToken(['agenda', 'availability']);
    const [method, path] = calls()[0]!;
    for (const origin of [null, 'null', 'https://evil.example', `${page}:8443`, `${page}.evil.example`, publicUrl])
      expect((await from(origin, method, path, { et })).status).toBe(403);
    const same = { 'sec-fetch-site': 'same-origin' };
    expect((await from(null, method, path, { et, headers: same })).status).toBe(403);
    const own = await user.elementToken(['agenda', 'availability'], { origin: `${publicUrl}/demo` });
    expect((await from(null, method, path, { et: own, headers: same })).status).toBe(200);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await from(null, method, path, { et: own, headers: { 'sec-fetch-site': site } })).status).toBe(403);
    expect((await from(null, 'POST', '/v1/availability', { et: own, headers: same })).status).toBe(403);
    expect((await from(publicUrl, 'POST', '/v1/availability', { et: own })).status).toBe(200);
  });

  it('given an account that the token does not name, then 403, whether it exists or not (ELT-5)', async () => {
    const other = await newAccount(gateway.database.pool, ['read_events'], user.clientId);
    const et = await user.elementToken(['availability', 'agenda']);
    for (const path of ['/v1/availability', '/v1/sequenced_availability'])
      for (const sub of [other.accountId, 'acc_unknown'])
        expect((await from(page, 'POST', path, { et, sub })).status).toBe(403);
    const both = await user.elementToken(['availability', 'agenda'], { subs: [user.accountId, other.accountId] });
    expect((await from(page, 'POST', '/v1/availability', { et: both, sub: other.accountId })).status).toBe(200);
    const [method, path] = calls()[0]!;
    expect(await from(page, method, path, { et: both })).toMatchObject({
      status: 403,
      body: { description: expect.stringContaining('one sub') as string },
    });
  });

  it('given a profile or a calendar of another account, then it is unknown (ELT-5)', async () => {
    const other = await newElementUser(gateway);
    const et = await user.elementToken(['account_management', 'agenda']);
    expect((await from(page, 'POST', `/v1/profiles/${other.profileId}/revoke`, { et })).status).toBe(404);
    const read = await from(page, 'GET', `/v1/events?tzid=Etc/UTC&calendar_ids[]=${other.calendarId}`, { et });
    expect([read.status, (read.body as { events?: [] }).events]).toEqual([200, []]);
  });

  it("given the grant's scopes, then what a user's token lacks is 403 (ELT-5)", async () => {
    const writer = await newElementUser(gateway, ['create_event']);
    const et = await writer.elementToken(['agenda', 'availability']);
    for (const path of ['/v1/events?tzid=Etc/UTC', '/v1/free_busy?tzid=Etc/UTC'])
      expect(await from(page, 'GET', path, { et })).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope' },
      });
    const managed = '/v1/events?tzid=Etc/UTC&only_managed=true';
    expect((await from(page, 'GET', managed, { et })).status).toBe(200);
    const query = await from(page, 'POST', '/v1/availability', { et, sub: writer.accountId });
    expect(query).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });

  it('given a token for bookable events, then their places can be queried, and those of no others (ELT-15)', async () => {
    const request = { permissions: ['availability'], origin: page, bookable_event_ids: ['yoga'] };
    const answer = await gateway.call('POST', '/v1/element_tokens', { token: user.secret, body: request });
    const { token: et } = (answer.body as { element_token: { token: string } }).element_token;
    const query = async (ids: string[], token = et) => {
      const body = { bookable_events: ids.map((bookable_event_id) => ({ bookable_event_id })) };
      return gateway.call('POST', `/v1/availability?et=${token}`, { headers: { origin: page }, body });
    };
    expect(await query(['yoga'])).toMatchObject({ status: 200, body: { available_bookable_events: [] } });
    for (const ids of [['other'], ['yoga', 'other']]) expect((await query(ids)).status).toBe(403);
    expect((await query(['yoga'], await user.elementToken(['availability']))).status).toBe(403);
    expect((await from(page, 'POST', '/v1/availability', { et })).status).toBe(403);
    await gateway.database.pool.query('DELETE FROM application_secret WHERE client_id = $1', [user.clientId]);
    expect((await query(['yoga'])).status).toBe(401);
  });

  it('given no accounts, then a token is only for bookable events: otherwise 422 on subs (ELT-15)', async () => {
    const errorsOf = async (body: object) => {
      const answer = await gateway.call('POST', '/v1/element_tokens', { token: user.secret, body });
      return [answer.status, Object.keys((answer.body as { errors: object }).errors)];
    };
    const usual = { permissions: ['availability'], origin: page };
    expect(await errorsOf({ ...usual, bookable_event_ids: [] })).toEqual([422, ['subs']]);
    const agenda = { ...usual, permissions: ['agenda', 'availability'], bookable_event_ids: ['yoga'] };
    expect(await errorsOf(agenda)).toEqual([422, ['subs']]);
  });

  describe('ends (ELT-6)', () => {
    const read = (et: string) => from(page, 'GET', '/v1/events?tzid=Etc/UTC', { et });
    const pool = () => gateway.database.pool;

    it('given the API key that requested it is deleted, then 401', async () => {
      const et = await user.elementToken(['agenda']);
      expect((await read(et)).status).toBe(200);
      await pool().query('DELETE FROM application_secret WHERE client_id = $1', [user.clientId]);
      expect((await read(et)).status).toBe(401);
    });

    it('given the application is deleted, then 401', async () => {
      const et = await user.elementToken(['agenda']);
      await pool().query('DELETE FROM application WHERE client_id = $1', [user.clientId]);
      expect((await read(et)).status).toBe(401);
    });

    it('given its user revokes the access, then 401, also after a new grant', async () => {
      const et = await user.elementToken(['agenda', 'availability']);
      await pool().query('DELETE FROM authorization_grant WHERE account_id = $1', [user.accountId]);
      expect((await read(et)).status).toBe(401);
      await pool().query(
        `INSERT INTO authorization_grant (grant_id, account_id, scope, public_client, created_at)
         VALUES ($1, $1, '{read_events}', false, now() + interval '1 second')`,
        [user.accountId],
      );
      expect((await read(et)).status).toBe(401);
      expect((await from(page, 'POST', '/v1/availability', { et })).status).toBe(401);
    });

    it('given one of two users revokes the access, then queries that name them are 403, and others are answered', async () => {
      const other = await newAccount(pool(), ['read_events'], user.clientId);
      const et = await user.elementToken(['availability'], { subs: [user.accountId, other.accountId] });
      await pool().query('DELETE FROM authorization_grant WHERE account_id = $1', [other.accountId]);
      expect((await from(page, 'POST', '/v1/availability', { et, sub: other.accountId })).status).toBe(403);
      expect((await from(page, 'POST', '/v1/availability', { et })).status).toBe(200);
    });
  });

  it('given an Idempotency-Key, then it has no effect: a page shares no keys with its application (ELT-8)', async () => {
    const et = await user.elementToken(['managed_availability']);
    const headers = { 'idempotency-key': 'one' };
    for (let n = 0; n < 2; n++) {
      const answer = await from(page, 'POST', '/v1/availability_rules', { et, headers });
      expect([answer.status, answer.headers.has('idempotency-replayed')]).toEqual([200, false]);
    }
    const { rows } = await gateway.database.pool.query('SELECT FROM idempotency_key');
    expect(rows).toHaveLength(0);
  });
});
