import type { MessageHandler } from '@nestjs/microservices';
import type { HandlerExtras } from '../nest/decorators.js';
import type { AnyContract } from '../../transport.js';

/** How a group handles the messages of one topic. */
export interface Route {
  readonly topic: string;
  readonly form: 'message' | 'batch' | 'request';
  readonly contract: AnyContract;
  readonly handler: MessageHandler;
}

/** Builds routes from Nest's handlers. Throws when a topic has no contract or mixes forms, which is a bug. */
export function routesOf(
  handlers: ReadonlyMap<string, MessageHandler>,
  contracts: readonly AnyContract[],
): Map<string, Route> {
  const known = new Map(contracts.map((contract) => [contract.name, contract]));
  const routes = new Map<string, Route>();
  for (const [topic, handler] of handlers) {
    const extras = (handler.extras ?? {}) as HandlerExtras;
    const contract = extras.contract ?? known.get(topic);
    if (!contract) throw new Error(`no contract for the topic ${topic}`);
    const form = handler.isEventHandler ? (extras.batch ? 'batch' : 'message') : 'request';
    if (form === 'batch' && handler.next) throw new Error(`${topic}: a batch handler cannot share its topic`);
    routes.set(topic, { topic, form, contract, handler });
  }
  return routes;
}
