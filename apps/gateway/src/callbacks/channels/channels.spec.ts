import { channelQuery, type ChannelReply } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';

const callback_url = 'https://app.example/changes';

describe('push channels', () => {
  let gateway: TestGateway;
  let reply: ChannelReply;
  const requests: unknown[] = [];
  const replyTo = (topic: string, body: unknown) => {
    requests.push([topic, body]);
    return reply;
  };
  beforeAll(async () => (gateway = await startTestGateway({ replyTo })));
  afterAll(() => gateway.stop());
  beforeEach(() => {
    requests.length = 0;
    reply = { outcome: 'accepted' };
  });

  const create = (token: string, body: object) => gateway.call('POST', '/v1/channels', { token, body });

  it('given filters, then the request to notifier has the account and application of the token, and its channel is returned', async () => {
    const { token, accountId, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const filters = { calendar_ids: [calendarId], only_managed: true };
    const { status, body } = await create(token, { callback_url, filters: { ...filters, unknown: 1 } });
    const channel = { channel_id: expect.stringMatching(/^chn_/), callback_url, filters };
    expect([status, body]).toEqual([200, { channel }]);
    expect(requests).toEqual([
      [channelQuery.name, { kind: 'create', client_id: 'app', account_id: accountId, channel }],
    ]);
  });

  it('given an account with as many channels as it may have, then 422 names the maximum', async () => {
    const { token } = await newAccountWithCalendar(gateway.database.pool);
    reply = { outcome: 'unknown', full: 100 };
    const { status, body } = await create(token, { callback_url });
    const description = 'The account has 100 channels, the maximum: close one first';
    expect([status, body]).toEqual([422, { errors: { callback_url: [{ key: 'errors.too_many', description }] } }]);
  });

  it('given more calendars than a request may name, then 422 names the list, and no request is sent', async () => {
    const { token } = await newAccountWithCalendar(gateway.database.pool);
    const calendar_ids = Array.from({ length: 501 }, (_, n) => `cal_${n}`);
    const { status, body } = await create(token, { callback_url, filters: { calendar_ids } });
    expect([status, body]).toMatchObject([422, { errors: { 'filters.calendar_ids': [{ key: 'errors.too_many' }] } }]);
    expect(requests).toEqual([]);
  });

  it('given 500 calendars of others, then at most 50 errors are answered', async () => {
    const { token } = await newAccountWithCalendar(gateway.database.pool);
    const calendar_ids = Array.from({ length: 500 }, (_, n) => `cal_${n}`);
    const { status, body } = await create(token, { callback_url, filters: { calendar_ids } });
    expect([status, Object.keys((body as { errors: object }).errors).length]).toEqual([422, 50]);
  });

  it('given only_managed: false, which is the default, then filters are empty', async () => {
    const { token } = await newAccountWithCalendar(gateway.database.pool, ['read_free_busy']);
    const { body } = await create(token, { callback_url, filters: { only_managed: false } });
    expect(body).toMatchObject({ channel: { filters: {} } });
  });

  it("given several invalid fields, another account's calendar among them, then 422 names all and no request is sent", async () => {
    const [{ token }, other] = [
      await newAccountWithCalendar(gateway.database.pool),
      await newAccountWithCalendar(gateway.database.pool),
    ];
    const { status, body } = await create(token, { filters: { calendar_ids: [other.calendarId] } });
    expect([status, body]).toMatchObject([
      422,
      {
        errors: {
          callback_url: [{ key: 'errors.required' }],
          'filters.calendar_ids[0]': [{ key: 'errors.invalid_calendar_ids' }],
        },
      },
    ]);
    const long = await create(token, { callback_url: `https://app.example/${'x'.repeat(128)}` });
    expect(long.body).toMatchObject({ errors: { callback_url: [{ key: 'errors.too_long' }] } });
    expect(requests).toEqual([]);
  });

  it.each([
    'http://127.0.0.1/x',
    'http://169.254.169.254/x',
    'https://[::1]/x',
    'http://localhost/x',
    'http://8.8.8.8:25/x',
  ])('given %s, which delivery would refuse, then 422, and no request is sent (CBK-10)', async (url) => {
    const { token } = await newAccount(gateway.database.pool);
    const { status, body } = await create(token, { callback_url: url });
    expect([status, body]).toMatchObject([422, { errors: { callback_url: [{ key: 'errors.invalid_url' }] } }]);
    expect(requests).toEqual([]);
  });

  it('given a private address that ALLOW_NETWORKS permits, then a channel is created (CBK-10)', async () => {
    const open = await startTestGateway({ replyTo, env: { ALLOW_NETWORKS: '127.0.0.0/8' } });
    try {
      const { token } = await newAccount(open.database.pool);
      const body = { callback_url: 'http://127.0.0.1:9000/x' };
      expect((await open.call('POST', '/v1/channels', { token, body })).status).toBe(200);
    } finally {
      await open.stop();
    }
  });

  it('given a disabled callback_url, then 422 names it; given a deleted account, then 401', async () => {
    const { token } = await newAccount(gateway.database.pool);
    reply = { outcome: 'endpoint-disabled' };
    const disabled = await create(token, { callback_url });
    expect(disabled.body).toMatchObject({ errors: { callback_url: [{ key: 'errors.endpoint_disabled' }] } });
    reply = { outcome: 'unknown' };
    expect((await create(token, { callback_url })).status).toBe(401);
  });

  it('given a token without read_events or read_free_busy, then 403, and no request is sent', async () => {
    const { token } = await newAccount(gateway.database.pool, ['create_event', 'delete_event']);
    expect((await create(token, { callback_url })).status).toBe(403);
    expect(requests).toEqual([]);
  });

  it('given channels, then they are listed; one is closed with 202; an unknown one is 404', async () => {
    const { token, accountId } = await newAccount(gateway.database.pool);
    const owner = { client_id: 'app', account_id: accountId };
    reply = { outcome: 'channels', channels: [{ channel_id: 'chn_1', callback_url, filters: {} }] };
    const listed = await gateway.call('GET', '/v1/channels', { token });
    expect(listed.body).toEqual({ channels: reply.channels });
    reply = { outcome: 'accepted' };
    const closed = await gateway.call('DELETE', '/v1/channels/chn_1', { token, body: {} });
    expect(closed).toMatchObject({ status: 202, body: '' });
    reply = { outcome: 'unknown' };
    expect((await gateway.call('DELETE', '/v1/channels/chn_2', { token })).status).toBe(404);
    expect(requests.slice(1)).toEqual([
      [channelQuery.name, { kind: 'close', ...owner, channel_id: 'chn_1' }],
      [channelQuery.name, { kind: 'close', ...owner, channel_id: 'chn_2' }],
    ]);
  });
});
