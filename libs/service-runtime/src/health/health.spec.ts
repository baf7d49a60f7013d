import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { HealthModule } from './health-module.js';
import { startHealthServer } from './health-server.js';
import type { CheckStatus, HealthCheck } from './readiness.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function onNest(checks: HealthCheck[]): Promise<string> {
  @Module({ imports: [HealthModule.of(checks)] })
  class App {}
  const app = await NestFactory.create<NestFastifyApplication>(App, new FastifyAdapter(), { logger: false });
  closers.push(() => app.close());
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}
async function alone(checks: HealthCheck[]): Promise<string> {
  const server = await startHealthServer({ host: '127.0.0.1', port: 0, checks });
  closers.push(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}
async function get(url: string): Promise<[number, unknown]> {
  const response = await fetch(url);
  return [response.status, await response.json()];
}

describe.each([
  ['the Nest module', onNest],
  ['the stand-alone server', alone],
])('health by %s', (_, start) => {
  it('given checks that change, when requested, then ready follows the worst and live is unaffected', async () => {
    let broker: CheckStatus = 'ok';
    const base = await start([
      { name: 'database', check: async () => 'ok' },
      { name: 'broker', check: async () => ({ status: broker, detail: 'as reported' }) },
    ]);
    const answers: unknown[] = [];
    for (broker of ['ok', 'degraded', 'failed'] as const) {
      const [code, report] = await get(`${base}/health/ready`);
      answers.push([code, (report as { status: string }).status]);
    }
    expect(answers).toEqual([
      [200, 'ok'],
      [200, 'degraded'],
      [503, 'failed'],
    ]);
    expect(await get(`${base}/health/live`)).toEqual([200, { status: 'ok' }]);
    expect((await get(`${base}/health/nothing`))[0]).toBe(404);
  });

  it('given a check that throws and one that hangs, when requested, then both are listed as failed in time', async () => {
    const base = await start([
      { name: 'database', check: () => Promise.reject(new Error('connection refused')) },
      { name: 'broker', check: () => new Promise(() => undefined) },
    ]);
    expect(await get(`${base}/health/ready`)).toEqual([
      503,
      {
        status: 'failed',
        checks: {
          database: { status: 'failed', detail: 'connection refused' },
          broker: { status: 'failed', detail: 'no answer within 2000 ms' },
        },
      },
    ]);
  });
});
