import { collectDefaultMetrics, Registry } from 'prom-client';

/** What a process tells Prometheus: one for all services of a process, told apart by the label `service`. */
export const registry = new Registry();

type Collector = () => Promise<void>;

const collectors = new Set<Collector>();
const collectorMs = 5_000;
let processMetrics = false;

/** Adds what sets gauges when somebody looks; returns how to take it out again. */
export function collectWith(collector: Collector): () => void {
  collectors.add(collector);
  return () => void collectors.delete(collector);
}

const within = (work: Promise<void>) => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, collectorMs)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** The metrics now, in Prometheus' text format. What cannot be looked up now (a database that is away) keeps its value. */
export async function scrape(): Promise<{ contentType: string; body: string }> {
  if (!processMetrics) collectDefaultMetrics({ register: registry });
  processMetrics = true;
  await Promise.allSettled([...collectors].map((collector) => within(collector())));
  return { contentType: registry.contentType, body: await registry.metrics() };
}
