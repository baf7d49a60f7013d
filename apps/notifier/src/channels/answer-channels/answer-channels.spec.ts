import type { ChannelQuery } from '@kalends/contracts';
import { inTransaction } from '@kalends/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountId, channelFixture, typesAt, type ChannelFixture } from '../../channels.fixture.js';
import { endpointIdOf } from '../../callbacks/endpoint-id.js';
import { clientId, startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { startReceiver, type Receiver } from '../../receiver.fixture.js';
import { AnswerChannelsHandler } from './answer-channels.handler.js';
import { createChannel } from './channels.queries.js';

describe('opening, listing and closing push channels', () => {
  let notifier: NotifierFixture;
  let fixture: ChannelFixture;
  let receiver: Receiver;
  let handler: AnswerChannelsHandler;
  let wakes: number;
  const most = 5;
  beforeAll(async () => {
    notifier = await startNotifierFixture();
    receiver = await startReceiver();
    fixture = channelFixture(notifier);
    const log = { info: () => undefined } as never;
    handler = new AnswerChannelsHandler(notifier.pool, notifier.clock.now, () => void (wakes += 1), log, most);
  });
  afterAll(() => Promise.all([receiver.stop(), notifier.stop()]));
  beforeEach(async () => {
    wakes = 0;
    receiver.calls.length = 0;
    for (const table of ['delivery', 'callback', 'channel']) await notifier.pool.query(`DELETE FROM ${table}`);
  });

  const of = { client_id: clientId, account_id: accountId };
  const open = (channel_id: string, filters = {}, more: Partial<ChannelQuery> = {}) => {
    const channel = { channel_id, callback_url: receiver.url, filters };
    return handler.answer({ kind: 'create', ...of, channel, ...more } as ChannelQuery);
  };
  const list = (more = {}) => handler.answer({ kind: 'list', ...of, ...more });

  it('given a new channel, when its creation is repeated, then there is one channel and one verification', async () => {
    expect(await open('chn_1')).toEqual({ outcome: 'accepted' });
    expect(wakes).toBe(1);
    expect(await open('chn_1')).toEqual({ outcome: 'accepted' });
    await notifier.deliverAll();
    expect(typesAt(receiver)).toEqual(['verification']);
    expect(await fixture.list()).toEqual(['chn_1']);
  });

  it('given more channels than an account may have, when created at the same time, then exactly so many are open', async () => {
    const ids = Array.from({ length: most + 3 }, (_, n) => `chn_${n}`);
    const replies = await Promise.all(ids.map((id) => open(id)));
    expect(replies.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(most);
    expect(replies.filter(({ outcome }) => outcome === 'unknown')).toEqual(
      Array.from({ length: 3 }, () => ({ outcome: 'unknown', full: most })),
    );
    const [first] = await fixture.list();
    expect(await open(first!)).toEqual({ outcome: 'accepted' });
    await handler.answer({ kind: 'close', ...of, channel_id: first! });
    expect(await open('chn_again')).toEqual({ outcome: 'accepted' });
  });

  it('given an account that is full, then one statement reports it, after the lock and the endpoint (CBK-8)', async () => {
    for (let n = 0; n < most; n += 1) await open(`chn_${n}`);
    const texts: string[] = [];
    await inTransaction(notifier.pool, async (client) => {
      const query = vi.spyOn(client, 'query');
      const channel = { channel_id: 'chn_more', callback_url: receiver.url, filters: {} };
      const reply = await createChannel(client, { kind: 'create', ...of, channel }, { now: 0, most });
      expect(reply).toEqual({ outcome: 'unknown', full: most });
      texts.push(...query.mock.calls.map(([one]) => (typeof one === 'string' ? one : (one as { text: string }).text)));
      query.mockRestore();
    });
    expect(texts.filter((text) => /FROM channel/.test(text))).toHaveLength(1);
    expect(texts).toHaveLength(3);
  });

  it('given channels with filters, when listed, then the oldest is first, and only non-default filters show', async () => {
    await open('chn_b', { calendar_ids: ['cal_1'], only_managed: true });
    notifier.clock.advance(1_000);
    await open('chn_a', { only_managed: false });
    const channel = (channel_id: string, filters: object) => ({ channel_id, callback_url: receiver.url, filters });
    expect(await list()).toEqual({
      outcome: 'channels',
      channels: [channel('chn_b', { calendar_ids: ['cal_1'], only_managed: true }), channel('chn_a', {})],
    });
  });

  it.each([
    ['another application', { client_id: 'application-2' }],
    ['another account', { account_id: 'acc_2' }],
  ])(
    'given a channel, when %s lists, closes or creates it, then it has none, and the channel stays',
    async (_, other) => {
      await open('chn_1');
      expect(await list(other)).toEqual({ outcome: 'channels', channels: [] });
      const closed = await handler.answer({ kind: 'close', ...of, ...other, channel_id: 'chn_1' });
      expect(closed).toEqual({ outcome: 'unknown' });
      expect(await open('chn_1', {}, other)).toEqual({ outcome: 'unknown' });
      expect(await fixture.list()).toEqual(['chn_1']);
    },
  );

  it('given a channel with a queued notification, when closed, then it is not sent, and a second close finds none', async () => {
    await open('chn_1');
    const close = { kind: 'close' as const, ...of, channel_id: 'chn_1' };
    expect(await handler.answer(close)).toEqual({ outcome: 'accepted' });
    expect(await handler.answer(close)).toEqual({ outcome: 'unknown' });
    await notifier.deliverAll();
    expect([receiver.calls, await notifier.list()]).toEqual([[], []]);
  });

  it('given a disabled callback URL, an erased account or a deleted application, then no channel is opened', async () => {
    const { pool, clock } = notifier;
    const endpoint = [endpointIdOf(clientId, receiver.url), clientId, receiver.url, clock.now()];
    await pool.query(
      'INSERT INTO endpoint (endpoint_id, client_id, url, disabled_at) VALUES ($1, $2, $3, $4)',
      endpoint,
    );
    expect(await open('chn_1')).toEqual({ outcome: 'endpoint-disabled' });
    await pool.query('DELETE FROM endpoint');
    await notifier.applications.eraseAll({ kind: 'account', client_id: clientId, account_id: 'acc_gone' });
    await notifier.applications.eraseAll({ kind: 'application', client_id: 'application-gone', account_ids: [] });
    expect(await open('chn_2', {}, { account_id: 'acc_gone' })).toEqual({ outcome: 'unknown' });
    expect(await open('chn_3', {}, { client_id: 'application-gone' })).toEqual({ outcome: 'unknown' });
    expect([wakes, (await pool.query('SELECT FROM channel')).rowCount]).toEqual([0, 0]);
  });
});
