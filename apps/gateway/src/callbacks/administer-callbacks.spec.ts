import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../gateway.fixture.js';

const at = Date.UTC(2026, 10, 19, 8);
const body = '{"smart_invite":{"reply":{"comment":"I am ill"}}}';
const record = {
  callback_id: 'cbk_1',
  type: 'smart_invite',
  smart_invite_id: 'visit-42',
  channel_id: null,
  url: 'https://app.example/callback',
  status: 'failed',
  created_at: at,
  next_attempt_at: null,
  attempts: [{ at, status_code: 500, error: null, duration_ms: 12, answer: 'no' }],
};

describe('callbacks for operators', () => {
  let gateway: TestGateway;
  let clientId: string;
  const requests: Record<string, unknown>[] = [];
  /** The last entry of the audit when notifier got the last request to do something. */
  let auditedBefore: object | undefined;
  /** What notifier answers to each request. */
  const replyTo = async (_topic: string, request: Record<string, unknown>) => {
    requests.push(request);
    const { kind, with_body: withBody, before, limit } = request;
    if (kind === 'replay' || kind === 'enable-endpoint') auditedBefore = await lastAudit();
    if (kind === 'enable-endpoint') return { outcome: 'accepted', queued: 0 };
    if (kind === 'replay') return { outcome: 'accepted', queued: 1 + ((request.more_ids ?? []) as string[]).length };
    if (withBody) return { outcome: 'callbacks', total: 1, next: null, callbacks: [{ ...record, body }] };
    const start = before === null ? 0 : (before as number);
    const callbacks = Array.from({ length: limit as number }, (_, n) => ({
      ...record,
      callback_id: `cbk_${start + n}`,
    }));
    return { outcome: 'callbacks', total: 700, next: start + callbacks.length, callbacks };
  };
  const call = (method: string, path: string, sent?: object) =>
    gateway.call(method, `/admin/v1/applications/${clientId}${path}`, {
      token: adminKey,
      ...(sent ? { body: sent } : {}),
    });
  const lastAudit = async () => {
    const { rows } = await gateway.database.pool.query(
      'SELECT action, subject, reason, after FROM audit_entry ORDER BY audit_id DESC LIMIT 1',
    );
    return rows[0] as object;
  };

  beforeAll(async () => {
    gateway = await startTestGateway({ replyTo: replyTo as never });
    const application = { name: 'Rooms', redirect_uris: ['https://a.example/cb'] };
    const created = await gateway.call('POST', '/admin/v1/applications', { token: adminKey, body: application });
    clientId = (created.body as { client_id: string }).client_id;
  });
  afterAll(() => gateway.stop());

  it('given no reason, when a callback is shown, then without its body and signatures, and nothing is audited (ADM-34)', async () => {
    const { status, body: shown } = await call('GET', '/callbacks/cbk_1');
    expect([status, shown]).toMatchObject([200, { body: null, requests: [{ at: '2026-11-19T08:00:00.000Z' }] }]);
    expect(JSON.stringify(shown)).not.toContain('I am ill');
    expect(await lastAudit()).toMatchObject({ action: 'application.created' });
  });

  it('given a reason, when a callback is shown, then with its body, and the audit has the reason (ADM-34)', async () => {
    expect((await call('GET', '/callbacks/cbk_1?reason=Ticket%207')).body).toMatchObject({ body });
    expect(await lastAudit()).toMatchObject({ action: 'callback.viewed', subject: 'cbk_1', reason: 'Ticket 7' });
  });

  it('given 700 that match, when replayed together, then the newest 500 are, the rest is counted, and the audit has one entry (ADM-33)', async () => {
    requests.length = 0;
    const { status, body: answer } = await call('POST', '/callbacks/replay', { status: 'failed' });
    expect([status, answer]).toEqual([200, { replayed: 500, left: 200 }]);
    const replays = requests.filter(({ kind }) => kind === 'replay');
    expect(replays.map((one) => [one.callback_id, (one.more_ids as string[]).at(-1)])).toEqual([['cbk_0', 'cbk_499']]);
    expect(await lastAudit()).toEqual({
      action: 'callbacks.replayed',
      subject: null,
      reason: null,
      after: { status: 'failed', callbacks: 500 },
    });
  });

  it.each([
    ['/callbacks/cbk_1/replay', undefined, { action: 'callback.replayed', subject: 'cbk_1' }],
    [
      '/callback_endpoints/enable',
      { url: 'https://app.example/callback' },
      { action: 'callback_endpoint.enabled', subject: 'https://app.example/callback' },
    ],
  ])('given %s, then the audit has it before it happens (ADM-33)', async (path, sent, entry) => {
    expect((await call('POST', path, sent)).status).toBe(202);
    expect(auditedBefore).toMatchObject(entry);
  });

  it('given the application of another developer, then its callbacks do not exist', async () => {
    const { body: developer } = await gateway.call('POST', '/admin/v1/developers', {
      token: adminKey,
      body: { name: 'Dev' },
    });
    const { key } = developer as { key: string };
    for (const [method, path, sent] of [
      ['GET', '/callbacks/cbk_1'],
      ['POST', '/callbacks/replay', { status: 'failed' }],
      ['POST', '/callbacks/cbk_1/replay', {}],
      ['GET', '/callback_endpoints'],
    ] as const) {
      const more = sent ? { body: sent } : {};
      const answer = await gateway.call(method, `/admin/v1/applications/${clientId}${path}`, { token: key, ...more });
      expect(answer.status).toBe(404);
    }
  });
});
