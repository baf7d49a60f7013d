import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsentSetup, type ConsentSetup } from '../../oauth/journey/consent.fixture.js';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newAccountWithCalendar, newApplication } from '../../read-model/gateway-database.fixture.js';

describe("holds with a user's token", () => {
  let setup: ConsentSetup;
  let baseUrl: string;
  beforeAll(async () => {
    setup = await startConsentSetup(testClock().now);
    baseUrl = setup.url;
  });
  afterAll(() => setup.close());

  async function answerTo(method: string, path: string, scope: string[]) {
    const { token } = await newAccount(setup.database.pool, scope);
    const sub = 'acc_somebody_else';
    const span = { start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
    const hold = { hold_id: 'board', members: [{ sub }], ...span, ttl: 1 };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = method === 'POST' ? JSON.stringify(path.endsWith('confirm') ? {} : hold) : undefined;
    const response = await fetch(`${baseUrl}${path}`, { method, headers, body });
    return [response.status, (await response.json()) as Record<string, unknown>] as const;
  }

  it.each([
    ['POST', '/v1/holds', ['create_event'], 'read_free_busy'],
    ['POST', '/v1/holds', ['read_free_busy', 'read_events'], 'create_event'],
    ['POST', '/v1/holds/board/confirm', ['read_free_busy', 'read_events'], 'create_event'],
    ['DELETE', '/v1/holds/board', ['read_free_busy', 'delete_event'], 'create_event'],
  ])('given %s %s, when the token has %j only, then 403 names %s', async (method, path, scope, missing) => {
    const [status, { error, description }] = await answerTo(method, path, scope);
    expect([status, error, description]).toEqual([403, 'insufficient_scope', expect.stringContaining(missing)]);
  });

  it.each(['read_free_busy', 'read_events'])(
    'given create_event and %s, when a hold is requested for another user, then that user is unknown',
    async (reading) => {
      const [status, { errors }] = await answerTo('POST', '/v1/holds', ['create_event', reading]);
      expect([status, Object.keys(errors as object)]).toEqual([422, ['members[0].sub']]);
    },
  );
});

describe('an account that no grant covers (AUTH-13)', () => {
  let gateway: TestGateway;
  let application: { clientId: string; secret: string };
  let accountId: string;
  let calendarId: string;
  beforeAll(async () => {
    gateway = await startTestGateway();
    const { pool } = gateway.database;
    application = await newApplication(pool);
    const scope = ['read_free_busy', 'create_event'];
    ({ accountId, calendarId } = await newAccountWithCalendar(pool, scope));
    await pool.query('UPDATE account SET client_id = $2 WHERE account_id = $1', [accountId, application.clientId]);
    await pool.query('DELETE FROM authorization_grant WHERE account_id = $1', [accountId]);
  });
  afterAll(() => gateway.stop());

  const span = { start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
  const members = () => [{ sub: accountId }];
  const meeting = () => ({
    participants: [{ members: members(), required: 'all' }],
    required_duration: { minutes: 60 },
  });

  it.each([
    ['/v1/holds', 'members[0].sub', () => ({ hold_id: 'one', members: members(), ...span })],
    [
      '/v1/holds/one/confirm',
      'calendar_id',
      () => ({ calendar_id: calendarId, event: { event_id: 'e', summary: 'S', ...span } }),
    ],
    ['/v1/availability', 'participants[0].members[0].sub', () => ({ ...meeting(), query_periods: [span] })],
    [
      '/v1/sequenced_availability',
      'sequence[0].participants[0].members[0].sub',
      () => ({ sequence: [{ sequence_id: 'a', ...meeting() }], query_periods: [span] }),
    ],
  ])(
    'given %s, then 422 errors.not_authorized on %s, before anything is requested from another service',
    async (path, field, body) => {
      const { status, body: answer } = await gateway.call('POST', path, { token: application.secret, body: body() });
      const error = expect.objectContaining({ key: 'errors.not_authorized' }) as unknown;
      expect([status, answer]).toEqual([422, { errors: { [field]: [error] } }]);
    },
  );
});

describe('the confirmation of a hold whose event is refused', () => {
  it('given a refusal that only the calendar decides, then the hold is released from its event again', async () => {
    const asked: string[] = [];
    const replyTo = (_topic: string, { kind }: { kind: string }) => {
      asked.push(kind);
      return { outcome: 'pinned' };
    };
    const gateway = await startTestGateway({ replyTo: replyTo as never });
    const scope = ['read_free_busy', 'create_event'];
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool, scope);
    const times = { start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
    const event = { event_id: 'board', summary: 'Board', ...times, conferencing: { profile_id: 'integrated' } };
    const body = { calendar_id: calendarId, event };
    const { status } = await gateway.call('POST', '/v1/holds/board/confirm', { token, body });
    expect([status, asked]).toEqual([422, ['pin', 'unpin']]);
    await gateway.stop();
  });
});
