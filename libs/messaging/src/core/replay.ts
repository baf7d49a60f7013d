import type { TopicContract } from '@kalends/contracts';
import type { Incoming } from './dispatch/incoming.js';
import { header } from './envelope/envelope.js';
import type { Log } from './log.js';
import type { Delivered } from './nest/decorators.js';
import { MessageContext } from './nest/message-context.js';

/** Reads messages for a replay; tombstones and what the contract does not allow (logged) are left out. */
export function openBatch<Body, Reply>(
  contract: TopicContract<Body, Reply>,
  messages: readonly Incoming[],
  log: Log,
): Delivered<Body>[] {
  return messages.flatMap((message) => {
    if (message.body === null || message.headers[header.onlyGroup] !== undefined) return [];
    const parsed = contract.schema.safeParse(jsonOf(message.body));
    if (parsed.success) return [{ body: parsed.data, context: new MessageContext(message, 1) }];
    log.warn({ topic: message.topic, position: message.position, error: parsed.error.message }, 'left out of a replay');
    return [];
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
