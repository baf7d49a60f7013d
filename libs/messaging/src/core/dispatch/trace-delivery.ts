import { inSpan, isTracing, startSpan, withRequestFields } from '@kalends/service-runtime';
import type { MessageContext } from '../nest/message-context.js';
import type { Route } from './route.js';

interface Delivery {
  group: string;
  route: Route;
  messages: readonly MessageContext[];
}

const optionsOf = ({ group, route, messages }: Delivery) => ({
  name: `process ${route.topic}`,
  kind: 'consumer' as const,
  service: group,
  attributes: {
    'messaging.operation.type': 'process',
    'messaging.destination.name': route.topic,
    'messaging.consumer.group.name': group,
    'messaging.batch.message_count': messages.length,
  },
});

/** Runs a handler as part of the request that caused its messages; of several requests, of none. */
export function inRequestOf<T>(messages: readonly MessageContext[], work: () => Promise<T>): Promise<T> {
  const [fields] = messages.map(({ requestFields }) => requestFields);
  const isOne = messages.every(({ requestFields }) => requestFields?.request_id === fields?.request_id);
  return withRequestFields(isOne ? fields : undefined, work);
}

/**
 * Runs a handler in a span of its message's trace. For several messages the span belongs to the first one's trace, and each
 * other trace gets a span of the same duration that links to it. A message without a trace starts none.
 */
export async function traceDelivery<T>(delivery: Delivery, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work();
  const [parent, ...others] = new Set(
    delivery.messages.map(({ traceparent }) => traceparent).filter((one) => one !== undefined),
  );
  if (parent === undefined) return work();
  const options = optionsOf(delivery);
  const beside = others.map((other) => startSpan({ ...options, parent: other, links: [parent] }));
  try {
    return await inSpan({ ...options, parent, links: others }, work);
  } finally {
    for (const span of beside) span?.end();
  }
}
