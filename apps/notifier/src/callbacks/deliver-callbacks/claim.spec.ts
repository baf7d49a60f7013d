import { afterAll, beforeAll, expect, it } from 'vitest';
import { delivered, startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { claimCallbacks } from './claim.queries.js';
import { Places } from './places.js';

let notifier: NotifierFixture;
beforeAll(async () => (notifier = await startNotifierFixture({ timeoutMs: 3_000 })));
afterAll(() => notifier.stop());

it('given a claim that was planned while nothing was pending, when an application has a backlog, then it reads what it claims, not the backlog', async () => {
  const client = await notifier.pool.connect();
  const rooms = new Places().rooms();
  const claim = async () => (await claimCallbacks(client as never, { workerId: 'w', now: Date.now(), rooms })).length;
  expect(await claim()).toBe(0);
  const backlog = Array.from({ length: 3_000 }, (_, n) =>
    delivered(notifier.replyOf(`http://127.0.0.1:9/${n % 50}`, `b${n}`, { invite_id: `inv_b${n}` })),
  );
  await notifier.replies.handle(backlog);
  await client.query('BEGIN');
  const claimed = await claim();
  const { rows } = await client.query<{ fetched: number }>(
    `SELECT idx_tup_fetch::int AS fetched FROM pg_stat_xact_user_tables WHERE relid = 'delivery'::regclass`,
  );
  await client.query('ROLLBACK');
  client.release();
  expect(claimed).toBeGreaterThan(0);
  expect(rows[0]!.fetched).toBeLessThan(1_000);
});
