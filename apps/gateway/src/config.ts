import { providerGatewaySettings, type ProviderGatewaySettings } from '@kalends/provider-registry';
import { kafkaSettings, oidcSettings, settings, tracingSettings, type TracingSettings } from '@kalends/service-runtime';
import { z } from 'zod';

/** Environment of the gateway in its own process. */
export const gatewaySettings = z.object({
  PORT: settings.PORT(3000),
  HOST: settings.HOST,
  PUBLIC_URL: settings.PUBLIC_URL,
  DATABASE_URL: settings.DATABASE_URL,
  DATABASE_READ_URL: settings.DATABASE_READ_URL,
  DATABASE_POOL: settings.DATABASE_POOL,
  KAFKA_BROKERS: settings.KAFKA_BROKERS,
  ...kafkaSettings,
  ADMIN_KEY: settings.ADMIN_KEY,
  ENCRYPTION_KEY: settings.ENCRYPTION_KEY,
  ALLOW_NETWORKS: settings.ALLOW_NETWORKS,
  ...providerGatewaySettings,
  CLIENT_ALIAS: settings.CLIENT_ALIAS,
  TRUST_PROXY: settings.TRUST_PROXY,
  AVAILABILITY_MAX_SPAN: settings.AVAILABILITY_MAX_SPAN,
  METRICS_PORT: settings.METRICS_PORT,
  DRAIN_SECONDS: settings.DRAIN_SECONDS,
  RATE_LIMIT_PER_SECOND: settings.RATE_LIMIT_PER_SECOND,
  RATE_LIMIT_PER_MINUTE: settings.RATE_LIMIT_PER_MINUTE,
  NEW_ACCOUNTS_PER_HOUR: settings.NEW_ACCOUNTS_PER_HOUR,
  UNKNOWN_REQUESTS_PER_MINUTE: settings.UNKNOWN_REQUESTS_PER_MINUTE,
  PAGES_PER_MINUTE: settings.PAGES_PER_MINUTE,
  APPLICATIONS: settings.APPLICATIONS,
  ACCOUNTS_PER_APPLICATION: settings.ACCOUNTS_PER_APPLICATION,
  REVOKED_RETENTION_DAYS: settings.REVOKED_RETENTION_DAYS,
  ...oidcSettings,
  ABANDONED_ACCOUNT_DAYS: settings.ABANDONED_ACCOUNT_DAYS,
  CHECK_PROVIDERS: settings.CHECK_PROVIDERS,
  LOG_LEVEL: settings.LOG_LEVEL,
  LOG_FORMAT: settings.LOG_FORMAT,
  ...tracingSettings,
});

type Settings = z.output<typeof gatewaySettings>;

/** Configuration that the gateway needs to start, in any process. */
export type GatewayConfig = Pick<
  Settings,
  | 'PORT'
  | 'HOST'
  | 'DATABASE_URL'
  | 'DATABASE_POOL'
  | 'ADMIN_KEY'
  | 'ENCRYPTION_KEY'
  | 'ALLOW_NETWORKS'
  | 'TRUST_PROXY'
  | 'AVAILABILITY_MAX_SPAN'
  | 'METRICS_PORT'
  | 'RATE_LIMIT_PER_SECOND'
  | 'RATE_LIMIT_PER_MINUTE'
  | 'NEW_ACCOUNTS_PER_HOUR'
  | 'UNKNOWN_REQUESTS_PER_MINUTE'
  | 'PAGES_PER_MINUTE'
  | 'APPLICATIONS'
  | 'ACCOUNTS_PER_APPLICATION'
  | 'REVOKED_RETENTION_DAYS'
  | 'OIDC_ROLES_CLAIM'
  | 'OIDC_ROLES'
  | 'ABANDONED_ACCOUNT_DAYS'
  | 'CHECK_PROVIDERS'
  | 'LOG_LEVEL'
  | 'LOG_FORMAT'
> &
  ProviderGatewaySettings &
  TracingSettings &
  Partial<
    Pick<Settings, 'DATABASE_READ_URL' | 'CLIENT_ALIAS' | 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'>
  > & { PUBLIC_URL: string };

/** `http://HOST:PORT` if PUBLIC_URL is not set. */
export const publicUrlOf = ({ PUBLIC_URL, HOST, PORT }: Pick<Settings, 'PUBLIC_URL' | 'HOST' | 'PORT'>) =>
  PUBLIC_URL ?? `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${PORT}`;
