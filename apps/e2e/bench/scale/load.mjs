// Load and quantities that every measure of bench:scale uses.
import autocannon from 'autocannon';
import { readFileSync } from 'node:fs';
import { median } from '../lib/measure.mjs';

/**
 * Requests with `concurrency` in flight for some seconds; `next` returns the path, headers and body of each. Returns
 * requests per second, p50 and p99 in ms, and how many there were.
 */
export async function loadEach({ url, method = 'GET', next, seconds = 4, concurrency = 16 }) {
  const requests = [{ method, setupRequest: (request) => ({ ...request, ...next() }) }];
  const result = await autocannon({ url, requests, connections: concurrency, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  const { average, total } = result.requests;
  return { perSecond: average, p50: result.latency.p50, p99: result.latency.p99, total };
}

/** The median of `rounds` runs by `perSecond`, after one that warms up; `total` is that of all runs. */
export async function medianOf(rounds, run) {
  const first = await run();
  const results = [];
  for (let round = 0; round < rounds; round += 1) results.push(await run());
  const middle = median(results.map(({ perSecond }) => perSecond));
  const total = results.reduce((sum, one) => sum + one.total, first.total);
  return { ...results.find(({ perSecond }) => perSecond === middle), total };
}

/** Runs `work` on all items, `width` at a time. */
export async function inFlight(width, items, work) {
  const remaining = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of remaining) await work(item);
    }),
  );
}

/** `count` of these, spread evenly over all of them. */
export const spread = (all, count) =>
  Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[Math.floor((index * all.length) / Math.min(count, all.length))],
  );

/** Resident memory of a process in MB: now, and at its peak. */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}

/** Seconds that `work` takes. */
export async function timed(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
