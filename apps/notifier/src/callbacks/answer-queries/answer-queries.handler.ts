import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { callbackQuery, type CallbackQuery, type CallbackReply } from '@kalends/contracts';
import { OnRequest } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { clockToken, logToken, poolToken, wakeToken, type Clock, type Wake } from '../../injection-tokens.js';
import { listCallbacks, listEndpoints } from './list.queries.js';
import { enableEndpoint, replayCallbacks } from './replay.queries.js';

/** Requests of the gateway for an application: the history of its callbacks, and replays. */
@Controller()
export class AnswerQueriesHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @OnRequest(callbackQuery)
  async answer(@Payload() request: CallbackQuery): Promise<CallbackReply> {
    if (request.kind === 'list') return { outcome: 'callbacks', ...(await listCallbacks(this.pool, request)) };
    if (request.kind === 'list-endpoints') {
      return { outcome: 'endpoints', endpoints: await listEndpoints(this.pool, request.client_id) };
    }
    const done = await inTransaction(this.pool, (client) =>
      request.kind === 'replay'
        ? replayCallbacks(client, request, this.clock())
        : enableEndpoint(client, request, this.clock()),
    );
    if (done === undefined) return { outcome: 'unknown' };
    logEvent(this.log, request.kind === 'enable-endpoint' ? 'endpoint-enabled' : 'callback-replayed', {
      ...request,
      queued: done,
    });
    this.wake();
    return { outcome: 'accepted', queued: done };
  }
}
