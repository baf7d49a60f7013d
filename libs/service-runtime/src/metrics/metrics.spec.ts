import { describe, expect, it } from 'vitest';
import { startHealthServer } from '../health/health-server.js';
import { metrics } from './metrics.js';
import { startMetricsServer } from './metrics-server.js';
import { collectWith } from './registry.js';

const textOf = async (port: number) => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  return answer.text();
};

describe('metrics', () => {
  it('given a collector, when metrics are read, then it runs, and no more once removed', async () => {
    const server = await startMetricsServer({ host: '127.0.0.1', port: 0 });
    let waiting = 3;
    const stop = collectWith(async () => metrics.deadLetters.set({ service: 'spec' }, waiting));
    expect(await textOf(server.port)).toContain('kalends_dead_letters{service="spec"} 3');
    waiting = 4;
    expect(await textOf(server.port)).toContain('kalends_dead_letters{service="spec"} 4');
    stop();
    waiting = 5;
    expect(await textOf(server.port)).toContain('kalends_dead_letters{service="spec"} 4');
    await server.close();
  });

  it('given a collector that fails, when metrics are read, then the others are included', async () => {
    const server = await startHealthServer({ host: '127.0.0.1', port: 0, checks: [] });
    const stops = [
      collectWith(() => Promise.reject(new Error('the database is unreachable'))),
      collectWith(async () => metrics.outboxMessages.set({ service: 'spec' }, 7)),
    ];
    const text = await textOf(server.port);
    expect(text).toContain('kalends_outbox_messages{service="spec"} 7');
    expect(text).toContain('process_cpu_seconds_total');
    stops.forEach((stop) => stop());
    await server.close();
  });

  it('given the metrics server, when another path is requested, then it is not found', async () => {
    const server = await startMetricsServer({ host: '127.0.0.1', port: 0 });
    expect((await fetch(`http://127.0.0.1:${server.port}/v1/events`)).status).toBe(404);
    await server.close();
  });
});
