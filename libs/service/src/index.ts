export { Loop } from './background/loop.js';
export { Maintenance } from './background/maintenance.js';
export { googleClientSettings, kafkaSettings, settings, tracingSettings } from './config/settings.js';
export { decodeKey } from './config/encryption-key.js';
export { describeConfig, type Environment, exitWithRefusal, loadConfig, type Loaded } from './config/load-config.js';
export { createEgress, type Egress } from './egress-guard/egress.js';
export { EgressRefused, type EgressReason } from './egress-guard/egress-refused.js';
export { type GuardedAnswer, guardedRequest, toResponse } from './egress-guard/guarded-request.js';
export { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
export { startThrowawayPostgres, type ThrowawayPostgres } from './embedded-postgres/throwaway.js';
export { createEnding, type Ending } from './health/ending.js';
export { HealthModule } from './health/health-module.js';
export { startHealthServer } from './health/health-server.js';
export { type HealthCheck, statusCode } from './health/readiness.js';
export { JobThread, type JobMessage } from './job-thread/job-thread.js';
export { createLogger, logEvent, type Logger } from './logging/logger.js';
export { NestLogger } from './logging/nest-logger.js';
export { threadProcessorMs } from './metrics/event-loop.js';
export { metrics } from './metrics/metrics.js';
export { startMetricsServer } from './metrics/metrics-server.js';
export { collectWith } from './metrics/registry.js';
export { migrate } from './migrate/migrate.js';
export { accountLocks, unlocked, withoutWaiting, type Waiting } from './pool/account-locks.js';
export { databaseNow } from './pool/database-now.js';
export { createPool, quoteIdentifier } from './pool/pool.js';
export { limitQueries } from './pool/query-limit/limit-queries.js';
export { inTransaction } from './pool/transaction.js';
export { channelToken } from './sealing/channel-token.js';
export { createSealer, keyId, SealError, type Sealer } from './sealing/sealer.js';
export { randomToken, sameSecret, sha256 } from './sealing/secrets.js';
export { onShutdown, shutdownDeadlineMs, type Program, type ShutdownStep } from './shutdown/shutdown.js';
export { openTracing, type TracingSettings } from './tracing/open-tracing.js';
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
  type SpanStart,
} from './tracing/tracing.js';
export { Gatherer } from './gatherer/gatherer.js';
export { Turns, WorkTooLong } from './turns/turns.js';
