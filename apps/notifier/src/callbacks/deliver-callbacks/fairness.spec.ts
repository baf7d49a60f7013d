import { waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { delivered, startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { startReceiver, type Receiver } from '../../receiver.fixture.js';

let notifier: NotifierFixture;
let hanging: Receiver;
let healthy: Receiver[];

beforeAll(async () => {
  notifier = await startNotifierFixture({ timeoutMs: 3_000 });
  hanging = await startReceiver();
  hanging.answer(() => undefined);
  healthy = await Promise.all(Array.from({ length: 4 }, startReceiver));
});
afterAll(async () => {
  await Promise.all([hanging, ...healthy].map((one) => one.stop()));
  await notifier.stop();
});

it('given a hanging receiver with a long backlog, when delivered, then the others are not delayed', async () => {
  const backlog = Array.from({ length: 300 }, (_, index) =>
    delivered(notifier.replyOf(hanging.url, `h${index}`, { invite_id: `inv_h${index}` })),
  );
  await notifier.replies.handle(backlog);
  const others = Array.from({ length: 200 }, (_, index) =>
    delivered(notifier.replyOf(healthy[index % 4]!.url, `${index}`, { invite_id: `inv_${index}` })),
  );
  await notifier.replies.handle(others);
  const begun = performance.now();
  const received = () => healthy.reduce((sum, { calls }) => sum + calls.length, 0);
  await waitUntil(async () => ((await notifier.worker.round()) >= 0 && received() === 200 ? true : null), {
    interval: 1,
  });
  expect(performance.now() - begun).toBeLessThan(boundMs(2_500));
  expect(hanging.calls.length).toBeGreaterThan(0);
  expect(hanging.calls.length).toBeLessThanOrEqual(8);
  await notifier.worker.drained();
  await notifier.deliver();
  // it did not respond: one at a time from now on
  expect(hanging.calls.length).toBeLessThanOrEqual(9);
});

it('given two workers, when both claim due callbacks, then each callback is sent once', async () => {
  await notifier.pool.query('DELETE FROM delivery');
  for (const one of healthy) one.calls.length = 0;
  const second = await notifier.newWorker();
  await notifier.replies.handle(
    Array.from({ length: 120 }, (_, index) =>
      delivered(notifier.replyOf(healthy[index % 4]!.url, `w${index}`, { invite_id: `inv_w${index}` })),
    ),
  );
  while ((await Promise.all([notifier.deliver(), notifier.deliver(second)])).some((claimed) => claimed > 0));
  const received = healthy.flatMap(({ calls }) => calls.map(({ json }) => json.smart_invite.reply.comment));
  expect(received).toHaveLength(120);
  expect(new Set(received).size).toBe(120);
  await second.stop();
});

it('given a hanging receiver, when the service stops, then it stops soon, and the next one retries without a failed attempt', async () => {
  await notifier.pool.query('DELETE FROM delivery');
  hanging.calls.length = 0;
  const stopping = await notifier.newWorker();
  await notifier.replies.handle([delivered(notifier.replyOf(hanging.url, 'stopped', { invite_id: 'inv_stopped' }))]);
  await stopping.round();
  await waitUntil(() => hanging.calls.length === 1);
  const begun = performance.now();
  await stopping.stop();
  expect(performance.now() - begun).toBeLessThan(boundMs(2_700));
  hanging.answer((_, response) => response.end());
  const next = await notifier.newWorker();
  expect(await notifier.deliver(next)).toBe(1);
  expect(hanging.calls.map(({ id }) => id)).toEqual(Array(2).fill(hanging.calls[0]!.id));
  const [callback] = (await notifier.list({ limit: 1 })).slice(-1);
  expect(callback).toMatchObject({ status: 'delivered', attempts: [{ status_code: 200 }] });
  await next.stop();
});
