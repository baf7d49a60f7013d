import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountId, channelFixture, typesAt } from '../../channels.fixture.js';
import { clientId, startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { startReceiver } from '../../receiver.fixture.js';
import { EndAccessHandler } from './end-access.handler.js';

let notifier: NotifierFixture;
beforeAll(async () => void (notifier = await startNotifierFixture()));
afterAll(() => notifier.stop());

it('given channels, when the user revokes the permission, then they receive no more notifications, and later channels do', async () => {
  const receiver = await startReceiver();
  const { pool, clock } = notifier;
  const parts = channelFixture(notifier);
  const handler = new EndAccessHandler(pool, clock.now, { info: () => undefined } as never);
  await parts.connected();
  clock.advance(60_000);
  await parts.open('chn_1', receiver.url);
  await notifier.deliverAll();
  clock.advance(60_000);
  await parts.handle(parts.event('evt_1', 'no longer notified'));
  const at = clock.now();
  clock.advance(1_000);
  await parts.open('chn_2', receiver.url);
  receiver.calls.length = 0;

  const ended = { client_id: clientId, account_id: accountId, at };
  await handler.end({ ...ended, account_id: 'acc_other' });
  expect(await parts.list()).toEqual(['chn_1', 'chn_2']);
  await handler.end(ended);
  await handler.end(ended);
  await parts.settle();

  expect(await parts.list()).toEqual(['chn_2']);
  expect(typesAt(receiver)).toEqual(['verification']);
  await receiver.stop();
});
