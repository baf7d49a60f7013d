import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeGateway, type FakeGateway } from '../fake-gateway.fixture.js';
import { runWith } from '../terminal.fixture.js';

const callback = (id: string) => ({
  callback_id: id,
  type: 'smart_invite',
  smart_invite_id: 'invite-1',
  url: 'https://example.com/callback',
  status: 'failed',
  created_at: '2026-11-20T10:00:00.000Z',
  next_attempt_at: null,
  attempts: [
    {
      at: '2026-11-20T10:00:00.000Z',
      status_code: 500,
      error: 'status: 500 is no success',
      duration_ms: 4,
      answer: '',
    },
  ],
});
const base = '/admin/v1/applications/c1';

describe('the command line: callbacks', () => {
  let gateway: FakeGateway;
  const run = (args: string[]) => runWith(args, { env: { PUBLIC_URL: gateway.url, ADMIN_KEY: 'a-key-of-the-test' } });

  beforeAll(async () => {
    const next_page = `https://elsewhere.example${base}/callbacks/pages/abc`;
    gateway = await startFakeGateway({
      [`GET ${base}/callbacks`]: [
        200,
        { pages: { current: 1, total: 2, next_page }, total_callbacks: 2, callbacks: [callback('cbk_2')] },
      ],
      [`GET ${base}/callbacks/pages/abc`]: [
        200,
        { pages: { current: 2, total: 2 }, total_callbacks: 2, callbacks: [callback('cbk_1')] },
      ],
      [`GET ${base}/callbacks?smart_invite_id=a+%26b&status=failed`]: [
        200,
        { pages: { current: 1, total: 1 }, total_callbacks: 0, callbacks: [] },
      ],
      [`POST ${base}/callbacks/cbk_1/replay`]: [202],
      [`POST ${base}/callbacks/replay`]: [200, { replayed: 3, left: 0 }],
      [`GET ${base}/callback_endpoints`]: [
        200,
        {
          callback_endpoints: [
            {
              url: 'https://example.com/callback',
              status: 'disabled',
              reason: 'gone',
              failing_since: '2026-11-20T10:00:00.000Z',
              disabled_at: '2026-11-20T10:00:00.000Z',
              waiting: 3,
            },
          ],
        },
      ],
      [`POST ${base}/callback_endpoints/enable`]: [202],
    });
  });
  beforeEach(() => void gateway.requests.splice(0));
  afterAll(() => gateway.close());

  it('given two pages, when listed, then all callbacks are shown with their last response', async () => {
    const result = await run(['callbacks', 'list', '--client-id', 'c1']);
    const rows = result.out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(result.code).toBe(0);
    expect(rows.slice(1).map(([id, , , status, , attempts, last]) => [id, status, attempts, last])).toEqual([
      ['cbk_2', 'failed', '1', 'status: 500 is no success'],
      ['cbk_1', 'failed', '1', 'status: 500 is no success'],
    ]);
  });

  it('given a limit, when listed, then no further page is requested', async () => {
    const result = await run(['callbacks', 'list', '--client-id', 'c1', '--limit', '1', '--json']);
    expect((JSON.parse(result.out) as { callbacks: object[] }).callbacks).toHaveLength(1);
    expect(gateway.requests).toHaveLength(1);
  });

  it('given filters, when listed, then the request carries them', async () => {
    const result = await run([
      'callbacks',
      'list',
      '--client-id',
      'c1',
      '--smart-invite-id',
      'a &b',
      '--status',
      'failed',
    ]);
    expect(result).toMatchObject({ code: 0, out: 'There is no such callback.\n' });
  });

  it('given ids, when replayed, then each is requested, and an unknown one is one line', async () => {
    expect(await run(['callbacks', 'replay', 'cbk_1', '--client-id', 'c1'])).toMatchObject({
      code: 0,
      out: 'replayed cbk_1\n',
    });
    const unknown = await run(['callbacks', 'replay', 'cbk_9', '--client-id', 'c1']);
    expect(unknown.code).toBe(1);
    expect(unknown.err).toMatch(/^error: cbk_9: .*404.*\n$/);
  });

  it('given a filter in place of ids, when replayed, then one call has the filter; neither is refused', async () => {
    const result = await run(['callbacks', 'replay', '--client-id', 'c1', '--status', 'failed']);
    expect(result).toMatchObject({ code: 0, out: 'replayed 3 callbacks\n' });
    expect(gateway.requests.at(-1)).toMatchObject({ method: 'POST', body: { status: 'failed' } });
    const without = await run(['callbacks', 'replay', '--client-id', 'c1']);
    expect(without.code).toBe(1);
    expect(without.err).toContain('ids, or a filter');
  });

  it('given a disabled endpoint, when listed and enabled, then the API is called', async () => {
    expect((await run(['callbacks', 'endpoints', '--client-id', 'c1'])).out).toContain('gone');
    const result = await run(['callbacks', 'enable', '--client-id', 'c1', '--url', 'https://example.com/callback']);
    expect(result).toMatchObject({ code: 0, out: 'enabled https://example.com/callback\n' });
    expect(gateway.requests.at(-1)).toMatchObject({ method: 'POST', body: { url: 'https://example.com/callback' } });
  });
});
