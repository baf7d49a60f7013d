import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { metrics } from './metrics.js';

const intervalMs = 50;

/** One reading of the clocks, ms: monotonic time, and the processor time of the event loop's thread. */
interface Reading {
  at: number;
  cpu: number;
}

/**
 * How late a timer of `intervalMs` was, in ms. `blocked`: the part in which its thread worked; for the rest it waited for a
 * processor.
 */
export function delayBetween(before: Reading, now: Reading): { delay: number; blocked: number } {
  const delay = Math.max(0, now.at - before.at - intervalMs);
  return { delay, blocked: Math.min(delay, Math.max(0, now.cpu - before.cpu)) };
}

/**
 * Processor time of the calling thread, ms: Linux counts it per thread, in ns. Elsewhere a monotonic clock, so that the
 * whole delay counts as work.
 */
export function threadProcessorMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

const read = (): Reading => ({ at: performance.now(), cpu: threadProcessorMs() });

/** Measures how long the event loop of the main thread is blocked; returns a function that stops it. */
export function watchEventLoop(): () => void {
  let [before, longest] = [read(), 0];
  const timer = setInterval(() => {
    const now = read();
    const { delay, blocked } = delayBetween(before, now);
    before = now;
    longest = Math.max(longest, blocked);
    metrics.eventLoopDelay.observe(delay / 1_000);
    metrics.eventLoopBlocked.set(longest / 1_000);
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
