import type { BusServiceConfig } from '@kalends/messaging';
import { providerSyncSettings, type ProviderSyncSettings } from '@kalends/provider-registry';
import { kafkaSettings, settings, tracingSettings } from '@kalends/service-runtime';
import { z } from 'zod';
import type { PollBounds } from './sync/poll-intervals.js';

/** Environment of calendar-sync when it runs as its own process; PORT serves health checks only. */
export const calendarSyncSettings = z.object({
  PORT: settings.PORT(3001),
  HOST: settings.HOST,
  DATABASE_URL: settings.DATABASE_URL,
  DATABASE_POOL: settings.DATABASE_POOL,
  KAFKA_BROKERS: settings.KAFKA_BROKERS,
  ...kafkaSettings,
  ENCRYPTION_KEY: settings.ENCRYPTION_KEY,
  ALLOW_NETWORKS: settings.ALLOW_NETWORKS,
  SYNC_INTERVAL: settings.SYNC_INTERVAL,
  SYNC_INTERVAL_MAX: settings.SYNC_INTERVAL_MAX,
  CONFIRM_INTERVAL: settings.CONFIRM_INTERVAL,
  CONFIRM_INTERVAL_IN_USE: settings.CONFIRM_INTERVAL_IN_USE,
  FULL_LISTING_INTERVAL: settings.FULL_LISTING_INTERVAL,
  REVOKED_RETENTION_DAYS: settings.REVOKED_RETENTION_DAYS,
  ...providerSyncSettings,
  LOG_LEVEL: settings.LOG_LEVEL,
  LOG_FORMAT: settings.LOG_FORMAT,
  ...tracingSettings,
});

type Settings = z.output<typeof calendarSyncSettings>;

export type CalendarSyncConfig = BusServiceConfig &
  Pick<
    Settings,
    | 'ENCRYPTION_KEY'
    | 'ALLOW_NETWORKS'
    | 'SYNC_INTERVAL'
    | 'SYNC_INTERVAL_MAX'
    | 'CONFIRM_INTERVAL'
    | 'CONFIRM_INTERVAL_IN_USE'
    | 'FULL_LISTING_INTERVAL'
    | 'REVOKED_RETENTION_DAYS'
  > &
  ProviderSyncSettings;

/** How often calendars are polled. */
export const pollBoundsOf = (
  config: Pick<Settings, 'SYNC_INTERVAL' | 'SYNC_INTERVAL_MAX' | 'CONFIRM_INTERVAL' | 'CONFIRM_INTERVAL_IN_USE'>,
): PollBounds => ({
  shortestMs: config.SYNC_INTERVAL * 1_000,
  longestMs: config.SYNC_INTERVAL_MAX * 1_000,
  confirmMs: config.CONFIRM_INTERVAL * 1_000,
  confirmUsedMs: config.CONFIRM_INTERVAL_IN_USE * 1_000,
});
