import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { calendarState, type CalendarStateRecord } from '@kalends/contracts';
import { OnMessageBatch, withoutErased, type Delivered } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { lockChannels } from '../lock-channels.js';
import { notifyChannels } from '../notify-channels.js';
import { clockToken, poolToken, wakeToken, type Clock, type Wake } from '../../injection-tokens.js';
import type { Difference } from './differences.js';
import { eraseSeen, loadSeen, saveSeen } from './seen.queries.js';
import { channelsToNotify, type FirstChanges } from './channels-to-notify.js';

const firstsSql = `
  SELECT calendar_id, min(changed_at) AS all, min(changed_at) FILTER (WHERE managed) AS managed FROM seen_event
  WHERE calendar_id = ANY ($1::text[]) AND NOT deleted GROUP BY calendar_id`;

/** Notifies channels of differences: by revision, so that a redelivered record notifies nothing. */
@Controller()
export class WatchCalendarsHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
  ) {}

  @OnMessageBatch(calendarState)
  async watch(@Payload() batch: Delivered<CalendarStateRecord>[]) {
    const records = batch.map(({ body }) => body);
    const queued = await inTransaction(this.pool, (client) => this.detect(client, records));
    if (queued > 0) this.wake();
  }

  private async detect(client: PoolClient, records: readonly CalendarStateRecord[]): Promise<number> {
    const { erased: profiles, remaining } = withoutErased(records);
    await eraseSeen(client, profiles);
    const { seen, erased } = await loadSeen(client, remaining);
    const alive = remaining.filter(({ account_id }) => !erased.has(account_id));
    const differences = alive.flatMap((record) => seen.apply(record));
    await saveSeen(client, seen);
    return differences.length === 0 ? 0 : this.notify(client, differences);
  }

  private async notify(client: PoolClient, differences: readonly Difference[]): Promise<number> {
    const channels = await lockChannels(
      client,
      differences.map(({ account_id }) => account_id),
    );
    if (channels.length === 0) return 0;
    const synced = differences.flatMap((one) => (one.kind === 'calendar-synced' ? [one.calendar_id] : []));
    const notifications = channelsToNotify(channels, differences, await this.firstsOf(client, synced));
    return notifyChannels(client, notifications, this.clock());
  }

  private async firstsOf(client: PoolClient, calendarIds: readonly string[]): Promise<Map<string, FirstChanges>> {
    if (calendarIds.length === 0) return new Map();
    const { rows } = await client.query<FirstChanges & { calendar_id: string }>(firstsSql, [calendarIds]);
    return new Map(rows.map(({ calendar_id, ...firsts }) => [calendar_id, firsts]));
  }
}
