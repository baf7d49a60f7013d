import type { BusServiceConfig } from '@kalends/messaging';
import { kafkaSettings, settings, tracingSettings } from '@kalends/service-runtime';
import { z } from 'zod';

/** Environment of notifier as a separate process; PORT serves health only. */
export const notifierSettings = z.object({
  PORT: settings.PORT(3004),
  HOST: settings.HOST,
  DATABASE_URL: settings.DATABASE_URL,
  DATABASE_POOL: settings.DATABASE_POOL,
  KAFKA_BROKERS: settings.KAFKA_BROKERS,
  ...kafkaSettings,
  ENCRYPTION_KEY: settings.ENCRYPTION_KEY,
  ALLOW_NETWORKS: settings.ALLOW_NETWORKS,
  CHANNELS_PER_ACCOUNT: settings.CHANNELS_PER_ACCOUNT,
  LOG_LEVEL: settings.LOG_LEVEL,
  LOG_FORMAT: settings.LOG_FORMAT,
  ...tracingSettings,
});

export type NotifierConfig = BusServiceConfig &
  Pick<z.output<typeof notifierSettings>, 'ENCRYPTION_KEY' | 'ALLOW_NETWORKS' | 'CHANNELS_PER_ACCOUNT'>;
