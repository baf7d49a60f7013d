import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent, parseTraceparent, type TraceContext } from './trace-context.js';

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Names, ids and numbers only: never content, addresses of people, tokens or the values of a statement. */
type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

interface SpanOptions {
  name: string;
  kind?: SpanKind;
  /** The service; defaults to that of the enclosing span. */
  service?: string;
  /** The cause: a `traceparent`. Defaults to the enclosing span. */
  parent?: string | undefined;
  /** Other causes: `traceparent`s. */
  links?: readonly string[];
  attributes?: SpanAttributes;
  /** Epoch ms; defaults to now. */
  startedAt?: number;
}

/** An open span. */
export interface Span {
  readonly context: TraceContext;
  set(attributes: SpanAttributes): void;
  /** `error`: only its kind, a class or code; texts may quote private data. */
  end(outcome?: { error?: string; at?: number }): void;
}

export interface SpanStart extends Omit<SpanOptions, 'parent' | 'links' | 'service'> {
  service: string;
  parent: TraceContext | undefined;
  links: readonly TraceContext[];
}

/** Creates spans and exports them to a collector. */
export interface Tracer {
  start(start: SpanStart): Span;
  flush(): Promise<void>;
}

interface Current {
  span: Span;
  service: string;
}

const currents = new AsyncLocalStorage<Current>();
let tracer: Tracer | undefined;

/** Enables spans from now on; undefined disables them. One per process, as its services share their libraries. */
export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}

export const isTracing = (): boolean => tracer !== undefined;

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** Starts a span; undefined without tracing, or without a service to attribute it to. */
export function startSpan(options: SpanOptions): Span | undefined {
  if (!tracer) return undefined;
  const around = currents.getStore();
  const service = options.service ?? around?.service;
  if (service === undefined) return undefined;
  const parent = parseTraceparent(options.parent) ?? around?.span.context;
  const links = (options.links ?? []).map(parseTraceparent).filter(isDefined);
  return tracer.start({ ...options, service, parent, links });
}

/** Runs work inside a span that the caller ends. */
export function withSpan<T>(span: Span | undefined, service: string, work: () => T): T {
  return span ? currents.run({ span, service }, work) : work();
}

/** The kind of an error: its code or class. */
export function errorKind(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error';
}

/** Runs work within a new span, which ends with it; a failure is recorded by its kind and rethrown. */
export async function inSpan<T>(options: SpanOptions, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  const span = startSpan(options);
  if (!span) return work(undefined);
  try {
    const result = await withSpan(span, options.service ?? currents.getStore()?.service ?? '', () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end({ error: errorKind(error) });
    throw error;
  }
}

/** The same inside another span; without one nothing is traced: polling and the like would only be noise. */
export function inChildSpan<T>(options: SpanOptions, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  return tracer && currents.getStore() ? inSpan(options, work) : work(undefined);
}

/** True inside a span. */
export const isTraced = (): boolean => tracer !== undefined && currents.getStore() !== undefined;

/** The `traceparent` that a message or row carries to make its effects part of this trace; undefined outside of a span. */
export function currentTraceparent(): string | undefined {
  if (!tracer) return undefined;
  const current = currents.getStore();
  return current && formatTraceparent(current.span.context);
}

/** The same for one of several messages: its own trace, if the active span belongs to another message's. */
export function traceparentFor(cause: string | undefined): string | undefined {
  const current = currentTraceparent();
  const isSame = parseTraceparent(cause)?.traceId === parseTraceparent(current)?.traceId;
  return cause === undefined || isSame ? current : cause;
}

/** Ids of the active span, for log lines. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const context = tracer && currents.getStore()?.span.context;
  return context ? { trace_id: context.traceId, span_id: context.spanId } : {};
}
