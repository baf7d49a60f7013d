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

it(
  'given a hanging receiver with a long backlog, when delivered, then the others are not delayed',
  { tags: 'long' },
  async () => {
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
  },
);

it(
  'given an application with 1,100 slow origins, when another has a callback, then it is sent before any of them answers',
  { tags: 'long' },
  async () => {
    const patient = await startNotifierFixture({ timeoutMs: 60_000 });
    const slow = await startReceiver({ host: '0.0.0.0' });
    const waiting: (() => void)[] = [];
    slow.answer((_, response) => void waiting.push(() => response.end()));
    const { port } = new URL(slow.origin);
    const origins = Array.from({ length: 1_100 }, (_, n) => `http://127.${1 + (n >> 8)}.${n & 255}.1:${port}/`);
    await patient.addSecrets('slow-application');
    const of = (client_id: string, url: string, name: string) =>
      delivered(patient.replyOf(url, name, { client_id, invite_id: `inv_${name}` }));
    await patient.replies.handle(origins.map((url, n) => of('slow-application', url, `s${n}`)));
    while ((await patient.worker.round()) > 0);
    await waitUntil(() => waiting.length > 400);

    const [other] = healthy;
    other!.calls.length = 0;
    await patient.replies.handle([of('application-1', other!.url, 'quick')]);
    expect(await patient.worker.round()).toBe(1);
    await waitUntil(() => other!.calls.length === 1);

    for (const end of waiting) end();
    slow.answer((_, response) => response.end());
    await patient.worker.drained();
    await patient.deliverAll();
    expect(new Set(slow.calls.map(({ json }) => json.smart_invite.reply.comment)).size).toBe(1_100);
    await slow.stop();
    await patient.stop();
  },
);

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
