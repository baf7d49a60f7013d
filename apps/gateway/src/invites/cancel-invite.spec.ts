import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../gateway.fixture.js';
import { newApplication } from '../read-model/gateway-database.fixture.js';

const recipients = [{ email: 'ann@example.com' }, { email: 'Bob@example.com' }];
const cancel = { method: 'cancel', smart_invite_id: 'board' };

describe('cancelling an invite to several', () => {
  let gateway: TestGateway;
  let token: string;
  let asked: unknown[] = [];
  let reply: object = { outcome: 'unknown-recipient', recipients_differ: true };
  beforeAll(async () => {
    const replyTo = (_topic: string, body: unknown) => {
      asked.push(body);
      return reply;
    };
    gateway = await startTestGateway({ replyTo });
    const { pool } = gateway.database;
    const { clientId, secret } = await newApplication(pool);
    await pool.query("UPDATE application SET plan = 'emerging' WHERE client_id = $1", [clientId]);
    token = secret;
  });
  afterAll(() => gateway.stop());
  beforeEach(() => (asked = []));

  const send = (body: object) => gateway.call('POST', '/v1/smart_invites', { token, body });

  it('given recipients, then invites gets them, and its refusal is a 422 that names remove (INV-15)', async () => {
    const { status, body } = await send({ ...cancel, recipients });
    expect(asked).toMatchObject([
      { kind: 'cancel', recipient_email: null, recipients: ['ann@example.com', 'Bob@example.com'] },
    ]);
    const description = expect.stringContaining('method: remove') as string;
    expect([status, body]).toEqual([422, { errors: { recipients: [{ key: 'errors.not_supported', description }] } }]);
  });

  it.each([{}, { recipients: null }, { recipient: { email: 'ann@example.com' } }])(
    'given %j, then it gets no recipients (INV-15)',
    async (more) => {
      await send({ ...cancel, ...more });
      const recipient_email = 'recipient' in more ? 'ann@example.com' : null;
      expect(asked).toEqual([expect.objectContaining({ kind: 'cancel', recipient_email })]);
      expect(asked[0]).not.toHaveProperty('recipients');
    },
  );

  it('given an invite that is full, when more people are invited, then 422 names recipients (INV-16)', async () => {
    reply = { outcome: 'unknown-recipient', full: 200 };
    const event = { summary: 'Board', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
    const { status, body } = await send({ smart_invite_id: 'board', recipients, event });
    expect([status, body]).toMatchObject([422, { errors: { recipients: [{ key: 'errors.too_many' }] } }]);
  });
});
