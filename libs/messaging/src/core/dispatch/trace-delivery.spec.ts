import {
  currentTraceparent,
  requestFields,
  useTracer,
  withRequestFields,
  type SpanStart,
} from '@kalends/service-runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { header } from '../envelope/envelope.js';
import { MessageContext } from '../nest/message-context.js';
import type { Route } from './route.js';
import { inRequestOf, traceDelivery } from './trace-delivery.js';

const route = { topic: 'a.event.thing.v1', form: 'batch' } as unknown as Route;
const traceparent = (trace: string, span: string) => `00-${trace.repeat(32)}-${span.repeat(16)}-01`;
const messageOf = (headers: Record<string, string>) =>
  new MessageContext(
    { topic: route.topic, partition: 0, position: 1, key: 'k', lane: 'k', headers, body: '{"secret":1}' },
    1,
  );
const traced = (trace: string, span: string) => messageOf({ [header.traceparent]: traceparent(trace, span) });

let spans: (SpanStart & { ended: boolean })[];
beforeEach(() => {
  spans = [];
  useTracer({
    start: (start) => {
      const span = { ...start, ended: false };
      spans.push(span);
      const context = { traceId: start.parent?.traceId ?? '0'.repeat(32), spanId: 'f'.repeat(16), sampled: true };
      return { context, set: () => undefined, end: () => void (span.ended = true) };
    },
    flush: async () => undefined,
  });
});
afterEach(() => useTracer(undefined));

const recorded = () =>
  spans.map(({ name, service, parent, links, ended }) => ({
    name,
    service,
    in: parent && `${parent.traceId[0]}${parent.spanId[0]}`,
    links: links.map(({ traceId, spanId }) => `${traceId[0]}${spanId[0]}`),
    ended,
  }));

it('given messages of two traces and of none, when handled together, then each trace has a span and the first one the work', async () => {
  const messages = [messageOf({}), traced('a', '1'), traced('a', '1'), traced('b', '2')];
  const within = await traceDelivery({ group: 'notifier', route, messages }, async () => currentTraceparent());
  expect(within).toBe(traceparent('a', 'f'));
  const common = { name: 'process a.event.thing.v1', service: 'notifier', ended: true };
  expect(recorded()).toEqual([
    { ...common, in: 'b2', links: ['a1'] },
    { ...common, in: 'a1', links: ['b2'] },
  ]);
  expect(JSON.stringify(spans)).not.toContain('secret');
});

it('given a handler that fails, when handled, then its error is thrown and every span has ended', async () => {
  const failing = traceDelivery({ group: 'notifier', route, messages: [traced('a', '1'), traced('b', '2')] }, () =>
    Promise.reject(new Error('no')),
  );
  await expect(failing).rejects.toThrow('no');
  expect(spans.map(({ ended }) => ended)).toEqual([true, true]);
});

it('given messages without a trace, when handled, then no trace begins', async () => {
  expect(
    await traceDelivery({ group: 'notifier', route, messages: [messageOf({})] }, async () => currentTraceparent()),
  ).toBeUndefined();
  expect(spans).toEqual([]);
});

it.each([
  ['of one request', ['a', 'a'], { request_id: 'a' }],
  ['of two requests', ['a', 'b'], {}],
  ['of a request and of none', ['a', undefined], {}],
  ['of none', [undefined], {}],
])('given messages %s, when handled, then log lines have the id if it is one', async (_what, ids, fields) => {
  const messages = ids.map((id) => messageOf(id === undefined ? {} : { [header.requestId]: id }));
  const within = () => inRequestOf(messages, async () => requestFields());
  expect(await withRequestFields({ request_id: 'that of who woke the consumer' }, within)).toEqual(fields);
});
