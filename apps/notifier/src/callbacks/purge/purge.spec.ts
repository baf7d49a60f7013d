import { createLogger } from '@kalends/service-runtime';
import { rowsRead } from '@kalends/testing';
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

it('given many events that exist, when purged, then none of them is read', async () => {
  const { pool, clock } = notifier;
  const events = 20_000;
  await pool.query(
    `INSERT INTO seen_event (calendar_id, event_uid, account_id, revision, managed, deleted, changed_at)
     SELECT 'cal_' || n % 100, 'evt_' || n, 'acc_' || n % 50, 1, false, false, $2 FROM generate_series(1, $1::int) AS n`,
    [events, clock.now()],
  );
  await pool.query('ANALYZE seen_event');
  const before = await rowsRead(pool, 'notifier.seen_event');
  await purge({ pool, clock: clock.now, log: createLogger({ service: 'notifier', level: 'silent' }) });
  expect((await rowsRead(pool, 'notifier.seen_event')) - before).toBeLessThan(events / 100);
});
