import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { windowEntered, type WindowEntered } from '@kalends/contracts';
import { firstReceived, OnMessageBatch, sqlOf, type Delivered } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { notifyChannels } from '../notify-channels.js';
import { lockChannels } from '../lock-channels.js';
import { clockToken, poolToken, wakeToken, type Clock, type Wake } from '../../injection-tokens.js';
import { channelsOfEntered } from './channels-of-entered.js';

/** Notifies channels of events that time has brought into the window of reads without bounds: once, through the inbox. */
@Controller()
export class NotifyEnteredHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
  ) {}

  @OnMessageBatch(windowEntered)
  async handle(@Payload() batch: Delivered<WindowEntered>[]) {
    const queued = await inTransaction(this.pool, async (client) => {
      const ids = batch.map(({ context }) => context.id);
      const first = await firstReceived(sqlOf(client), 'notifier', ids);
      // a batch may contain the same message twice
      const entered = batch.filter(({ context }) => first.delete(context.id)).map(({ body }) => body);
      const channels = await lockChannels(
        client,
        entered.map(({ account_id }) => account_id),
      );
      return channels.length === 0 ? 0 : notifyChannels(client, channelsOfEntered(channels, entered), this.clock());
    });
    if (queued > 0) this.wake();
  }
}
