import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encryptionKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';

describe('notifications of Microsoft', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());

  /** As calendar-sync creates it (docs/adr/0086). */
  const stateOf = (id: string, provider = 'microsoft') => {
    const key = createHmac('sha256', Buffer.from(encryptionKey, 'hex')).update(`${provider}-channel`).digest();
    return `${id}.${createHmac('sha256', key).update(id).digest('base64url')}`;
  };
  const post = (value: unknown, query = '') =>
    gateway.call('POST', `/v1/provider_notifications/microsoft${query}`, { body: { value } });
  const published = async () => {
    const { rows } = await gateway.database.pool.query<{ body: string }>(
      "SELECT body FROM outbox WHERE topic = 'gateway.command.channel-notification.v1' ORDER BY id",
    );
    await gateway.clearOutbox();
    return rows.map(({ body }) => JSON.parse(body) as { channel_id: string; kind: string });
  };

  it('given a handshake, when requested, then the token is returned as text, and nothing is published', async () => {
    const token = 'Validation: <script>alert(1)</script> +&=%';
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    const answer = await gateway.call('POST', `/v1/provider_notifications/microsoft?of=1&validationToken=${encodeURIComponent(token)}`, { headers }); // prettier-ignore
    expect([answer.status, answer.body]).toEqual([200, token]);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await published()).toEqual([]);
  });

  it('given genuine, repeated and forged entries in one request, when received, then each channel is published once per kind', async () => {
    const answer = await post([
      { clientState: stateOf('gch_1'), changeType: 'created', subscriptionId: 'a' },
      { clientState: stateOf('gch_1'), changeType: 'updated' },
      { clientState: stateOf('gch_2', 'google'), changeType: 'updated' },
      { clientState: 'gch_3.AAAA' },
      { clientState: `${stateOf('gch_4')}.x` },
      { clientState: 7 },
      null,
      { clientState: stateOf('gch_5'), lifecycleEvent: 'subscriptionRemoved' },
      { clientState: stateOf('gch_5'), lifecycleEvent: 'reauthorizationRequired' },
      { clientState: stateOf('gch_6'), lifecycleEvent: 'missed' },
    ]);
    expect(answer.status).toBe(202);
    expect((await published()).map(({ channel_id, kind }) => [channel_id, kind])).toEqual([
      ['gch_1', 'changed'],
      ['gch_5', 'renew'],
      ['gch_6', 'missed'],
    ]);
  });

  it.each([
    ['only forged ones', [{ clientState: 'gch_1.x' }], 404],
    ['none', [], 404],
    ['no list', 'x', 422],
    ['too many', Array.from({ length: 1_001 }, () => ({})), 422],
  ])('given %s, when received, then it is refused, and nothing is published', async (_what, value, status) => {
    expect((await post(value)).status).toBe(status);
    expect(await published()).toEqual([]);
  });
});
