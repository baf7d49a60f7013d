import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountId, channelFixture, typesAt, type ChannelFixture } from '../../channels.fixture.js';
import { clientId, secret, startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { startReceiver, type Receiver } from '../../receiver.fixture.js';

const second = 1_000;
const hour = 3_600 * second;

describe('push channels whose receiver fails', () => {
  let notifier: NotifierFixture;
  let fixture: ChannelFixture;
  let receiver: Receiver;

  beforeAll(async () => {
    notifier = await startNotifierFixture({ timeoutMs: 400 });
    fixture = channelFixture(notifier);
    await fixture.connected();
  });
  afterAll(() => notifier.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
    for (const table of ['delivery', 'callback', 'attempt', 'endpoint', 'channel'])
      await notifier.pool.query(`DELETE FROM ${table}`);
  });
  afterEach(() => receiver.stop());

  /** Advances from attempt to attempt until none remains; returns the time of each, in ms since the first. */
  async function attemptsUntilTheEnd(): Promise<number[]> {
    const begun = notifier.clock.now();
    const attempts: number[] = [];
    for (;;) {
      const { rows } = await notifier.pool.query<{ due: number | null }>(
        'SELECT min(next_attempt_at) AS due FROM delivery',
      );
      const due = rows[0]!.due;
      if (due === null) return attempts;
      notifier.clock.set(Math.max(due, notifier.clock.now()));
      const at = notifier.clock.now() - begun;
      if ((await notifier.deliver()) > 0) attempts.push(at);
    }
  }

  it('given a notification, when delivered, then it carries both signatures', async () => {
    await fixture.open('chn_1', receiver.url);
    await notifier.deliverAll();
    const [{ headers, body, id }] = receiver.calls as [Receiver['calls'][0]];
    const mac = (text: string) => createHmac('sha256', secret).update(text).digest('base64');
    expect(headers['cronofy-hmac-sha256']).toBe(mac(body));
    expect(headers['webhook-signature']).toBe(`v1,${mac(`${id}.${String(headers['webhook-timestamp'])}.${body}`)}`);
  });

  it('given a receiver that fails for 24 hours, when its last attempt has failed too, then the channel is closed (CBK-9)', async () => {
    receiver.status(500);
    await fixture.open('chn_1', receiver.url);
    await fixture.handle(fixture.event('evt_1', 'Changed'));
    const attempts = await attemptsUntilTheEnd();
    expect(attempts.slice(0, 3).map((at) => Math.round(at / second))).toEqual([0, 5, 305]);
    expect(attempts.length).toBeGreaterThanOrEqual(7);
    expect(attempts.at(-2)!).toBeLessThan(24 * hour);
    expect(attempts.at(-1)!).toBe(24 * hour);
    expect(await fixture.list()).toEqual([]);
    expect((await notifier.list()).map(({ type, status }) => [type, status])).toEqual([
      ['verification', 'failed'],
      ['change', 'failed'],
    ]);
    expect(notifier.lines.filter(({ event }) => event === 'channel.closed')).toMatchObject([{ channel_id: 'chn_1' }]);
  });

  it('given a receiver that recovers within 24 hours, when it fails again later, then its day starts again', async () => {
    receiver.status(503);
    await fixture.open('chn_1', receiver.url);
    await notifier.deliverAll();
    notifier.clock.advance(23 * hour);
    receiver.answer((_, response) => response.end());
    await notifier.deliverAll();
    receiver.status(503);
    await fixture.handle(fixture.event('evt_2', 'Changed'));
    notifier.clock.advance(2 * second);
    await notifier.deliverAll();
    notifier.clock.advance(2 * hour);
    await notifier.deliverAll();
    expect(await fixture.list()).toEqual(['chn_1']);
    receiver.answer((_, response) => response.end());
    notifier.clock.advance(3 * hour);
    receiver.calls.length = 0;
    await notifier.deliverAll();
    expect(typesAt(receiver)).toEqual(['change']);
  });

  it('given a receiver with a Retry-After beyond the day, when it fails, then the last attempt is at the day’s end', async () => {
    receiver.status(503, { 'retry-after': '86000' });
    await fixture.open('chn_1', receiver.url);
    const attempts = await attemptsUntilTheEnd();
    expect(attempts).toHaveLength(3);
    expect(attempts[1]!).toBeGreaterThanOrEqual(86_000 * second);
    expect(attempts[2]).toBe(24 * hour);
  });

  it('given a 410 response, when received, then the channels of that URL are closed, and a new one is refused until the URL is enabled', async () => {
    receiver.status(410);
    await fixture.open('chn_1', receiver.url);
    await fixture.open('chn_2', receiver.url);
    await fixture.open('chn_3', `${receiver.origin}/other`);
    await notifier.deliver();
    expect(await fixture.list()).toEqual([]);
    expect(await fixture.open('chn_4', receiver.url)).toEqual({ outcome: 'endpoint-disabled' });
    const enabled = await notifier.request({ kind: 'enable-endpoint', client_id: clientId, url: receiver.url });
    expect(enabled).toEqual({ outcome: 'accepted', queued: 0 });
    expect(await fixture.open('chn_4', receiver.url)).toEqual({ outcome: 'accepted' });
  });

  const eraseAccount = () =>
    notifier.applications.eraseAll({ kind: 'account', client_id: clientId, account_id: accountId });

  it.each([
    ['a channel that is closed', () => fixture.close('chn_1')],
    ['an account that is erased (ADM-2)', eraseAccount],
  ])('given %s while its notification is in flight, when that fails, then nothing of it remains', async (_, end) => {
    receiver.answer((_received, response) => {
      void end().then(() => response.writeHead(500).end());
    });
    await fixture.open('chn_1', receiver.url);
    await notifier.deliver();
    for (const table of ['callback', 'delivery', 'attempt', 'channel', 'endpoint'])
      expect((await notifier.pool.query(`SELECT FROM ${table}`)).rowCount, table).toBe(0);
  });
});
