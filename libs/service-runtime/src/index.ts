export { Loop } from './background/loop.js';
export { Maintenance } from './background/maintenance.js';
export { decodeKey } from './config/encryption-key.js';
export {
  type Environment,
  type SettingRule,
  describeConfig,
  exitWithRefusal,
  loadConfig,
} from './config/load-config.js';
export { oidcSettings, rolesByValue, type OidcRole } from './config/oidc-settings.js';
export { kafkaSettings, settingKinds, settings, tracingSettings } from './config/settings.js';
export { Batcher } from './batcher/batcher.js';
export { type Draining, createDraining } from './health/draining.js';
export { HealthModule } from './health/health-module.js';
export { startHealthServer } from './health/health-server.js';
export { reportZoneData } from './health/zone-data.js';
export { type HealthCheck, type Readiness, readiness } from './health/readiness.js';
export { type JobMessage, JobThread } from './job-thread/job-thread.js';
export { type Logger, createLogger, forService, logEvent } from './logging/logger.js';
export { type RequestFields, requestFields, withRequestFields } from './logging/request-fields.js';
export { NestLogger } from './logging/nest-logger.js';
export { threadProcessorMs } from './metrics/event-loop.js';
export { metrics } from './metrics/metrics.js';
export { startMetricsServer } from './metrics/metrics-server.js';
export { collectWith } from './metrics/registry.js';
export { type ShutdownStep, onShutdown, shutdownDeadlineMs } from './shutdown/shutdown.js';
export { type TracingSettings, openTracing } from './tracing/open-tracing.js';
export {
  type Span,
  type SpanStart,
  currentTraceparent,
  errorKind,
  inChildSpan,
  inSpan,
  isTraced,
  isTracing,
  startSpan,
  traceparentFor,
  useTracer,
  withSpan,
} from './tracing/tracing.js';
export { TimeSlices, WorkTooLong } from './time-slices/time-slices.js';
