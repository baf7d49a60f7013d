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
import { RequestError, type MessagingClient, type Operations } from '@kalends/messaging';
import { requestOrThrow } from '../http/bus/request-or-throw.js';
import { operationsToken, requestToken } from '../http/injection-tokens.js';

const contracts = {
  'calendar-sync': calendarSyncOperations,
  availability: availabilityOperations,
  invites: invitesOperations,
  notifier: notifierOperations,
} as const;

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
    return service === 'gateway' ? this.own.answer(query) : requestOrThrow(this.client, contracts[service], query);
  }

  /** The reply with this outcome of each service; null for one that does not answer. */
  requestEach<O extends Outcome>(
    services: readonly ServiceName[],
    queryOf: (service: ServiceName) => OperationsQuery,
    outcome: O,
  ): Promise<{ service: ServiceName; reply: ReplyOf<O> | null }[]> {
    return Promise.all(
      services.map(async (service) => {
        const reply = await this.inTime(service, queryOf(service)).catch(() => null);
        return { service, reply: reply?.outcome === outcome ? (reply as ReplyOf<O>) : null };
      }),
    );
  }

  private async inTime(service: ServiceName, query: OperationsQuery): Promise<OperationsReply | null> {
    if (service === 'gateway') return this.own.answer(query);
    const answer = await this.client.request(contracts[service], query, { deadlineMs });
    return answer instanceof RequestError ? null : answer;
  }
}
