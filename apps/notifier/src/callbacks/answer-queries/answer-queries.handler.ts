import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { callbackQuery, type CallbackQuery, type CallbackReply } from '@kalends/contracts';
import { OnRequest } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { clockToken, logToken, poolToken, wakeToken, type Clock, type Wake } from '../../injection-tokens.js';
import { listCallbacks, listEndpoints } from './list.queries.js';
import { enableEndpoint, replayCallback } from './replay.queries.js';

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
  async answer(@Payload() ask: CallbackQuery): Promise<CallbackReply> {
    if (ask.kind === 'list') return { outcome: 'callbacks', ...(await listCallbacks(this.pool, ask)) };
    if (ask.kind === 'list-endpoints') {
      return { outcome: 'endpoints', endpoints: await listEndpoints(this.pool, ask.client_id) };
    }
    const done = await inTransaction(this.pool, (client) =>
      ask.kind === 'replay' ? replayCallback(client, ask, this.clock()) : enableEndpoint(client, ask, this.clock()),
    );
    if (done === undefined) return { outcome: 'unknown' };
    logEvent(this.log, ask.kind === 'replay' ? 'callback-replayed' : 'endpoint-enabled', { ...ask, queued: done });
    this.wake();
    return { outcome: 'accepted', queued: done };
  }
}
