import type { TopicContract } from '@kalends/topics';
import type { Incoming } from './dispatch/incoming.js';
import { readBody } from './dispatch/read-body.js';
import { header } from './envelope/envelope.js';
import { describe } from './errors/sort.js';
import type { Log } from './log.js';
import type { Delivered } from './nest/decorators.js';
import { MessageContext } from './nest/message-context.js';

/** Parses messages for a replay; tombstones and what this release cannot read (logged) are skipped. */
export function openBatch<Body, Reply>(
  contract: TopicContract<Body, Reply>,
  messages: readonly Incoming[],
  log: Log,
): Delivered<Body>[] {
  return messages.flatMap((message) => {
    if (message.body === null || message.headers[header.onlyGroup] !== undefined) return [];
    try {
      return [{ body: readBody(contract, message.body) as Body, context: new MessageContext(message, 1) }];
    } catch (thrown) {
      const { topic, position } = message;
      log.warn({ topic, position, error: describe(thrown) }, 'skipped in a replay');
      return [];
    }
  });
}
