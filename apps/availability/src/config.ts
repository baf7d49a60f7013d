import type { BusServiceConfig } from '@kalends/messaging';
import { kafkaSettings, settings, tracingSettings } from '@kalends/service-runtime';
import { z } from 'zod';

/** Environment of availability as a separate process; PORT serves health only. */
export const availabilitySettings = z.object({
  PORT: settings.PORT(3003),
  HOST: settings.HOST,
  DATABASE_URL: settings.DATABASE_URL,
  DATABASE_POOL: settings.DATABASE_POOL,
  KAFKA_BROKERS: settings.KAFKA_BROKERS,
  ...kafkaSettings,
  ENCRYPTION_KEY: settings.ENCRYPTION_KEY,
  AVAILABILITY_MAX_STALENESS: settings.AVAILABILITY_MAX_STALENESS,
  LOG_LEVEL: settings.LOG_LEVEL,
  LOG_FORMAT: settings.LOG_FORMAT,
  ...tracingSettings,
});

export type AvailabilityConfig = BusServiceConfig &
  Pick<z.output<typeof availabilitySettings>, 'ENCRYPTION_KEY' | 'AVAILABILITY_MAX_STALENESS'>;
