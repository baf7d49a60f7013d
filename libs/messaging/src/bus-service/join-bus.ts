import { setTimeout as delay } from 'node:timers/promises';
import type { HealthCheck, Logger } from '@kalends/service-runtime';

interface BusDependencies {
  /** Takes the service's place on the bus; tried again when it fails. */
  join: () => Promise<unknown>;
  /** True while messages are taken. */
  healthy: () => boolean;
  log: Logger;
}

interface BusMembership {
  /** Degraded while the bus is away: what needs no other service goes on, what is told waits in the outbox. */
  check: HealthCheck;
  /** Gives up joining; to be called before the transport closes. */
  leave(): void;
}

const retryMs = 1_000;

/**
 * Joins the bus, in the background where it is away: resolves when joined, or after `patienceMs` without. A broker that
 * is down keeps no service from starting (reads go on, writes are told, mail is taken, callbacks are sent).
 */
export async function joinBus({ join, healthy, log }: BusDependencies, patienceMs: number): Promise<BusMembership> {
  const leaving = new AbortController();
  const { signal } = leaving;
  let joined = false;
  const attempts = async () => {
    while (!joined && !signal.aborted) {
      try {
        await join();
        joined = true;
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, 'the bus cannot be reached; trying again');
        await delay(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const timeout = new AbortController();
  const late = delay(patienceMs, undefined, { signal: timeout.signal }).catch(() => undefined);
  await Promise.race([attempts(), late]);
  timeout.abort();
  if (!joined) log.warn({ event: 'bus.join_failed' }, 'started without the bus; it is joined when it is back');
  const check: HealthCheck['check'] = async () =>
    joined && healthy() ? 'ok' : { status: 'degraded', detail: 'the bus cannot be reached; writes wait in the outbox' };
  return { check: { name: 'bus', check }, leave: () => leaving.abort() };
}
