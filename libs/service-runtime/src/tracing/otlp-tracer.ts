import {
  ROOT_CONTEXT,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TraceContext } from './trace-context.js';
import type { Span, SpanKind, SpanStart, Tracer } from './tracing.js';

const kinds: Record<SpanKind, OtelKind> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
  internal: OtelKind.INTERNAL,
};

const toOtel = ({ traceId, spanId, sampled }: TraceContext) => ({
  traceId,
  spanId,
  traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
});

const contextOf = (parent: TraceContext | undefined): Context =>
  parent ? trace.setSpanContext(ROOT_CONTEXT, toOtel(parent)) : ROOT_CONTEXT;

interface OtlpOptions {
  /** Base address of a collector: spans are sent to `<endpoint>/v1/traces` as OTLP/HTTP JSON. */
  endpoint: string;
  /** Sampling rate of the traces that begin here, 0 to 1. */
  ratio: number;
  version: string;
}

/** The only module that loads OpenTelemetry's SDK: {@link openTracing} imports it when tracing is enabled. */
export function createOtlpTracer({ endpoint, ratio, version }: OtlpOptions): Tracer {
  const url = `${endpoint.replace(/\/{1,9}$/, '')}/v1/traces`;
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }), scheduledDelayMillis: 1_000 });
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  const providers = new Map<string, TracerProvider>();
  const providerOf = (service: string) => {
    let provider = providers.get(service);
    if (!provider) {
      const resource = resourceFromAttributes({ 'service.name': `kalends-${service}`, 'service.version': version });
      provider = new TracerProvider({ resource, sampler, spanProcessors: [processor] });
      providers.set(service, provider);
    }
    return provider;
  };
  return {
    start: (start) => begin(providerOf(start.service).getTracer('kalends'), start),
    flush: () => processor.forceFlush(),
  };
}

function begin(tracer: ReturnType<TracerProvider['getTracer']>, start: SpanStart): Span {
  const { name, attributes, startedAt, parent, links } = start;
  const span = tracer.startSpan(
    name,
    {
      kind: kinds[start.kind ?? 'internal'],
      links: links.map((link) => ({ context: toOtel(link) })),
      ...(attributes ? { attributes } : {}),
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
    },
    contextOf(parent),
  );
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    context: { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
    set: (more) => void span.setAttributes(more),
    end: ({ error, at } = {}) => {
      if (error !== undefined) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('error.type', error);
      }
      span.end(at);
    },
  };
}
