import { createHmac } from 'node:crypto';
import { metrics } from '@kalends/service-runtime';
import { waitUntil } from '@kalends/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import {
  clientId,
  delivered,
  sealed,
  secret,
  startNotifierFixture,
  type NotifierFixture,
} from '../../notifier.fixture.js';
import { startReceiver, type Receiver } from '../../receiver.fixture.js';

const second = 1_000;
const hour = 3_600 * second;
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64');

describe('callbacks', () => {
  let notifier: NotifierFixture;
  let receiver: Receiver;

  beforeAll(async () => {
    notifier = await startNotifierFixture({ timeoutMs: 400 });
  });
  afterAll(() => notifier.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
    for (const table of ['delivery', 'callback', 'attempt', 'endpoint'])
      await notifier.pool.query(`DELETE FROM ${table}`);
  });
  afterEach(() => receiver.stop());

  const received = () => receiver.calls.map(({ json }) => json.smart_invite.reply.comment);

  it('given a reply, when delivered, then body and both signatures match the contract', async () => {
    await notifier.reply(receiver.url, ['See you ☕']);
    expect(await notifier.deliver()).toBe(1);
    const [{ headers, body, id }] = receiver.calls as [Receiver['calls'][0]];
    expect(JSON.parse(body)).toEqual({
      notification: { type: 'smart_invite' },
      smart_invite: {
        smart_invite_id: 'invite-1',
        callback_url: receiver.url,
        recipient: { email: 'ada@example.com', status: 'accepted' },
        reply: { email: 'ada@example.com', status: 'accepted', comment: 'See you ☕', counted: true },
      },
    });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cronofy-hmac-sha256']).toBe(hmac(secret, body));
    const timestamp = String(Math.floor(notifier.clock.now() / second));
    expect(headers['webhook-timestamp']).toBe(timestamp);
    expect(headers['webhook-signature']).toBe(`v1,${hmac(secret, `${id}.${timestamp}.${body}`)}`);
    expect(await notifier.list()).toMatchObject([
      {
        callback_id: id,
        status: 'delivered',
        next_attempt_at: null,
        attempts: [{ status_code: 200, answer: 'thanks' }],
      },
    ]);
  });

  it('given the same event twice, when handled, then there is one callback', async () => {
    const event = notifier.replyOf(receiver.url, 'once');
    await notifier.replies.handle([delivered(event, 'message-1')]);
    await notifier.replies.handle([delivered(event, 'message-1')]);
    await notifier.deliverAll();
    expect(received()).toEqual(['once']);
  });

  it('given an application whose secrets have not arrived, when due, then it waits, and is later sent with all signatures', async () => {
    await notifier.reply(receiver.url, ['later'], { client_id: 'application-2', invite_id: 'inv_2' });
    expect(await notifier.deliver()).toBe(0);
    await notifier.addSecrets('application-2', [sealed('sec_a', 'first'), sealed('sec_b', 'second')]);
    expect(await notifier.deliver()).toBe(1);
    const [{ headers, body }] = receiver.calls as [Receiver['calls'][0]];
    expect(headers['cronofy-hmac-sha256']).toBe(`${hmac('first', body)},${hmac('second', body)}`);
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('given several replies to one invite, when the first fails, then the others wait for it and all arrive in order, with the same id each time', async () => {
    receiver.status(500);
    await notifier.reply(receiver.url, ['one', 'two', 'three']);
    await notifier.deliverAll();
    expect(received()).toEqual(['one']);
    notifier.clock.advance(4 * second);
    expect(await notifier.deliverAll()).toBe(0);
    notifier.clock.advance(2 * second);
    receiver.answer((_, response) => response.end());
    await notifier.deliverAll();
    expect(received()).toEqual(['one', 'one', 'two', 'three']);
    expect(receiver.calls[1]!.id).toBe(receiver.calls[0]!.id);
    expect(receiver.calls[1]!.body).toBe(receiver.calls[0]!.body);
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(3);
  });

  it('given replies, when their callbacks are first attempted, then the time since the reply is measured, without retries', async () => {
    const measured = async () => {
      const { values } = await metrics.replyToCallback.get();
      const valueOf = (suffix: string) => values.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0;
      return { count: valueOf('_count'), sum: valueOf('_sum') };
    };
    metrics.replyToCallback.reset();
    receiver.status(500);
    const recorded_at = notifier.clock.now() - 1.5 * second;
    await notifier.reply(receiver.url, ['one', 'two'], { recorded_at });
    await notifier.deliverAll();
    expect(await measured()).toEqual({ count: 1, sum: 1.5 });
    notifier.clock.advance(hour);
    receiver.answer((_, response) => response.end());
    await notifier.deliverAll();
    expect(received()).toEqual(['one', 'one', 'two']);
    expect(await measured(), 'the receiver delayed these').toEqual({ count: 1, sum: 1.5 });
  });

  it('given another invite, when one invite’s callback fails, then it is not delayed', async () => {
    receiver.answer(({ json }, response) =>
      response.writeHead(json.smart_invite.reply.comment === 'bad' ? 503 : 200).end(),
    );
    await notifier.reply(receiver.url, ['bad', 'behind']);
    await notifier.reply(receiver.url, ['good'], { invite_id: 'inv_other' });
    await notifier.deliverAll();
    expect(received().sort()).toEqual(['bad', 'good']);
  });

  it('given a receiver that always fails, when the schedule runs, then the delays match the schedule and it fails permanently (CBK-3)', async () => {
    receiver.status(500);
    await notifier.reply(receiver.url, ['one', 'two']);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect(await notifier.deliver()).toBe(1);
      const [first] = await notifier.list();
      if (first!.next_attempt_at === null) break;
      waits.push((first!.next_attempt_at - notifier.clock.now()) / second);
      notifier.clock.set(first!.next_attempt_at);
    }
    expect(waits.map(Math.floor)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect((await notifier.list()).map(({ status }) => status)).toEqual(['failed', 'pending']);
    receiver.answer((_, response) => response.end());
    await notifier.deliverAll();
    expect(received().at(-1)).toBe('two');
  });

  it.each([
    ['120', 120],
    ['999999', 86_400],
    ['1', 5],
    ['not a date', 5],
  ])('given Retry-After %s, when it fails, then the next attempt is after %i seconds', async (value, wait) => {
    receiver.status(429, { 'retry-after': value });
    await notifier.reply(receiver.url, ['one']);
    await notifier.deliver();
    const [callback] = await notifier.list();
    expect(Math.floor((callback!.next_attempt_at! - notifier.clock.now()) / second)).toBe(wait);
  });

  it('given Retry-After as a date, when it fails, then it is honoured', async () => {
    receiver.status(503, { 'retry-after': new Date(notifier.clock.now() + 600 * second).toUTCString() });
    await notifier.reply(receiver.url, ['one']);
    await notifier.deliver();
    const [callback] = await notifier.list();
    expect((callback!.next_attempt_at! - notifier.clock.now()) / second).toBeCloseTo(600, 0);
  });

  it('given a 410 response, when received, then that URL is disabled, its callbacks wait, and the same host’s other URLs continue (CBK-3)', async () => {
    receiver.answer(({ path }, response) => response.writeHead(path === '/gone' ? 410 : 200).end());
    await notifier.reply(`${receiver.origin}/gone`, ['one', 'two']);
    await notifier.reply(`${receiver.origin}/here`, ['three'], { invite_id: 'inv_2' });
    await notifier.deliverAll();
    await notifier.reply(`${receiver.origin}/gone`, ['four']);
    await notifier.deliverAll();
    expect(received().sort()).toEqual(['one', 'three']);
    expect((await notifier.list()).map(({ status }) => status)).toEqual([
      'disabled',
      'disabled',
      'delivered',
      'disabled',
    ]);
    expect(await notifier.request({ kind: 'list-endpoints', client_id: clientId })).toMatchObject({
      endpoints: [{ url: `${receiver.origin}/gone`, status: 'disabled', reason: 'gone', waiting: 3 }],
    });
    expect(notifier.lines.filter(({ event }) => event === 'endpoint.disabled')).toMatchObject([
      { client_id: clientId, url: `${receiver.origin}/gone`, reason: 'gone' },
    ]);
  });

  it('given a redirect response, when received, then it is not followed and counts as a failure', async () => {
    receiver.status(302, { location: `${receiver.origin}/elsewhere` });
    await notifier.reply(receiver.url, ['one']);
    await notifier.deliver();
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/callback']);
    const [callback] = await notifier.list();
    expect(callback).toMatchObject({ status: 'pending', attempts: [{ status_code: 302 }] });
    expect(callback!.attempts[0]!.error).toMatch(/^redirect/);
  });

  it.each([
    ['never answers', () => undefined],
    ['sends its body byte by byte', drip],
  ])('given a receiver that %s, when the deadline passes, then the attempt is a failure', async (_, answer) => {
    receiver.answer((__, response) => answer(response));
    await notifier.reply(receiver.url, ['one']);
    const begun = performance.now();
    await notifier.deliver();
    expect(performance.now() - begun).toBeLessThan(boundMs(1_500));
    const [callback] = await notifier.list();
    expect(callback).toMatchObject({ status: 'pending', attempts: [{ status_code: null }] });
    expect(callback!.attempts[0]!.error).toMatch(/^timeout/);
  });

  it('given a response of megabytes, when it is 2xx, then it is a success and its first kilobyte is stored', async () => {
    receiver.answer((_, response) => response.end('é'.repeat(2_000_000)));
    await notifier.reply(receiver.url, ['one']);
    await notifier.deliver();
    const [callback] = await notifier.list();
    expect(callback).toMatchObject({ status: 'delivered', attempts: [{ status_code: 200, answer: 'é'.repeat(512) }] });
  });

  it.each(['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::ffff:10.0.0.1]/', 'no URL'])(
    'given the address %s, when due, then nothing is sent and the reason is stored',
    async (url) => {
      await notifier.reply(url, ['one']);
      await notifier.deliver();
      const [callback] = await notifier.list();
      expect(callback!.attempts[0]).toMatchObject({ status_code: null });
      expect(callback!.attempts[0]!.error).toMatch(/^address|Invalid URL/);
    },
  );

  it('given an endpoint that fails for five days, when it fails again, then it is disabled; once enabled, it receives the waiting callbacks, in order (CBK-9)', async () => {
    receiver.status(500);
    await notifier.reply(receiver.url, ['one', 'two']);
    const begun = notifier.clock.now();
    while (notifier.clock.now() - begun < 5 * 24 * hour) {
      await notifier.deliverAll();
      notifier.clock.advance(6 * hour);
    }
    await notifier.deliverAll();
    await notifier.reply(receiver.url, ['three']);
    expect(await notifier.deliverAll()).toBe(0);
    const statuses = (await notifier.list()).map(({ status }) => status);
    expect(statuses).toEqual(['failed', 'disabled', 'disabled']);
    const listed = await notifier.request({ kind: 'list-endpoints', client_id: clientId });
    expect(listed).toMatchObject({ endpoints: [{ url: receiver.url, status: 'disabled', reason: 'failing' }] });
    receiver.answer((_, response) => response.end());
    const before = receiver.calls.length;
    const enabled = await notifier.request({ kind: 'enable-endpoint', client_id: clientId, url: receiver.url });
    expect(enabled).toEqual({ outcome: 'accepted', queued: 3 });
    await notifier.deliverAll();
    expect(received().slice(before)).toEqual(['one', 'two', 'three']);
    expect(receiver.calls[before]!.id).toBe(receiver.calls[0]!.id);
  });

  it('given an endpoint that failed and then succeeded, when it fails days later, then its five days start again', async () => {
    receiver.status(500);
    await notifier.reply(receiver.url, ['one']);
    await notifier.deliver();
    receiver.answer((_, response) => response.end());
    notifier.clock.advance(hour);
    await notifier.deliver();
    notifier.clock.advance(6 * 24 * hour);
    receiver.status(500);
    await notifier.reply(receiver.url, ['two']);
    await notifier.deliver();
    expect((await notifier.list()).map(({ status }) => status)).toEqual(['delivered', 'pending']);
  });

  it('given a delivered callback, when replayed, then it is sent again under the same id; another application’s is unknown', async () => {
    await notifier.reply(receiver.url, ['one']);
    await notifier.deliver();
    const callback_id = receiver.calls[0]!.id;
    expect(await notifier.request({ kind: 'replay', client_id: 'other', callback_id })).toEqual({ outcome: 'unknown' });
    expect(await notifier.deliver()).toBe(0);
    expect(await notifier.request({ kind: 'replay', client_id: clientId, callback_id })).toMatchObject({
      outcome: 'accepted',
    });
    await notifier.deliver();
    expect(receiver.calls.map(({ id }) => id)).toEqual([callback_id, callback_id]);
    expect((await notifier.list())[0]!.attempts).toHaveLength(2);
  });

  it('given callbacks behind one that waits for its next attempt, when that one is replayed and succeeds, then they follow immediately', async () => {
    receiver.status(500);
    await notifier.reply(receiver.url, ['one', 'two']);
    await notifier.deliverAll();
    notifier.clock.advance(10 * second);
    await notifier.deliverAll();
    await notifier.reply(receiver.url, ['three']);
    expect(await notifier.deliverAll()).toBe(0);
    const waiting = await notifier.list();
    expect(new Set(waiting.map(({ next_attempt_at }) => next_attempt_at)).size).toBe(1);
    receiver.answer((_, response) => response.end());
    const callback_id = waiting[0]!.callback_id;
    await notifier.request({ kind: 'replay', client_id: clientId, callback_id });
    await notifier.deliverAll();
    expect(received()).toEqual(['one', 'one', 'one', 'two', 'three']);
  });

  it('given filters and pages, when listed, then each callback appears once, newest first', async () => {
    for (let index = 0; index < 7; index += 1) {
      await notifier.reply(receiver.url, [`${index}`], { invite_id: `inv_${index}`, smart_invite_id: `s${index % 2}` });
    }
    const seen: string[] = [];
    let before: number | null = null;
    do {
      const page = await notifier.request({
        kind: 'list',
        client_id: clientId,
        smart_invite_id: 's0',
        before,
        limit: 3,
      });
      if (page.outcome !== 'callbacks') throw new Error(page.outcome);
      expect(page.total).toBe(4);
      seen.push(...page.callbacks.map(({ callback_id }) => callback_id));
      before = page.next;
    } while (before !== null);
    expect(new Set(seen).size).toBe(4);
    expect(await notifier.list({ status: 'delivered' })).toEqual([]);
    expect(await notifier.list({ client_id: 'other' })).toEqual([]);
  });

  it('given an application that is erased, when later events of it arrive, then nothing of it remains or is created', async () => {
    await notifier.addSecrets('doomed');
    receiver.status(500);
    await notifier.reply(receiver.url, ['one'], { client_id: 'doomed' });
    await notifier.deliver();
    await notifier.applications.eraseAll({ kind: 'application', client_id: 'doomed', account_ids: [] });
    await notifier.reply(receiver.url, ['two'], { client_id: 'doomed' });
    for (const table of ['delivery', 'callback', 'attempt', 'endpoint']) {
      expect((await notifier.pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0);
    }
  });

  it('given a worker that died with callbacks in flight, when its heartbeat is old, then another delivers them under their ids', async () => {
    await notifier.reply(receiver.url, ['one']);
    await notifier.pool.query("INSERT INTO worker VALUES ('wrk_dead', 0)");
    await notifier.pool.query("UPDATE delivery SET lease_id = 'wrk_dead'");
    expect(await notifier.deliver()).toBe(0);
    await waitUntil(async () => (await notifier.deliver()) === 1, { what: 'the take-over' });
    expect(received()).toEqual(['one']);
  });
});

function drip(response: import('node:http').ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
}
