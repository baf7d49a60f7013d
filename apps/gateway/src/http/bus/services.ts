import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  availabilityOperations,
  calendarSyncOperations,
  invitesOperations,
  notifierOperations,
  type OperationsQuery,
  type OperationsReply,
  type ServiceName,
} from '@kalends/contracts';
import type { MessagingClient, Operations } from '@kalends/messaging';
import { operationsToken, requestToken } from '../injection-tokens.js';
import { requestOrThrow } from './request-or-throw.js';

type Sends = (client: MessagingClient, query: OperationsQuery) => Promise<OperationsReply>;

const others: Record<Exclude<ServiceName, 'gateway'>, Sends> = {
  'calendar-sync': (client, query) => requestOrThrow(client, calendarSyncOperations, query),
  availability: (client, query) => requestOrThrow(client, availabilityOperations, query),
  invites: (client, query) => requestOrThrow(client, invitesOperations, query),
  notifier: (client, query) => requestOrThrow(client, notifierOperations, query),
};

/** An operator waits no longer for one service while the others have answered. */
const deadlineMs = 3_000;

type Outcome = OperationsReply['outcome'];
export type ReplyOf<O extends Outcome> = Extract<OperationsReply, { outcome: O }>;

/** Requests from each service, over the bus, what only it has in its tables; the gateway answers for itself. */
@Injectable()
export class Services {
  constructor(
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(operationsToken) private readonly own: Operations,
  ) {}

  /** Throws a 503 or 504 Refusal when the service does not answer. */
  async request(service: ServiceName, query: OperationsQuery): Promise<OperationsReply> {
    return service === 'gateway' ? this.own.answer(query) : others[service](this.client, query);
  }

  /** The reply with this outcome of each service; null for one that does not answer in 3 seconds. */
  requestEach<O extends Outcome>(
    services: readonly ServiceName[],
    queryOf: (service: ServiceName) => OperationsQuery,
    outcome: O,
  ): Promise<{ service: ServiceName; reply: ReplyOf<O> | null }[]> {
    return Promise.all(
      services.map(async (service) => {
        const reply = await this.inTime(this.request(service, queryOf(service)));
        return { service, reply: reply?.outcome === outcome ? (reply as ReplyOf<O>) : null };
      }),
    );
  }

  private async inTime(request: Promise<OperationsReply>): Promise<OperationsReply | null> {
    const waiting = new AbortController();
    const late = delay(deadlineMs, null, { signal: waiting.signal, ref: false }).catch(() => null);
    const reply = await Promise.race([request.catch(() => null), late]);
    waiting.abort();
    return reply;
  }
}
