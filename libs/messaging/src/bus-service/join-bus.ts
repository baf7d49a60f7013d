import { setTimeout as delay } from 'node:timers/promises';
import type { HealthCheck, Logger } from '@kalends/service-runtime';

interface BusDependencies {
  /** Joins the bus; retried after a failure. */
  join: () => Promise<unknown>;
  /** True while messages are consumed. */
  healthy: () => boolean;
  log: Logger;
}

interface BusMembership {
  /**
   * Degraded while the bus is unreachable: work that needs no other service continues, outgoing messages wait in the outbox.
   */
  check: HealthCheck;
  /** Stops trying to join; call it before the transport closes. */
  leave(): void;
}

const retryMs = 1_000;

/**
 * Joins the bus, in the background while it is unreachable: resolves once joined, or after `timeoutMs` without. A broker
 * that is down does not keep a service from starting (reads continue, writes go to the outbox, mail is received, callbacks
 * are sent).
 */
export async function joinBus({ join, healthy, log }: BusDependencies, timeoutMs: number): Promise<BusMembership> {
  const leaving = new AbortController();
  const { signal } = leaving;
  let joined = false;
  let failed = false;
  const attempts = async () => {
    while (!joined && !signal.aborted) {
      try {
        await join();
        joined = true;
      } catch (error) {
        if (signal.aborted) return;
        failed = true;
        log.warn({ err: error }, 'the bus cannot be reached; retrying');
        await delay(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const timeout = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined);
  await Promise.race([attempts(), late]);
  timeout.abort();
  if (!joined && failed)
    log.warn({ event: 'bus.join_failed' }, 'started without the bus; joining when it is reachable');
  else if (!joined) log.info({ event: 'bus.join_continued' }, 'started; joining the bus takes longer and continues');
  const check: HealthCheck['check'] = async () =>
    joined && healthy() ? 'ok' : { status: 'degraded', detail: 'the bus cannot be reached; writes wait in the outbox' };
  return { check: { name: 'bus', check }, leave: () => leaving.abort() };
}
