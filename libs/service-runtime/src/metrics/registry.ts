import { collectDefaultMetrics, Registry } from 'prom-client';

/** The metrics of a process: one registry for all its services, distinguished by the label `service`. */
export const registry = new Registry();

type Collector = () => Promise<void>;

const collectors = new Set<Collector>();
const collectorMs = 5_000;
let processMetrics = false;

/** Adds a function that sets gauges when metrics are read; returns a function that removes it. */
export function collectWith(collector: Collector): () => void {
  collectors.add(collector);
  return () => void collectors.delete(collector);
}

const within = (work: Promise<void>) => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, collectorMs)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/**
 * The current metrics in Prometheus' text format. A value that cannot be read now (unreachable database) stays unchanged.
 */
export async function scrape(): Promise<{ contentType: string; body: string }> {
  if (!processMetrics) collectDefaultMetrics({ register: registry });
  processMetrics = true;
  await Promise.allSettled([...collectors].map((collector) => within(collector())));
  return { contentType: registry.contentType, body: await registry.metrics() };
}
