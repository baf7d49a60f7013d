import { setTimeout as delay } from 'node:timers/promises';
import type { HealthCheck, Logger } from '@kalends/service-runtime';
import { whenAwakeFor } from '../request-reply/awake.js';

interface BusDependencies {
  /** Resolves when a broker has answered; retried after a failure. */
  reach: () => Promise<unknown>;
  /** Joins the bus of a broker that answers; both are retried after a failure. */
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

interface BusLimits {
  /** How long a start waits for a broker to answer, ms in which the process ran. */
  unreachedMs: number;
  /** How long it waits in all while the broker answers, ms. */
  joiningMs: number;
}

const retryMs = 1_000;
/** By default a broker waits 3 s for further members of a new group, and so of every gateway's reply channel. */
const defaultLimits: BusLimits = { unreachedMs: 3_000, joiningMs: 30_000 };

/** Never resolves after the signal. */
const awakeFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', whenAwakeFor(ms, resolve)));

/**
 * Joins the bus, in the background while it is unreachable: resolves once joined, or after a limit without. A broker that is
 * down does not keep a service from starting (reads continue, writes go to the outbox, mail is received, callbacks are
 * sent). When a broker answers, the start waits until the service has joined, also if that fails at first, as on a broker
 * that is starting itself: a ready service can send requests.
 */
export async function joinBus(
  { reach, join, healthy, log }: BusDependencies,
  { unreachedMs, joiningMs }: BusLimits = defaultLimits,
): Promise<BusMembership> {
  const [leaving, unreachable, started] = [new AbortController(), new AbortController(), new AbortController()];
  let [reached, joined, hasFailed] = [false, false, false];
  const unreached = (error: unknown) => {
    unreachable.abort();
    throw error;
  };
  const attempts = async () => {
    while (!joined && !leaving.signal.aborted) {
      try {
        await reach().catch(unreached);
        reached = true;
        await join();
        joined = true;
      } catch (error) {
        if (leaving.signal.aborted) return;
        hasFailed = true;
        log.warn({ err: error }, 'the bus cannot be reached; retrying');
        await delay(retryMs, undefined, { signal: leaving.signal }).catch(() => undefined);
      }
    }
  };
  const late = async () => {
    await awakeFor(unreachedMs, started.signal);
    const signal = AbortSignal.any([unreachable.signal, started.signal]);
    if (reached) await delay(joiningMs - unreachedMs, undefined, { signal }).catch(() => undefined);
  };
  await Promise.race([attempts(), late()]);
  started.abort();
  if (!joined && hasFailed)
    log.warn({ event: 'bus.join_failed' }, 'started without the bus; joining when it is reachable');
  else if (!joined) log.info({ event: 'bus.join_continued' }, 'started; joining the bus takes longer and continues');
  const check: HealthCheck['check'] = async () =>
    joined && healthy() ? 'ok' : { status: 'degraded', detail: 'the bus cannot be reached; writes wait in the outbox' };
  return { check: { name: 'bus', check }, leave: () => leaving.abort() };
}
