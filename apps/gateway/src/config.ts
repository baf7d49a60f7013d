import {
  googleClientSettings,
  kafkaSettings,
  microsoftClientSettings,
  settings,
  tracingSettings,
  type TracingSettings,
} from '@kalends/service-runtime';
import { z } from 'zod';

/** Settings for a user's consent at Google. */
const googleConsentSettings = {
  ...googleClientSettings,
  GOOGLE_AUTHORIZE_URL: settings.GOOGLE_AUTHORIZE_URL,
  GOOGLE_USERINFO_URL: settings.GOOGLE_USERINFO_URL,
  GOOGLE_REVOKE_URL: settings.GOOGLE_REVOKE_URL,
};

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
  ...googleConsentSettings,
  ...microsoftClientSettings,
  MICROSOFT_OPTIONAL_ACCESS: settings.MICROSOFT_OPTIONAL_ACCESS,
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
  LOG_LEVEL: settings.LOG_LEVEL,
  LOG_FORMAT: settings.LOG_FORMAT,
  ...tracingSettings,
});

type Settings = z.output<typeof gatewaySettings>;

type ConsentConfig = Pick<
  Settings,
  keyof typeof googleConsentSettings | keyof typeof microsoftClientSettings | 'ALLOW_NETWORKS'
>;

/** Configuration that the gateway needs to start, in any process. */
export type GatewayConfig = Pick<
  Settings,
  | 'PORT'
  | 'HOST'
  | 'DATABASE_URL'
  | 'DATABASE_POOL'
  | 'ADMIN_KEY'
  | 'ENCRYPTION_KEY'
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
  | 'LOG_LEVEL'
  | 'LOG_FORMAT'
> &
  ConsentConfig &
  TracingSettings &
  Partial<Pick<Settings, 'DATABASE_READ_URL' | 'CLIENT_ALIAS' | 'MICROSOFT_OPTIONAL_ACCESS'>> & { PUBLIC_URL: string };

/** Google's calendars are offered if an OAuth client is configured for them. */
export const offersGoogle = ({
  GOOGLE_CLIENT_ID,
  GOOGLE_CLIENT_SECRET,
}: Pick<Settings, 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET'>) =>
  GOOGLE_CLIENT_ID !== undefined && GOOGLE_CLIENT_SECRET !== undefined;

/** Microsoft's calendars are offered if an OAuth client is configured for them. */
export const offersMicrosoft = ({
  MICROSOFT_CLIENT_ID,
  MICROSOFT_CLIENT_SECRET,
}: Pick<Settings, 'MICROSOFT_CLIENT_ID' | 'MICROSOFT_CLIENT_SECRET'>) =>
  MICROSOFT_CLIENT_ID !== undefined && MICROSOFT_CLIENT_SECRET !== undefined;

/** `http://HOST:PORT` if PUBLIC_URL is not set. */
export const publicUrlOf = ({ PUBLIC_URL, HOST, PORT }: Pick<Settings, 'PUBLIC_URL' | 'HOST' | 'PORT'>) =>
  PUBLIC_URL ?? `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${PORT}`;
