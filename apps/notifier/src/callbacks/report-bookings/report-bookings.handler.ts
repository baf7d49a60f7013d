import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { bookingLinkReported, type BookingLinkReported } from '@kalends/contracts';
import { OnMessageBatch, type Delivered } from '@kalends/messaging';
import { randomToken } from '@kalends/security';
import { traceparentFor } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { NewCallback } from '../enqueue-callbacks.js';
import { enqueueOnce } from '../enqueue-once.js';
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
    await enqueueOnce(this.pool, batch, { callbackOf, now: this.clock() });
    this.wake();
  }
}
