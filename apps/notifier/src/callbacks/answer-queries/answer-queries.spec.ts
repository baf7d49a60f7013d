import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientId, startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { startReceiver, type Receiver } from '../../receiver.fixture.js';

const day = 86_400_000;

describe('an application’s queries about its callbacks', () => {
  let notifier: NotifierFixture;
  let receiver: Receiver;
  beforeAll(async () => (notifier = await startNotifierFixture()));
  afterAll(() => notifier.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
    for (const table of ['delivery', 'callback', 'endpoint']) await notifier.pool.query(`DELETE FROM ${table}`);
  });
  afterEach(() => receiver.stop());

  const page = async (before: number | null, more = {}) => {
    const reply = await notifier.request({ kind: 'list', client_id: clientId, before, limit: 2, ...more });
    if (reply.outcome !== 'callbacks') throw new Error(reply.outcome);
    return reply;
  };
  const replay = (callback_id: string, client_id = clientId) =>
    notifier.request({ kind: 'replay', client_id, callback_id });
  const enable = (client_id = clientId) => notifier.request({ kind: 'enable-endpoint', client_id, url: receiver.url });
  const comments = () => receiver.calls.map(({ json }) => json.smart_invite.reply.comment);
  const endpoints = (client_id = clientId) => notifier.request({ kind: 'list-endpoints', client_id });

  it('given three callbacks, when listed two per page, then the newest are first and the pages are without gap or overlap', async () => {
    await notifier.reply(receiver.url, ['a', 'b', 'c']);
    const ids = (await notifier.list()).map(({ callback_id }) => callback_id);
    const first = await page(null);
    const second = await page(first.next);
    expect([first.total, second.total, second.next]).toEqual([3, 3, null]);
    expect([...first.callbacks, ...second.callbacks].map(({ callback_id }) => callback_id)).toEqual(ids.reverse());
  });

  it('given callbacks, when listed by invite, by status or by another application, then only these are counted', async () => {
    await notifier.reply(receiver.url, ['sent']);
    await notifier.deliverAll();
    await notifier.reply(receiver.url, ['waits'], { smart_invite_id: 'invite-2' });
    expect(await page(null, { smart_invite_id: 'invite-2' })).toMatchObject({ total: 1 });
    const { callbacks } = await page(null, { status: 'delivered' });
    expect(callbacks).toMatchObject([
      { smart_invite_id: 'invite-1', attempts: [{ status_code: 200, answer: 'thanks' }] },
    ]);
    expect(await page(null, { client_id: 'application-2' })).toMatchObject({ total: 0, next: null, callbacks: [] });
  });

  it('given a delivered callback, when replayed, then it is sent again under its id; to another application it is unknown', async () => {
    await notifier.reply(receiver.url, ['twice']);
    await notifier.deliverAll();
    const { callback_id } = (await notifier.list())[0]!;
    expect(await replay(callback_id, 'application-2')).toEqual({ outcome: 'unknown' });
    expect(await replay('cbk_none')).toEqual({ outcome: 'unknown' });
    expect(await replay(callback_id)).toEqual({ outcome: 'accepted', queued: 1 });
    await notifier.deliverAll();
    expect(receiver.calls.map(({ id }) => id)).toEqual([callback_id, callback_id]);
    expect(receiver.calls[0]!.body).toBe(receiver.calls[1]!.body);
  });

  it('given callbacks at two URLs, when several are replayed, then each is sent again, the oldest first; others’ are not (ADM-33)', async () => {
    const other = await startReceiver();
    await notifier.reply(receiver.url, ['one', 'two', 'three']);
    await notifier.reply(other.url, ['elsewhere'], { smart_invite_id: 'invite-2' });
    await notifier.deliverAll();
    receiver.calls.length = 0;
    const { callbacks, total } = await page(null, { url: receiver.url, limit: 9, without_attempts: true });
    expect([total, callbacks.map(({ attempts }) => attempts.length)]).toEqual([3, [0, 0, 0]]);
    const [three, two] = callbacks.map(({ callback_id }) => callback_id);
    const many = { kind: 'replay' as const, callback_id: three!, more_ids: [two!, 'cbk_none'] };
    expect(await notifier.request({ ...many, client_id: 'application-2' })).toEqual({ outcome: 'unknown' });
    expect(await notifier.request({ ...many, client_id: clientId })).toEqual({ outcome: 'accepted', queued: 2 });
    await notifier.deliverAll();
    expect([comments(), other.calls.length]).toEqual([['two', 'three'], 1]);
    const [shown] = (await page(null, { callback_id: two, with_body: true })).callbacks;
    expect(JSON.parse(shown!.body!)).toMatchObject({ smart_invite: { reply: { comment: 'two' } } });
    await other.stop();
  });

  it('CBK-13: given a callback, when its body is requested, then it comes with the bytes that are sent; otherwise, and for other applications, it does not', async () => {
    await notifier.reply(receiver.url, ['sent']);
    const { callback_id } = (await notifier.list())[0]!;
    expect(await page(null, { client_id: 'application-2', callback_id, with_body: true })).toMatchObject({
      callbacks: [],
    });
    const { callbacks } = await page(null, { callback_id, with_body: true });
    await notifier.deliverAll();
    expect(callbacks).toMatchObject([{ callback_id, status: 'pending', body: receiver.calls[0]!.body }]);
    expect((await page(null)).callbacks[0]).not.toHaveProperty('body');
    expect(receiver.calls).toHaveLength(1);
  });

  it('given an endpoint that answers 410, then it is disabled, its callbacks wait, and a replay waits with them', async () => {
    receiver.status(410);
    await notifier.reply(receiver.url, ['gone', 'waits']);
    await notifier.deliverAll();
    const { callback_id } = (await notifier.list())[1]!;
    expect(await replay(callback_id)).toEqual({ outcome: 'accepted', queued: 0 });
    expect(await endpoints()).toMatchObject({
      endpoints: [{ url: receiver.url, status: 'disabled', reason: 'gone', waiting: 2 }],
    });
    expect(await endpoints('application-2')).toEqual({ outcome: 'endpoints', endpoints: [] });
  });

  it('FC-41: given an endpoint disabled after 5 days of failures, when enabled, then all its callbacks follow in order', async () => {
    receiver.status(500);
    await notifier.reply(receiver.url, ['one']);
    for (let sixHours = 0; sixHours < 24; sixHours += 1) {
      await notifier.deliverAll();
      notifier.clock.advance(day / 4);
    }
    await notifier.reply(receiver.url, ['two']);
    await notifier.deliverAll();
    expect(await endpoints()).toMatchObject({ endpoints: [{ status: 'disabled', reason: 'failing' }] });
    receiver.status(200);
    receiver.calls.length = 0;
    expect(await enable('application-2')).toEqual({ outcome: 'unknown' });
    expect(await enable()).toEqual({ outcome: 'accepted', queued: 2 });
    await notifier.deliverAll();
    expect(comments()).toEqual(['one', 'two']);
    expect(await enable()).toEqual({ outcome: 'unknown' });
  });
});
