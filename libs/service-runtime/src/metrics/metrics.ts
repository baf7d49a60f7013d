import { Counter, Gauge, Histogram } from 'prom-client';
import { registry } from './registry.js';

const registers = [registry];
const slow = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
const fast = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** Every metric of Kalends, by subject. Durations and ages in seconds, as Prometheus recommends. */
export const metrics = {
  eventLoopDelay: new Histogram({
    name: 'kalends_event_loop_delay_seconds',
    help: 'How late timers of the process run: the delay that one task causes for everything else',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 15],
    registers,
  }),
  eventLoopBlocked: new Gauge({
    name: 'kalends_event_loop_blocked_seconds',
    help: "Longest time since the start that the main thread's own work has blocked its event loop",
    registers,
  }),
  zoneData: new Gauge({
    name: 'kalends_time_zone_data_timestamp_seconds',
    help: "Day of the release of IANA's Time Zone Database that conversions use; release: its name",
    labelNames: ['release'] as const,
    registers,
  }),
  httpRequests: new Histogram({
    name: 'kalends_http_request_duration_seconds',
    help: 'Requests to the gateway: rate, errors and duration per endpoint',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: fast,
    registers,
  }),
  replicaReads: new Counter({
    name: 'kalends_replica_reads_total',
    help: 'Pages of events requested from the replica; outcome: replica, behind and failed (both read from the primary)',
    labelNames: ['outcome'] as const,
    registers,
  }),
  messages: new Histogram({
    name: 'kalends_message_handling_seconds',
    help: 'Messages handled, from delivery to committed; outcome: done, skipped, dead-letter, failed (a request), given-up',
    labelNames: ['service', 'topic', 'outcome'] as const,
    buckets: fast,
    registers,
  }),
  consumerLag: new Gauge({
    name: 'kalends_consumer_lag_messages',
    help: 'Messages of a topic that a service has not handled yet',
    labelNames: ['service', 'topic'] as const,
    registers,
  }),
  outboxMessages: new Gauge({
    name: 'kalends_outbox_messages',
    help: 'Messages that wait to be sent to the bus',
    labelNames: ['service'] as const,
    registers,
  }),
  outboxAge: new Gauge({
    name: 'kalends_outbox_age_seconds',
    help: 'Age of the oldest message that waits to be sent to the bus; 0 without one',
    labelNames: ['service'] as const,
    registers,
  }),
  deadLetters: new Gauge({
    name: 'kalends_dead_letters',
    help: 'Messages that a service could not handle and an operator must examine',
    labelNames: ['service'] as const,
    registers,
  }),
  profiles: new Gauge({
    name: 'kalends_profiles',
    help: 'Connected calendar accounts',
    labelNames: ['provider', 'connected'] as const,
    registers,
  }),
  profilesSetAside: new Gauge({
    name: 'kalends_profiles_set_aside',
    help: 'Connected profiles that are not read any more, because the process ended twice while reading them',
    labelNames: ['provider'] as const,
    registers,
  }),
  profilesExpiring: new Gauge({
    name: 'kalends_profiles_expiring',
    help: 'Connected profiles whose provider ends their connection within a day',
    labelNames: ['provider'] as const,
    registers,
  }),
  syncStaleness: new Gauge({
    name: 'kalends_sync_staleness_seconds',
    help: 'Since the connected profile that has waited longest was last read, or confirmed by proven channels',
    labelNames: ['provider'] as const,
    registers,
  }),
  syncs: new Counter({
    name: 'kalends_syncs_total',
    help: 'Syncs of a profile; outcome: done, or why not',
    labelNames: ['provider', 'outcome'] as const,
    registers,
  }),
  providerRequests: new Counter({
    name: 'kalends_provider_requests_total',
    help: 'Requests to servers of calendar providers, redirects and repetitions included',
    labelNames: ['provider'] as const,
    registers,
  }),
  providerBudgetUsed: new Gauge({
    name: 'kalends_provider_budget_used',
    help: "Requests that count against the limits of a provider; window: minute (of this process), day (of the provider's day, of all)",
    labelNames: ['provider', 'window'] as const,
    registers,
  }),
  providerBudgetLimit: new Gauge({
    name: 'kalends_provider_budget_limit',
    help: 'The limit of the same requests; a minute is divided among the processes',
    labelNames: ['provider', 'window'] as const,
    registers,
  }),
  providerBudgetForecast: new Gauge({
    name: 'kalends_provider_budget_forecast',
    help: "Requests that a provider's day is expected to end with",
    labelNames: ['provider'] as const,
    registers,
  }),
  providerBudgetWaits: new Histogram({
    name: 'kalends_provider_budget_wait_seconds',
    help: 'How long requests to a provider had to wait for others; purpose: write, push, poll, first-sync',
    labelNames: ['provider', 'purpose'] as const,
    buckets: [0.1, 0.5, 1, 5, 10, 30, 60, 120],
    registers,
  }),
  providerBudgetClosures: new Counter({
    name: 'kalends_provider_budget_closures_total',
    help: 'How often a provider refused requests because our client had sent too many, of all users together',
    labelNames: ['provider'] as const,
    registers,
  }),
  providerChecks: new Gauge({
    name: 'kalends_provider_check',
    help: 'What the last check of our OAuth client at a provider found: 1 for its result (ok, warning, failed, unknown), else 0',
    labelNames: ['provider', 'result'] as const,
    registers,
  }),
  tokenRefreshes: new Counter({
    name: 'kalends_token_refreshes_total',
    help: "Access tokens renewed at a provider's token endpoint; outcome: done, refused, unavailable",
    labelNames: ['provider', 'outcome'] as const,
    registers,
  }),
  callbackAttempts: new Counter({
    name: 'kalends_callback_attempts_total',
    help: 'Attempts to deliver a callback; outcome: delivered, failed',
    labelNames: ['outcome'] as const,
    registers,
  }),
  pushToVisible: new Histogram({
    name: 'kalends_push_to_visible_seconds',
    help: "From a provider's notification of a change until the gateway's reads have it",
    buckets: slow,
    registers,
  }),
  replyToCallback: new Histogram({
    name: 'kalends_reply_to_callback_seconds',
    help: "From a recorded reply to the first attempt of its callback, unless the invite's earlier callback was retried",
    buckets: slow,
    registers,
  }),
  callbacksDue: new Gauge({
    name: 'kalends_callbacks_due',
    help: 'Callbacks whose next attempt is due',
    registers,
  }),
  callbackAge: new Gauge({
    name: 'kalends_callbacks_due_age_seconds',
    help: 'How long the callback that is due longest has waited; 0 without one',
    registers,
  }),
  mailsTaken: new Counter({
    name: 'kalends_mails_taken_total',
    help: 'Reply mails received over SMTP and durably stored',
    registers,
  }),
};
