import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { replyRecorded, type ReplyRecorded } from '@kalends/contracts';
import { OnMessageBatch, type Delivered } from '@kalends/messaging';
import { randomToken } from '@kalends/security';
import { traceparentFor } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { NewCallback } from '../enqueue-callbacks.js';
import { enqueueOnce } from '../enqueue-once.js';
import { clockToken, poolToken, wakeToken, type Clock, type Wake } from '../../injection-tokens.js';
import { callbackBody } from './callback-body.js';

const callbackOf = ({ body: reply, context }: Delivered<ReplyRecorded>): NewCallback => ({
  callbackId: `cbk_${randomToken(24)}`,
  clientId: reply.client_id,
  type: 'smart_invite',
  orderKey: reply.invite_id,
  smartInviteId: reply.smart_invite_id,
  url: reply.callback_url,
  body: callbackBody(reply),
  causedAt: reply.recorded_at,
  traceparent: traceparentFor(context.traceparent),
});

/** One new entry in an invite's replies is one callback: stored once, through the inbox, in the invite's order. */
@Controller()
export class EnqueueCallbacksHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
  ) {}

  @OnMessageBatch(replyRecorded)
  async handle(@Payload() batch: Delivered<ReplyRecorded>[]) {
    await enqueueOnce(this.pool, batch, { callbackOf, now: this.clock() });
    this.wake();
  }
}
