export { googleClientSettings, kafkaSettings, settings, tracingSettings } from './config/settings.js';
export { decodeKey } from './config/encryption-key.js';
export {
  describeConfig,
  type Environment,
  exitWithRefusal,
  loadConfig,
  type Loaded,
  type SettingDescription,
} from './config/load-config.js';
export { createEgress, type Egress, type EgressOptions } from './egress-guard/egress.js';
export { EgressRefused, type EgressReason } from './egress-guard/egress-refused.js';
export { type GuardedAnswer, guardedRequest, type GuardedRequest, toResponse } from './egress-guard/guarded-request.js';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres/embedded-postgres.js';
export { startThrowawayPostgres, type ThrowawayPostgres } from './embedded-postgres/throwaway.js';
export { createEnding, type Ending } from './health/ending.js';
export { HealthModule } from './health/health-module.js';
export { type HealthServer, startHealthServer } from './health/health-server.js';
export { type CheckStatus, type HealthCheck, type Readiness, readiness, statusCode } from './health/readiness.js';
export { createLogger, logEvent, type Logger, type LoggerOptions } from './logging/logger.js';
export { NestLogger } from './logging/nest-logger.js';
export { redact, redactText } from './logging/redact.js';
export { metrics } from './metrics/metrics.js';
export { startMetricsServer } from './metrics/metrics-server.js';
export { collectWith } from './metrics/registry.js';
export { migrate, MigrationError, type MigrateOptions } from './migrate/migrate.js';
export { jsonbArray, textArray } from './pool/array-parameters.js';
export { createPool, type PoolOptions, quoteIdentifier } from './pool/pool.js';
export { limitQueries } from './pool/patience.js';
export { inTransaction, type Transaction } from './pool/transaction.js';
export { channelToken } from './sealing/channel-token.js';
export { createSealer, keyId, SealError, type Sealer } from './sealing/sealer.js';
export { randomToken, sameSecret, sha256 } from './sealing/secrets.js';
export {
  onShutdown,
  shutdownDeadlineMs,
  type Program,
  type ShutdownOptions,
  type ShutdownStep,
} from './shutdown/shutdown.js';
export { openTracing, type OpenTracing, type TracingSettings } from './tracing/open-tracing.js';
export {
  currentTraceparent,
  errorKind,
  inChildSpan,
  inSpan,
  isTracing,
  startSpan,
  traceparentFor,
  useTracer,
  withSpan,
  type Span,
  type SpanAttributes,
  type SpanOptions,
  type SpanStart,
} from './tracing/tracing.js';
