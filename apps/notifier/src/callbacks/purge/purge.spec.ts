import { createLogger } from '@kalends/service-runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { startReceiver, type Receiver } from '../../receiver.fixture.js';
import { purge } from './purge.worker.js';

const day = 86_400_000;
let notifier: NotifierFixture;
let receiver: Receiver;

beforeAll(async () => {
  notifier = await startNotifierFixture();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await notifier.stop();
});

it('given callbacks of a month, when purged, then attempts and settled callbacks of the last 30 days stay, as do pending ones', async () => {
  const { pool, clock } = notifier;
  await notifier.reply(receiver.url, ['old']);
  await notifier.deliverAll();
  await notifier.reply('http://10.0.0.1/', ['pending'], { invite_id: 'inv_2' });
  clock.advance(2 * day);
  await notifier.reply(receiver.url, ['new'], { invite_id: 'inv_3' });
  await notifier.deliverAll();
  clock.advance(28 * day + 1_000);
  await purge({ pool, clock: clock.now, log: createLogger({ service: 'notifier', level: 'silent' }) });
  const { rows } = await pool.query<{ comment: string; attempts: number }>(
    `SELECT body::json #>> '{smart_invite,reply,comment}' AS comment, count(attempt.id) AS attempts
     FROM callback LEFT JOIN attempt USING (callback_id) GROUP BY seq, body ORDER BY seq`,
  );
  expect(rows).toEqual([
    { comment: 'pending', attempts: 1 },
    { comment: 'new', attempts: 1 },
  ]);
});
