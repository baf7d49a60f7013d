import { createHmac } from 'node:crypto';
import { HttpException } from '@nestjs/common';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGatewayDatabase, type GatewayDatabase } from '../../read-model/gateway-database.fixture.js';
import { Strangers } from '../../http/rate-limit/strangers.js';
import { ProviderNotificationsController } from './provider-notifications.controller.js';

const [older, newer] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

/** As calendar-sync creates it: an HMAC of the channel's id with a key derived from the oldest encryption key. */
const tokenOf = (id: string, key: Uint8Array = older) =>
  createHmac('sha256', createHmac('sha256', key).update('google-channel').digest()).update(id).digest('base64url');

describe("a provider's notification", () => {
  let database: GatewayDatabase;
  let controller: ProviderNotificationsController;
  let woken = 0;
  const clock = testClock();
  beforeAll(async () => {
    database = await openGatewayDatabase();
    const relay = { wake: () => (woken += 1) };
    const config = { ENCRYPTION_KEY: [newer, older] };
    controller = new ProviderNotificationsController(database.pool, relay, clock.now, config, new Strangers(0));
  });
  afterAll(() => database.stop());

  const notifications = async () =>
    (await database.pool.query<{ key: string; body: string }>('SELECT key, body FROM outbox ORDER BY id')).rows;
  const take = (...[id, token, state]: [id?: string, token?: string, state?: string]) => {
    const headers = { 'x-goog-channel-id': id, 'x-goog-channel-token': token, 'x-goog-resource-state': state };
    return controller.takeGoogle({ headers, ip: '192.0.2.1' } as never);
  };
  const statusOf = (...headers: [id?: string, token?: string, state?: string]) =>
    take(...headers).then(
      () => 200,
      (error: HttpException) => error.getStatus(),
    );

  it('given one of its channels, when notified, then calendar-sync is notified and the response is empty', async () => {
    expect(await take('gch_1', tokenOf('gch_1'), 'exists')).toBeUndefined();
    const rows = await notifications();
    expect(rows.map(({ body }) => JSON.parse(Buffer.from(body).toString()) as unknown)).toEqual([
      { provider_name: 'google', channel_id: 'gch_1', resource_state: 'exists', received_at: clock.now() },
    ]);
    expect(woken).toBe(1);
  });

  it.each([
    ['no headers at all', []],
    ['no token', ['gch_1']],
    ['no state', ['gch_1', tokenOf('gch_1')]],
    ["another channel's token", ['gch_1', tokenOf('gch_2'), 'exists']],
    ['a token made with another key', ['gch_1', tokenOf('gch_1', newer), 'exists']],
    ['a truncated token', ['gch_1', tokenOf('gch_1').slice(0, -1), 'exists']],
    ['a token for no channel', ['', tokenOf(''), 'exists']],
    ['an unknown state', ['gch_1', tokenOf('gch_1'), 'x'.repeat(100)]],
    ['an id longer than the limit', ['g'.repeat(65), tokenOf('g'.repeat(65)), 'exists']],
    ['an id that begins like a known one', ['g'.repeat(65), tokenOf('g'.repeat(64)), 'exists']],
  ] as [string, [string?, string?, string?]][])('given %s, then 404 and no notification', async (_what, headers) => {
    const before = await notifications();
    expect(await statusOf(...headers)).toBe(404);
    expect(await notifications()).toEqual(before);
  });
});
