import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { channelToken } from '@kalends/security';
import { createLogger } from '@kalends/service-runtime';
import { testClock } from '@kalends/testing';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorsFilter } from '../../http/errors.filter.js';
import { createAdapter, registerPlugins } from '../../http/fastify.js';
import { clockToken, configToken, poolToken, relayToken, sealerToken } from '../../http/injection-tokens.js';
import { Strangers } from '../../http/rate-limit/strangers.js';
import { openGatewayDatabase, type GatewayDatabase } from '../../read-model/gateway-database.fixture.js';
import { ProviderNotificationsController } from './provider-notifications.controller.js';

const keys = [new Uint8Array(32).fill(1)];

describe("a provider's notification as sent over HTTP", () => {
  let database: GatewayDatabase;
  let app: NestFastifyApplication;
  beforeAll(async () => {
    database = await openGatewayDatabase();
    const providers = [
      { provide: poolToken, useValue: database.pool },
      { provide: relayToken, useValue: { wake: () => undefined } },
      { provide: clockToken, useValue: testClock().now },
      { provide: configToken, useValue: { ENCRYPTION_KEY: keys } },
      { provide: sealerToken, useValue: null },
      { provide: Strangers, useValue: new Strangers(0) },
    ];
    class Root {}
    Module({ controllers: [ProviderNotificationsController], providers })(Root);
    app = await NestFactory.create<NestFastifyApplication>(Root, createAdapter({ trustProxy: false }), {
      bodyParser: false,
      logger: false,
    });
    await registerPlugins(app.getHttpAdapter().getInstance() as never);
    app.useGlobalFilters(new ErrorsFilter(createLogger({ service: 'gateway', level: 'silent' })));
    await app.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await app?.close();
    await database?.stop();
  });

  const notifications = async () => (await database.pool.query('SELECT 1 FROM outbox')).rowCount;

  function post(headers: Record<string, string>): Promise<{ status: number; body: string }> {
    const { port } = app.getHttpServer().address() as { port: number };
    return new Promise((resolve, reject) => {
      const path = '/v1/provider_notifications/google';
      const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      });
      sent.on('error', reject).end();
    });
  }

  const channel = {
    'X-Goog-Channel-ID': 'gch_1',
    'X-Goog-Channel-Token': channelToken(keys, 'google', 'gch_1'),
    'X-Goog-Message-Number': '10',
    'X-Goog-Resource-State': 'exists',
  };

  const json = { 'Content-Type': 'application/json; utf-8' };

  it.each([
    ["Google's own headers, with its malformed media type", { ...json, 'Content-Length': '0' }],
    ['a proxy that chunks the empty body', { ...json, 'Transfer-Encoding': 'chunked' }],
    ['no media type', { 'Content-Length': '0' }],
  ])('given %s, then 200, empty, and calendar-sync is notified', async (_what, headers) => {
    const before = (await notifications())!;
    expect(await post({ ...channel, ...headers })).toEqual({ status: 200, body: '' });
    expect(await notifications()).toBe(before + 1);
  });

  it('given a forged token, then 404 and no notification', async () => {
    const before = await notifications();
    const forged = { ...channel, 'X-Goog-Channel-Token': channelToken(keys, 'google', 'gch_2') };
    expect((await post({ ...forged, 'Content-Length': '0' })).status).toBe(404);
    expect(await notifications()).toBe(before);
  });
});
