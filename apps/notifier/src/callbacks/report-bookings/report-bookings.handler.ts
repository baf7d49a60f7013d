import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { bookingLinkReported, type BookingLinkReported } from '@kalends/contracts';
import { firstReceived, sqlOf, OnMessageBatch, type Delivered } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { randomToken } from '@kalends/security';
import { traceparentFor } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { enqueueCallbacks, type NewCallback } from '../enqueue-callbacks.js';
import { clockToken, poolToken, wakeToken, type Clock, type Wake } from '../../injection-tokens.js';
import { bookingCallback } from './booking-callback.js';

const callbackOf = ({ body, context }: Delivered<BookingLinkReported>): NewCallback => ({
  callbackId: `cbk_${randomToken(24)}`,
  clientId: body.client_id,
  ...bookingCallback(body),
  orderKey: body.link_id,
  url: body.callback_url,
  causedAt: body.at,
  traceparent: traceparentFor(context.traceparent),
});

/** What happened on the page of a booking link is one callback: stored once, through the inbox, in the link's order. */
@Controller()
export class ReportBookingsHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
  ) {}

  @OnMessageBatch(bookingLinkReported)
  async handle(@Payload() batch: Delivered<BookingLinkReported>[]) {
    await inTransaction(this.pool, async (client) => {
      const ids = batch.map(({ context }) => context.id);
      const first = await firstReceived(sqlOf(client), 'notifier', ids);
      // a batch may contain the same message twice
      const added = batch.filter(({ context }) => first.delete(context.id)).map(callbackOf);
      await enqueueCallbacks(client, added, this.clock());
    });
    this.wake();
  }
}
