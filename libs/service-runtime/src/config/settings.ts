import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { decodeKey } from './encryption-key.js';

const list = (meaning: string, check: (item: string) => boolean) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .refine((items) => items.every(check), { error: `must be a comma-separated list of ${meaning}` });

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `must be a whole number from ${min} to ${max}` });

const flag = () => z.stringbool({ error: 'must be true or false' });

const isCidr = (text: string) => (text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text));
const isHostAndPort = (text: string) => /^(\[[0-9a-fA-F:.]+\]|[^\s:/]+):\d{1,5}$/.test(text);
const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const isPostgresUrl = (text: string) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);

const urlOf = (fallback: string, description: string) =>
  z.string().refine(isHttpUrl, { error: 'must be an http or https URL' }).default(fallback).meta({ description });

/** The same without slashes at its end, for paths to be appended. */
const baseUrlOf = (fallback: string, description: string) =>
  z
    .string()
    .refine(isHttpUrl, { error: 'must be an http or https URL' })
    .transform((text) => text.replace(/\/{1,9}$/, ''))
    .default(fallback)
    .meta({ description });

/** For the settings of a provider: the kinds that several have. */
export const settingKinds = {
  list,
  url: urlOf,
  baseUrl: baseUrlOf,
  /** Absent if it is not set. */
  optionalUrl: (description: string) =>
    z.string().refine(isHttpUrl, { error: 'must be an http or https URL' }).optional().meta({ description }),
  /** A number of which 0 means none. */
  limit: (fallback: number, description: string) => wholeNumber(0, 999_999_999).default(fallback).meta({ description }),
  /** An OAuth client: neither setting is useful without the other. */
  oauthClient: <Id extends string, Secret extends string>(id: Id, secret: Secret, description: string) =>
    ({
      [id]: z.string().min(1).optional().meta({ description, pairedWith: secret }),
      [secret]: z
        .string()
        .min(1)
        .optional()
        .meta({ description: "that client's secret", secret: true, pairedWith: id }),
    }) as Record<Id | Secret, z.ZodOptional<z.ZodString>>,
};

const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const trustProxy = z.string().transform((text, context): boolean | number | string[] => {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(',').map((item) => item.trim());
  if (!networks.every(isCidr)) {
    context.addIssue({
      code: 'custom',
      message: 'must be true, false, a number of hops, or a comma-separated list of CIDRs',
    });
  }
  return networks;
});

/**
 * The settings that services share, named like their environment variables. Each is a zod schema over the variable's text
 * with its default and, as `meta().description`, its meaning: `describeConfig` generates the table of docs/settings.md.
 */
export const settings = {
  /** The default differs: 3000 for the gateway and all-in-one, 3001–3004 for the health ports of the others. */
  PORT: (fallback: number) => wholeNumber(0, 65_535).default(fallback).meta({ description: 'TCP port to listen on' }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'address to listen on' }),
  PUBLIC_URL: z
    .string()
    .refine(isHttpUrl, { error: 'must be an http or https URL' })
    .transform((text) => text.replace(/\/{1,9}$/, ''))
    .optional()
    .meta({
      description: 'address under which users and applications reach the gateway; http://HOST:PORT when absent',
    }),
  DATA_DIR: z.string().default('.kalends').meta({ description: 'directory for all data of all-in-one' }),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, { error: 'must be a postgresql:// URL' })
    .meta({ description: "PostgreSQL to use; TLS by libpq's sslmode and sslrootcert", secret: true }),
  DATABASE_READ_URL: z
    .string()
    .refine(isPostgresUrl, { error: 'must be a postgresql:// URL' })
    .optional()
    .meta({ description: 'one streaming replica of DATABASE_URL from which events are read', secret: true }),
  DATABASE_POOL: wholeNumber(1, 200).default(5).meta({ description: 'connections to PostgreSQL per service' }),
  KAFKA_BROKERS: list('host:port', isHostAndPort).meta({ description: 'Kafka brokers, comma-separated host:port' }),
  KAFKA_SSL: flag().default(false).meta({ description: 'whether to use TLS for Kafka' }),
  KAFKA_SSL_CA: z.string().optional().meta({ description: "file with the CA of Kafka's certificates (PEM)" }),
  KAFKA_SASL_MECHANISM: z
    .enum(saslMechanisms, { error: `must be one of ${saslMechanisms.join(', ')}` })
    .optional()
    .meta({ description: `how to authenticate to Kafka: ${saslMechanisms.join(', ')}` }),
  KAFKA_SASL_USERNAME: z.string().optional().meta({ description: 'user name for Kafka' }),
  KAFKA_SASL_PASSWORD: z.string().optional().meta({ description: 'password for Kafka', secret: true }),
  ADMIN_KEY: z
    .string()
    .min(16, { error: 'must have at least 16 characters' })
    .meta({ description: 'key of the admin API', secret: true }),
  ENCRYPTION_KEY: z
    .string()
    .transform((text) => text.split(',').map((key) => decodeKey(key.trim())))
    .refine((keys) => keys.every((key) => key !== undefined), {
      error: 'must be 32 bytes in base64 or hex (several: comma-separated, newest first)',
    })
    .transform((keys) => keys.filter((key) => key !== undefined))
    .meta({
      description: 'seals secrets at rest: 32 bytes in base64 or hex; a comma list rotates, newest first',
      secret: true,
    }),
  DEMO: flag()
    .optional()
    .meta({ description: 'whether to create a demo application and account; true with the embedded database' }),
  SIMULATOR: flag().optional().meta({
    description:
      'whether to play Google and Microsoft, in a clone; true with the demo if only this machine reaches it and neither has a client id',
  }),
  SIMULATOR_PORT: wholeNumber(0, 65_535)
    .default(4010)
    .meta({ description: 'TCP port on which Google and Microsoft are played; a free one if it is in use' }),
  ALLOW_NETWORKS: list('CIDRs', isCidr).optional().meta({
    description: 'non-public CIDRs that outgoing calls may reach, comma-separated; empty: none',
    keepsEmpty: true,
  }),
  CLIENT_ALIAS: z
    .string()
    .regex(/^[a-z0-9.-]{1,253}(:\d{1,5})?$/i, { error: 'must be a host name, with a port if it is not 443' })
    .optional()
    .meta({
      description:
        'NAME, if api-NAME and app-NAME also lead here for clients whose only setting is a data center (.NET: "NAME/"); calls may then begin with /.cronofy.com',
    }),
  TRUST_PROXY: trustProxy
    .default(false)
    .meta({ description: 'proxies whose X-Forwarded-* headers are trusted: true, hops, or CIDRs' }),
  LOG_LEVEL: z
    .enum(levels, { error: `must be one of ${levels.join(', ')}` })
    .default('info')
    .meta({ description: `least severe level to log: ${levels.join(', ')}` }),
  LOG_FORMAT: z
    .enum(['json', 'pretty'], { error: 'must be json or pretty' })
    .optional()
    .meta({ description: 'json or pretty; pretty on a terminal, else json' }),
  AVAILABILITY_MAX_STALENESS: wholeNumber(1, 1_440).default(15).meta({
    description:
      "minutes after which a provider's calendar that was neither read nor confirmed by push channels no longer counts as known",
  }),
  AVAILABILITY_MAX_SPAN: wholeNumber(1, 366)
    .default(35)
    .meta({ description: 'days from the first to the last instant that one availability query may cover' }),
  METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .meta({ description: 'TCP port for GET /metrics (Prometheus); none when absent; other services: on PORT' }),
  RATE_LIMIT_PER_SECOND: wholeNumber(0, 1_000_000)
    .default(50)
    .meta({ description: 'requests to /v1 per application and second; 0: no limit' }),
  NEW_ACCOUNTS_PER_HOUR: wholeNumber(0, 1_000_000).default(60).meta({
    description:
      'accounts that one address may create per hour in the journey without a provider that verifies identities (built-in and CalDAV); 0: no limit',
  }),
  APPLICATIONS: wholeNumber(1, 100_000)
    .default(1_000)
    .meta({ description: 'most applications of the deployment; 100 of one developer' }),
  INVITES_PER_APPLICATION: wholeNumber(1_000, 1_000_000_000)
    .default(1_000_000)
    .meta({ description: 'most Smart Invites of an application' }),
  ACCOUNTS_PER_APPLICATION: wholeNumber(1, 10_000_000)
    .default(100_000)
    .meta({ description: 'most accounts of an application, with its application calendars' }),
  PAGES_PER_MINUTE: wholeNumber(0, 1_000_000).default(600).meta({
    description:
      "pages of the OAuth journey, of its users' own list and of booking links that one address may open or send in a minute; 0: no limit",
  }),
  UNKNOWN_REQUESTS_PER_MINUTE: wholeNumber(0, 1_000_000).default(300).meta({
    description:
      'requests in a minute of one address without a credential that is known, beyond which they are 429; 0: no limit',
  }),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000)
    .default(500)
    .meta({ description: 'requests to /v1 per application and minute; 0: no limit' }),
  DRAIN_SECONDS: wholeNumber(0, 300).default(0).meta({
    description: 'seconds to keep serving after SIGTERM, with /health/ready at 503, until load balancers have noticed',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isHttpUrl, { error: 'must be an http or https URL' })
    .optional()
    .meta({ description: 'OpenTelemetry collector for traces (OTLP/HTTP); no tracing when absent' }),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, { error: 'must be a number from 0 to 1' })
    .transform(Number)
    .optional()
    .meta({ description: 'sampling rate of traces, from 0 to 1; all when absent' }),
  SMTP_PORT: wholeNumber(0, 65_535)
    .default(2525)
    .meta({ description: 'TCP port on which mail servers deliver replies to Smart Invites' }),
  MAIL_DOMAIN: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, { error: 'must be a domain name' })
    .default('localhost')
    .meta({ description: 'domain whose MX is the SMTP listener' }),
  REPLY_ADDRESS: z
    .string()
    .regex(/^[^\s@<>",;:{}]*\{token\}[^\s@<>",;:{}]*@[^\s@<>",;:{}]+$/, {
      error: 'must be an e-mail address with {token} before the @',
    })
    .optional()
    .meta({ description: "form of a Smart Invite's own reply address; {token}@MAIL_DOMAIN when absent" }),
  SMTP_TLS_CERT: z
    .string()
    .optional()
    .meta({ description: "file with the SMTP listener's certificate chain (PEM); no STARTTLS when absent" }),
  SMTP_TLS_KEY: z.string().optional().meta({ description: "file with that certificate's private key (PEM)" }),
  SMTP_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 200)
    .default(20)
    .meta({ description: 'SMTP connections that one address may have open; 200 are open at most' }),
  UNMATCHED_MAIL_DAYS: wholeNumber(1, 3_650)
    .default(30)
    .meta({ description: 'retention in days of mail that belongs to no Smart Invite' }),
  SYNC_INTERVAL: wholeNumber(1, 86_400)
    .default(60)
    .meta({ description: "seconds between two polls of a provider's calendar without push notifications, at least" }),
  SYNC_INTERVAL_MAX: wholeNumber(1, 86_400).default(600).meta({
    description:
      'seconds between two such polls at most, of a calendar that has not changed for long and that nobody uses; below AVAILABILITY_MAX_STALENESS',
  }),
  CONFIRM_INTERVAL: wholeNumber(1, 86_400).default(21_600).meta({
    description:
      'seconds within which a lost push notification is found; a calendar with proven channels is polled only for that',
  }),
  CONFIRM_INTERVAL_IN_USE: wholeNumber(1, 86_400).default(3_600).meta({
    description: 'the same for accounts that were read or part of an availability query within the last day',
  }),
  FULL_LISTING_INTERVAL: wholeNumber(1, 2_592_000).default(86_400).meta({
    description:
      "seconds within which everything in a provider's calendar is listed and compared, at a random time, since providers do not report every change",
  }),
  CHANNELS_PER_ACCOUNT: wholeNumber(1, 10_000).default(100).meta({
    description: 'most push channels that an application may have on one account',
  }),
  REVOKED_RETENTION_DAYS: wholeNumber(0, 3_650).default(30).meta({
    description: 'days for which what was read of a calendar is kept after access to it ended; 0: erased at once',
  }),
  CHECK_PROVIDERS: flag().default(true).meta({
    description:
      'whether the OAuth clients at Google and Microsoft are tried when the gateway starts and once a day; false: only on request',
  }),
  ABANDONED_ACCOUNT_DAYS: wholeNumber(0, 36_500).default(0).meta({
    description:
      'days after which an account that nobody can use any more, without a grant and without a connected calendar, is erased; 0: never',
  }),
};

/** The Kafka settings with their rule: a mechanism requires user name and password. `KAFKA_BROKERS` is separate. */
export const kafkaSettings = {
  KAFKA_SSL: settings.KAFKA_SSL,
  KAFKA_SSL_CA: settings.KAFKA_SSL_CA,
  KAFKA_SASL_MECHANISM: settings.KAFKA_SASL_MECHANISM,
  KAFKA_SASL_USERNAME: settings.KAFKA_SASL_USERNAME,
  KAFKA_SASL_PASSWORD: settings.KAFKA_SASL_PASSWORD,
};

/** Whether and how much to trace: see `openTracing`. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_TRACES_SAMPLER_ARG: settings.OTEL_TRACES_SAMPLER_ARG,
};
