import type { WindowEntered } from '@kalends/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { accountId, channelFixture, notified, type ChannelFixture } from '../../channels.fixture.js';
import { clientId, delivered, startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { startReceiver, type Receiver } from '../../receiver.fixture.js';
import { NotifyEnteredHandler } from './notify-entered.handler.js';

let notifier: NotifierFixture;
let receiver: Receiver;
let fixture: ChannelFixture;
let handler: NotifyEnteredHandler;

beforeAll(async () => void (notifier = await startNotifierFixture()));
afterAll(() => notifier.stop());
beforeEach(async () => {
  receiver = await startReceiver();
  for (const table of 'delivery callback attempt endpoint channel'.split(' ')) {
    await notifier.pool.query(`DELETE FROM ${table}`);
  }
  notifier.clock.set(Date.UTC(2026, 10, 27));
  fixture = channelFixture(notifier);
  handler = new NotifyEnteredHandler(notifier.pool, notifier.clock.now, () => undefined);
});
afterEach(() => receiver.stop());

const day = 86_400_000;
/** Older than every channel: 2 January and 3 March 2026. */
const [older, newer] = [Date.UTC(2026, 0, 2), Date.UTC(2026, 2, 3)];

const entered = (calendars: WindowEntered['calendars'], account_id = accountId): WindowEntered => ({
  client_id: clientId,
  account_id,
  calendars,
});
const calendar = (calendar_id: string, changed_since: number, managed_since: number | null = null) => ({
  calendar_id,
  changed_since,
  managed_since,
});

const changes = async () => {
  notifier.clock.advance(2_000);
  await notifier.deliverAll();
  return notified(receiver)
    .filter(({ notification }) => notification.type === 'change')
    .map(({ channel, notification }) => [channel.channel_id, notification.changes_since])
    .sort();
};

it('given channels with filters, when events enter the window, then each that covers one gets one change from the earliest on (CBK-11)', async () => {
  await fixture.open('chn_all', receiver.url);
  await fixture.open('chn_one', receiver.url, { calendar_ids: ['cal_2'] });
  await fixture.open('chn_none', receiver.url, { calendar_ids: ['cal_3'] });
  await fixture.open('chn_managed', receiver.url, { only_managed: true });
  await fixture.open('chn_neither', receiver.url, { only_managed: true, calendar_ids: ['cal_2'] });
  const message = entered([calendar('cal_1', older, newer), calendar('cal_2', newer)]);
  await handler.handle([delivered(message)]);
  expect(await changes()).toEqual([
    ['chn_all', '2026-01-02T00:00:00Z'],
    ['chn_managed', '2026-03-03T00:00:00Z'],
    ['chn_one', '2026-03-03T00:00:00Z'],
  ]);
});

it('given a redelivered message and one of another account, when handled, then the channel is notified once; the next day again (CBK-11)', async () => {
  await fixture.open('chn_1', receiver.url);
  const message = delivered(entered([calendar('cal_1', older)]));
  await handler.handle([message, message, delivered(entered([calendar('cal_1', older - day)], 'acc_other'))]);
  const once = [['chn_1', '2026-01-02T00:00:00Z']];
  expect(await changes()).toEqual(once);
  await handler.handle([message]);
  expect(await changes()).toEqual(once);
  notifier.clock.advance(day);
  await handler.handle([delivered(entered([calendar('cal_1', newer)]))]);
  expect(await changes()).toEqual([...once, ['chn_1', '2026-03-03T00:00:00Z']]);
});
