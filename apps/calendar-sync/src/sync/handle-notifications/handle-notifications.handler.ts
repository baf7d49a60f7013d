import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  channelNotification,
  providerNotification,
  type ChannelNotification,
  type ProviderNotification,
} from '@kalends/contracts';
import { OnMessage } from '@kalends/messaging';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { clockToken, logToken, poolToken, wakeToken, type Clock, type Wake } from '../../injection-tokens.js';

/** Counted, so that a notification during a sync causes another one; not before the time that a provider requested. */
const noteSql = `
  UPDATE profile SET
    notified = notified + 1,
    notified_at = coalesce(notified_at, $3::bigint),
    next_sync_at = least(next_sync_at, greatest($2::bigint, reads_wait_until))
  WHERE connected AND NOT deleted AND profile_id = (SELECT profile_id FROM push_channel WHERE channel_id = $1)`;

/** The next sync reads this calendar, and no other that is not due. */
const calendarSql = `
  UPDATE calendar SET notified = notified + 1
  WHERE NOT deleted AND calendar_id = (SELECT calendar_id FROM push_channel WHERE channel_id = $1)`;

/** The next sync renews the channel, or replaces it. */
const renewSql = 'UPDATE push_channel SET renew_at = 0 WHERE channel_id = $1 AND NOT closing';

/** Whatever arrives on a channel shows that notifications do, also Google's first message, which announces no change. */
const provedSql = 'UPDATE push_channel SET proved_at = $2, doubted_at = NULL WHERE channel_id = $1';

/** A provider reported a change: the profile becomes due now instead of at its next poll. */
@Controller()
export class NotificationsHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @OnMessage(providerNotification)
  async handle(@Payload() { channel_id, resource_state, received_at }: ProviderNotification): Promise<void> {
    await this.pool.query(provedSql, [channel_id, received_at]);
    if (resource_state === 'sync') return;
    await this.note(channel_id, received_at);
  }

  @OnMessage(channelNotification)
  async handleChannel(@Payload() { channel_id, kind, received_at }: ChannelNotification): Promise<void> {
    if (kind === 'renew') await this.pool.query(renewSql, [channel_id]);
    else await this.pool.query(provedSql, [channel_id, received_at]);
    await this.note(channel_id, received_at);
  }

  private async note(channelId: string, receivedAt: number): Promise<void> {
    await this.pool.query(calendarSql, [channelId]);
    const { rowCount } = await this.pool.query(noteSql, [channelId, this.clock(), receivedAt]);
    if (rowCount === 0) return logEvent(this.log, 'notification.rejected', { channel_id: channelId });
    this.wake();
  }
}
