import { providerSettings } from '@kalends/provider-registry';
import { kafkaSettings, oidcSettings, settings, tracingSettings } from '@kalends/service-runtime';
import { z } from 'zod';

/** Environment of the five services in one process. */
export const allInOneSettings = z.object({
  PORT: settings.PORT(3000),
  HOST: settings.HOST,
  PUBLIC_URL: settings.PUBLIC_URL,
  DATA_DIR: settings.DATA_DIR,
  DATABASE_URL: settings.DATABASE_URL.optional(),
  KAFKA_BROKERS: settings.KAFKA_BROKERS.optional(),
  ...kafkaSettings,
  ADMIN_KEY: settings.ADMIN_KEY.optional(),
  ENCRYPTION_KEY: settings.ENCRYPTION_KEY.optional(),
  DEMO: settings.DEMO,
  SIMULATOR: settings.SIMULATOR,
  SIMULATOR_PORT: settings.SIMULATOR_PORT,
  ALLOW_NETWORKS: settings.ALLOW_NETWORKS,
  CLIENT_ALIAS: settings.CLIENT_ALIAS,
  TRUST_PROXY: settings.TRUST_PROXY,
  AVAILABILITY_MAX_SPAN: settings.AVAILABILITY_MAX_SPAN,
  METRICS_PORT: settings.METRICS_PORT,
  RATE_LIMIT_PER_SECOND: settings.RATE_LIMIT_PER_SECOND,
  RATE_LIMIT_PER_MINUTE: settings.RATE_LIMIT_PER_MINUTE,
  NEW_ACCOUNTS_PER_HOUR: settings.NEW_ACCOUNTS_PER_HOUR,
  UNKNOWN_REQUESTS_PER_MINUTE: settings.UNKNOWN_REQUESTS_PER_MINUTE,
  PAGES_PER_MINUTE: settings.PAGES_PER_MINUTE,
  APPLICATIONS: settings.APPLICATIONS,
  ACCOUNTS_PER_APPLICATION: settings.ACCOUNTS_PER_APPLICATION,
  AVAILABILITY_MAX_STALENESS: settings.AVAILABILITY_MAX_STALENESS,
  DATABASE_POOL: settings.DATABASE_POOL,
  SYNC_INTERVAL: settings.SYNC_INTERVAL,
  SYNC_INTERVAL_MAX: settings.SYNC_INTERVAL_MAX,
  CONFIRM_INTERVAL: settings.CONFIRM_INTERVAL,
  CONFIRM_INTERVAL_IN_USE: settings.CONFIRM_INTERVAL_IN_USE,
  FULL_LISTING_INTERVAL: settings.FULL_LISTING_INTERVAL,
  REVOKED_RETENTION_DAYS: settings.REVOKED_RETENTION_DAYS,
  ABANDONED_ACCOUNT_DAYS: settings.ABANDONED_ACCOUNT_DAYS,
  CHECK_PROVIDERS: settings.CHECK_PROVIDERS,
  CHANNELS_PER_ACCOUNT: settings.CHANNELS_PER_ACCOUNT,
  ...oidcSettings,
  ...providerSettings,
  SMTP_PORT: settings.SMTP_PORT,
  MAIL_DOMAIN: settings.MAIL_DOMAIN,
  REPLY_ADDRESS: settings.REPLY_ADDRESS,
  SMTP_TLS_CERT: settings.SMTP_TLS_CERT,
  SMTP_TLS_KEY: settings.SMTP_TLS_KEY,
  SMTP_CONNECTIONS_PER_ADDRESS: settings.SMTP_CONNECTIONS_PER_ADDRESS,
  UNMATCHED_MAIL_DAYS: settings.UNMATCHED_MAIL_DAYS,
  INVITES_PER_APPLICATION: settings.INVITES_PER_APPLICATION,
  LOG_LEVEL: settings.LOG_LEVEL,
  LOG_FORMAT: settings.LOG_FORMAT,
  ...tracingSettings,
});

export type AllInOneSettings = z.output<typeof allInOneSettings>;

/** The demo's default unless set, where only this machine reaches it: CalDAV servers and callbacks on this machine. */
export const loopback = ['127.0.0.0/8', '::1/128'];
