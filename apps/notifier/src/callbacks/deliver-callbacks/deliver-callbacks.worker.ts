import { inSpan, logEvent, metrics, type Logger } from '@kalends/service-runtime';
import type { Egress, Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import type { Clock } from '../../injection-tokens.js';
import { claimCallbacks, type ClaimedCallback } from './claim.queries.js';
import { decideAfterFailure, isDelivered, type ChannelHealth, type EndpointHealth } from './decide.js';
import { Abandoned, InFlight } from './in-flight.js';
import { requeue, recordDelivered, recordFailed, type Attempted } from './record.queries.js';
import { Recorder } from './recorder.js';
import { UnsealedSecrets } from './unsealed-secrets.js';
import { sendCallback } from './send-callback.js';
import { WorkerLease } from './worker-lease.js';

interface DeliverCallbacksDependencies {
  /** For this worker's statements only: planned once. */
  pool: Pool;
  egress: Pick<Egress, 'dispatcher'>;
  sealer: Sealer;
  clock: Clock;
  log: Logger;
  /** Called when more may be claimable. */
  onFree: () => void;
  /** In [0, 1). */
  random?: () => number;
  /** Of one attempt, ms (15,000). */
  timeoutMs?: number;
}

const secretsRetryMs = 30_000;
const graceMs = 2_000;

/**
 * Delivers due callbacks: at least once, in the order of each order key, in places that applications share. Claimed
 * callbacks are leased; an attempt's result is recorded before another callback takes its place.
 */
export class DeliverCallbacks {
  private readonly inFlight: InFlight;
  private readonly delivered: Recorder;
  private readonly failed: Recorder;
  private readonly lease: WorkerLease;
  private readonly secrets: UnsealedSecrets;
  /** Callbacks that could not be attempted, to be requeued. */
  private untried: string[] = [];
  private stopping = false;

  constructor(private readonly dependencies: DeliverCallbacksDependencies) {
    this.inFlight = new InFlight(dependencies.timeoutMs ?? 15_000);
    this.delivered = new Recorder((batch) => this.recordDelivered(batch), dependencies.log);
    this.failed = new Recorder((batch) => this.recordFailed(batch), dependencies.log);
    this.lease = new WorkerLease(dependencies.pool, dependencies.log, dependencies.onFree);
    this.secrets = new UnsealedSecrets(dependencies.sealer);
  }

  start(): Promise<void> {
    return this.lease.start();
  }

  /** Claims due callbacks and starts them; returns how many. */
  async round(): Promise<number> {
    if (this.stopping || this.inFlight.rooms().limit <= 0) return 0;
    await this.requeue();
    const { pool, clock } = this.dependencies;
    const { workerId } = this.lease;
    const claimed = await claimCallbacks(pool, { workerId, now: clock(), rooms: this.inFlight.rooms() });
    for (const callback of claimed) this.inFlight.run(callback, (signal) => this.attempt(callback, signal));
    return claimed.length;
  }

  /** Resolves when nothing is in flight and all results are recorded. */
  async drained(): Promise<void> {
    await this.inFlight.drained();
    await Promise.all([this.delivered.drained(), this.failed.drained()]);
  }

  /** Claims nothing more; the next worker continues what does not end within two seconds. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.inFlight.stop(graceMs);
    await this.drained();
    await this.lease
      .stop()
      .catch((error: unknown) => this.dependencies.log.warn({ err: error }, 'the lease was not released'));
  }

  /** Returns whether the receiver responded at all. */
  private async attempt(claimed: ClaimedCallback, signal: AbortSignal): Promise<boolean> {
    const { clock, egress, log } = this.dependencies;
    const { body, sealed_secrets, traceparent, ...callback } = claimed;
    const { callback_id: callbackId, client_id } = callback;
    let secrets: string[];
    try {
      secrets = this.secrets.open(sealed_secrets);
    } catch (error) {
      log.error({ err: error, callback_id: callbackId, client_id }, 'the signing secrets cannot be unsealed');
      this.untried.push(callbackId);
      return true;
    }
    const outgoing = { callbackId, url: callback.url, body, secrets };
    const span = { name: 'deliver callback', service: 'notifier', parent: traceparent ?? undefined };
    const result = await inSpan(span, () => sendCallback(outgoing, { egress, signal, now: clock() }));
    if (result.statusCode === null && signal.reason instanceof Abandoned) return true;
    if (callback.caused_at !== null) metrics.replyToCallback.observe((result.at - callback.caused_at) / 1_000);
    (isDelivered(result) ? this.delivered : this.failed).add({ callback, result });
    return result.statusCode !== null;
  }

  private async requeue(): Promise<void> {
    if (this.untried.length === 0) return;
    const ids = this.untried;
    const notTried = { callbackIds: ids, workerId: this.lease.workerId };
    await requeue(this.dependencies.pool, notTried, this.dependencies.clock() + secretsRetryMs);
    this.untried = this.untried.slice(ids.length);
  }

  private async recordDelivered(delivered: readonly Attempted[]): Promise<void> {
    await recordDelivered(this.dependencies.pool, delivered, this.dependencies.clock());
    metrics.callbackAttempts.inc({ outcome: 'delivered' }, delivered.length);
    this.dependencies.onFree();
  }

  private async recordFailed(failed: readonly Attempted[]): Promise<void> {
    const { pool, clock, log, onFree, random = Math.random } = this.dependencies;
    const { workerId } = this.lease;
    const decide = ({ callback, result }: Attempted, endpoint: EndpointHealth, channel?: ChannelHealth) =>
      decideAfterFailure(result, { endpoint, channel }, { made: callback.attempts + 1, random: random() });
    const { disabled, closed } = await recordFailed(pool, failed, { workerId, decide, now: clock() });
    metrics.callbackAttempts.inc({ outcome: 'failed' }, failed.length);
    onFree();
    for (const { callback, result } of failed) {
      const { callback_id, client_id, origin, attempts } = callback;
      const { statusCode: status_code, error, durationMs: duration_ms } = result;
      const fields = { callback_id, client_id, origin, attempts: attempts + 1, status_code, error, duration_ms };
      logEvent(log, 'callback.attempt_failed', fields);
    }
    for (const channel of closed) log.warn({ event: 'channel.closed', ...channel }, 'channel.closed');
    for (const endpoint of disabled) log.warn({ event: 'endpoint.disabled', ...endpoint }, 'endpoint.disabled');
  }
}
