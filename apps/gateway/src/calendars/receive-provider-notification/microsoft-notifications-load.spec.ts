// @module-tag long
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { encryptionKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';

/** Microsoft delays, then drops notifications of an address that takes longer (graph/change-notifications-delivery-webhooks). */
const microsoftWaitsMs = 3_000;
const [requests, inFlight] = [500, 16];

/** No bus runs here and no calendar-sync: whatever is answered is answered without them. */
describe('many notifications of Microsoft at once, while calendar-sync is stopped', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());

  /** As calendar-sync creates it (docs/adr/0086). */
  const stateOf = (id: string) => {
    const key = createHmac('sha256', Buffer.from(encryptionKey, 'hex')).update('microsoft-channel').digest();
    return `${id}.${createHmac('sha256', key).update(id).digest('base64url')}`;
  };
  const entry = (clientState: string, more: object = {}) => ({
    subscriptionId: '7f105c7d-2dc5-4530-97cd-4e7ae6534c07',
    subscriptionExpirationDateTime: '2026-12-01T00:00:00.0000000Z',
    changeType: 'updated',
    resource: 'Users/a/Events/b',
    clientState,
    ...more,
  });
  const genuine = (index: number) => [`gch_${index}a`, `gch_${index}b`].map((id) => entry(stateOf(id)));

  /** What the request of a number contains, and how it must be answered. */
  const kinds: { name: string; value: (index: number) => unknown; status: number; published: number }[] = [
    { name: 'two channels', value: genuine, status: 202, published: 2 },
    {
      name: 'a thousand repetitions of one',
      value: (index) => Array<object>(1_000).fill(entry(stateOf(`gch_${index}a`))),
      status: 202,
      published: 1,
    },
    {
      name: 'one forged among two',
      value: (index) => [...genuine(index), entry(`gch_${index}c.AAAA`), entry(stateOf('gch_x').replace('gch_x', 'y'))],
      status: 202,
      published: 2,
    },
    // a channel that is closed: only calendar-sync can determine that
    {
      name: 'an unknown subscription',
      value: (index) => [entry(stateOf(`gch_${index}d`), { subscriptionId: 'unknown' })],
      status: 202,
      published: 1,
    },
    { name: 'wrong proofs', value: (index) => [entry(`gch_${index}a.${'A'.repeat(43)}`)], status: 404, published: 0 },
    { name: 'too many', value: () => Array.from({ length: 1_001 }, () => ({})), status: 422, published: 0 },
    {
      name: 'too large',
      value: () => [entry(stateOf('gch_z'), { resource: 'x'.repeat(600_000) })],
      status: 413,
      published: 0,
    },
  ];
  const kindOf = (index: number) => kinds[index % kinds.length]!;

  async function deliver(index: number) {
    const began = performance.now();
    const body = { value: kindOf(index).value(index) };
    const { status, body: answer } = await gateway.call('POST', '/v1/provider_notifications/microsoft', { body });
    return { index, status, answer, ms: performance.now() - began };
  }

  it('given forged, unknown, repeated and oversized ones among them, when received, then each is answered in time, refused in words or queued, in one transaction', async () => {
    let next = 0;
    const answers: Awaited<ReturnType<typeof deliver>>[] = [];
    const deliveries = Array.from({ length: inFlight }, async () => {
      while (next < requests) answers.push(await deliver(next++));
    });
    await Promise.all(deliveries);
    expect(answers.map(({ index, status }) => [kindOf(index).name, status])).toEqual(
      answers.map(({ index }) => [kindOf(index).name, kindOf(index).status]),
    );
    for (const { status, answer } of answers) {
      if (status >= 400) expect(JSON.stringify(answer)).toMatch(/"description":"[^"]{10}/);
      else expect(answer).toBe('');
    }
    const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
    console.log(`${requests} notifications, ${inFlight} in flight: slowest answer ${Math.round(sorted.at(-1)!)} ms`);
    expect(sorted.at(-1)).toBeLessThan(boundMs(microsoftWaitsMs));

    const { rows } = await gateway.database.pool.query<{ topic: string; transaction: string; n: number }>(
      'SELECT topic, xmin::text AS transaction, count(*)::int AS n FROM outbox GROUP BY topic, xmin::text',
    );
    const expected = answers.map(({ index }) => kindOf(index).published).filter((n) => n > 0);
    expect(rows.map(({ n }) => n).sort()).toEqual(expected.sort());
    expect(new Set(rows.map(({ topic }) => topic))).toEqual(new Set(['gateway.command.channel-notification.v1']));
  });
});
