import type { BusServiceConfig } from '@kalends/messaging';
import { kafkaSettings, settings, tracingSettings } from '@kalends/service-runtime';
import { z } from 'zod';

/** Environment of invites as a separate process; PORT serves health only. */
export const invitesSettings = z.object({
  PORT: settings.PORT(3002),
  HOST: settings.HOST,
  DATABASE_URL: settings.DATABASE_URL,
  DATABASE_POOL: settings.DATABASE_POOL,
  KAFKA_BROKERS: settings.KAFKA_BROKERS,
  ...kafkaSettings,
  ENCRYPTION_KEY: settings.ENCRYPTION_KEY,
  SMTP_PORT: settings.SMTP_PORT,
  MAIL_DOMAIN: settings.MAIL_DOMAIN,
  REPLY_ADDRESS: settings.REPLY_ADDRESS,
  SMTP_TLS_CERT: settings.SMTP_TLS_CERT,
  SMTP_TLS_KEY: settings.SMTP_TLS_KEY,
  SMTP_CONNECTIONS_PER_ADDRESS: settings.SMTP_CONNECTIONS_PER_ADDRESS,
  UNMATCHED_MAIL_DAYS: settings.UNMATCHED_MAIL_DAYS,
  INVITES_PER_APPLICATION: settings.INVITES_PER_APPLICATION,
  DRAIN_SECONDS: settings.DRAIN_SECONDS,
  LOG_LEVEL: settings.LOG_LEVEL,
  LOG_FORMAT: settings.LOG_FORMAT,
  ...tracingSettings,
});

export type InvitesConfig = BusServiceConfig &
  Pick<
    z.output<typeof invitesSettings>,
    | 'ENCRYPTION_KEY'
    | 'SMTP_PORT'
    | 'MAIL_DOMAIN'
    | 'REPLY_ADDRESS'
    | 'SMTP_TLS_CERT'
    | 'SMTP_TLS_KEY'
    | 'SMTP_CONNECTIONS_PER_ADDRESS'
    | 'UNMATCHED_MAIL_DAYS'
    | 'INVITES_PER_APPLICATION'
  >;

/** The form of invites' reply addresses. */
export const replyAddressOf = ({ REPLY_ADDRESS, MAIL_DOMAIN }: Pick<InvitesConfig, 'REPLY_ADDRESS' | 'MAIL_DOMAIN'>) =>
  REPLY_ADDRESS ?? `{token}@${MAIL_DOMAIN}`;
