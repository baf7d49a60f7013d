import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as received by a collector. */
export interface ReceivedSpan {
  /** `service.name` of its resource. */
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'service' | 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
}

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector on a loopback port that takes OTLP/HTTP in JSON. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      texts.push(text);
      for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
        const service = String(valuesOf(resource.attributes)['service.name']);
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service, attributes: valuesOf(span.attributes) });
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    of: (traceId: string) => spans.filter((span) => span.traceId === traceId),
    /** Everything received, verbatim. */
    text: () => texts.join('\n'),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TraceReceiver = Awaited<ReturnType<typeof startTraceReceiver>>;
