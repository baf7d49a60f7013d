import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.js';
import { formatTraceparent, parseTraceparent } from './trace-context.js';
import { currentTraceparent, inChildSpan, inSpan, traceparentFor, useTracer, type SpanStart } from './tracing.js';

const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

interface FinishedSpan extends SpanStart {
  spanId: string;
  ended?: { error?: string };
}

it('given the sources, when read, then only one module loads the SDK, and only if a collector is configured', () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const sources = ['libs', 'libs/providers', 'apps']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name, 'src')))
    .filter((src) => existsSync(join(root, src)))
    .flatMap((src) => readdirSync(join(root, src), { recursive: true }).map((file) => join(src, String(file))))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.includes('/generated/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const naming = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(naming(/from '@opentelemetry\//)).toEqual(['libs/service-runtime/src/tracing/otlp-tracer.ts']);
  expect(naming(/from '.*otlp-tracer\.js'/)).toEqual([]);
  expect(naming(/import\('.*otlp-tracer\.js'\)/)).toEqual(['libs/service-runtime/src/tracing/open-tracing.ts']);
});

describe('traces', () => {
  let finished: FinishedSpan[];
  beforeEach(() => {
    finished = [];
    useTracer({
      start: (start) => {
        const spanId = String(finished.length + 1).padStart(16, '0');
        const span: FinishedSpan = { ...start, spanId };
        finished.push(span);
        const traceId = start.parent?.traceId ?? 'f'.repeat(32);
        return {
          context: { traceId, spanId, sampled: true },
          set: () => undefined,
          end: (outcome = {}) => void (span.ended = outcome),
        };
      },
      flush: async () => undefined,
    });
  });
  afterEach(() => useTracer(undefined));

  it.each([
    [undefined],
    [''],
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331'],
    ['00-00000000000000000000000000000000-b7ad6b7169203331-01'],
    ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01'],
    ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more'],
    ['00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01'],
  ])('given %j, when parsed as traceparent, then it is invalid', (text) =>
    expect(parseTraceparent(text)).toBeUndefined(),
  );

  it('given a traceparent, even of a later version, when parsed, then its ids are returned', () => {
    const parts = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', sampled: true };
    expect(parseTraceparent(caller)).toEqual(parts);
    expect(parseTraceparent(`cc${caller.slice(2)}-what-comes`)).toEqual(parts);
    expect(parseTraceparent(caller.replace(/01$/, '00'))).toEqual({ ...parts, sampled: false });
    expect(formatTraceparent(parts)).toBe(caller);
  });

  it('given nested work, when traced, then each span has the enclosing one as parent, and a failure only its kind', async () => {
    const failing = inSpan({ name: 'outer', service: 'gateway', parent: caller }, async () => {
      await inChildSpan({ name: 'first' }, async () => 1);
      await inChildSpan({ name: 'second' }, async () => {
        throw Object.assign(new Error('secret text'), { code: 'E_KIND' });
      });
    });
    await expect(failing).rejects.toThrow('secret text');
    expect(finished.map(({ name, service, parent, ended }) => [name, service, parent?.spanId, ended?.error])).toEqual([
      ['outer', 'gateway', 'b7ad6b7169203331', 'E_KIND'],
      ['first', 'gateway', '0000000000000001', undefined],
      ['second', 'gateway', '0000000000000001', 'E_KIND'],
    ]);
    expect(JSON.stringify(finished)).not.toContain('secret');
  });

  it('given no span or no tracer, when work is done, then nothing is recorded', async () => {
    expect(
      await inChildSpan({ name: 'polling', service: 'gateway' }, async () => currentTraceparent()),
    ).toBeUndefined();
    useTracer(undefined);
    expect(await inSpan({ name: 'x', service: 'gateway' }, async () => currentTraceparent())).toBeUndefined();
    expect(finished).toEqual([]);
  });

  it('given a message of another trace, when it causes something, then that is part of its own trace', async () => {
    const other = caller.replace(/0af7/, '1111');
    await inSpan({ name: 'batch', service: 'notifier', parent: caller }, async () => {
      expect(traceparentFor(caller)).toBe(currentTraceparent());
      expect(traceparentFor(undefined)).toBe(currentTraceparent());
      expect(traceparentFor(other)).toBe(other);
    });
  });

  it('given a log line within a span, when written, then it has both ids', async () => {
    const lines: string[] = [];
    const log = createLogger({ service: 'gateway', write: (line) => lines.push(line) });
    log.info('outside');
    await inSpan({ name: 'x', service: 'gateway', parent: caller }, async () => log.info({ a: 1 }, 'inside'));
    const [outside, inside] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(outside).not.toHaveProperty('trace_id');
    expect(inside).toMatchObject({ a: 1, trace_id: caller.slice(3, 35), span_id: '0000000000000001', msg: 'inside' });
  });
});
