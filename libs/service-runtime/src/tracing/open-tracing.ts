import { isTracing, useTracer, type Tracer } from './tracing.js';

export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG?: number | undefined;
}

interface OpenTracing {
  /** Sends pending spans to the collector. */
  close(): Promise<void>;
}

const version = '0.2.0';
/** An unreachable collector delays shutdown no longer than this. */
const timeoutMs = 3_000;
let opened: Promise<Tracer> | undefined;

/**
 * Traces this process if a collector is configured, otherwise does and loads nothing. Each service calls it at its start,
 * before its work; the first one's settings apply to the process.
 */
export async function openTracing(settings: TracingSettings): Promise<OpenTracing> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return { close: async () => undefined };
  opened ??= import('./otlp-tracer.js').then(({ createOtlpTracer }) =>
    createOtlpTracer({ endpoint, ratio: settings.OTEL_TRACES_SAMPLER_ARG ?? 1, version }),
  );
  const tracer = await opened;
  if (!isTracing()) useTracer(tracer);
  return { close: () => flush(tracer) };
}

async function flush(tracer: Tracer): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
  await Promise.race([tracer.flush().catch(() => undefined), late]);
  clearTimeout(timer);
}
