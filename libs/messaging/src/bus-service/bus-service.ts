import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { ServiceName } from '@kalends/topics';
import {
  createDraining,
  createLogger,
  type HealthCheck,
  NestLogger,
  openTracing,
  startHealthServer,
  type Logger,
  type TracingSettings,
} from '@kalends/service-runtime';
import type { AnyContract, Transport } from '../transport.js';
import { joinBus } from './join-bus.js';
import { openParticipant, type Participant } from './participant.js';
import { watchLag } from './watch-lag.js';

/** Configuration of a service without public HTTP; PORT serves health only (null: no health server). */
export interface BusServiceConfig extends TracingSettings {
  HOST: string;
  PORT: number | null;
  DATABASE_URL: string;
  DATABASE_POOL: number;
  LOG_LEVEL: string;
  LOG_FORMAT?: 'json' | 'pretty' | undefined;
}

interface BusServiceOptions {
  service: ServiceName;
  config: BusServiceConfig;
  transport: Transport;
  /** Folder of the service's own migrations. */
  migrations: string;
  /** The topics that it consumes or publishes. */
  contracts: readonly AnyContract[];
  log?: Logger;
  /** The Nest module with its handlers, built from the bus; and what else must be started and closed. */
  build(participant: Participant, log: Logger): Promise<BusServiceDependencies> | BusServiceDependencies;
}

export interface BusServiceDependencies {
  module: DynamicModule | Type;
  start?(): Promise<void> | void;
  /** Called before message delivery stops. */
  stop?(): Promise<void> | void;
}

export interface RunningService {
  /** Of the health server; null without one. */
  healthPort: number | null;
  /** Those of `/health/ready`. */
  checks: readonly HealthCheck[];
  /** Reports draining at `/health/ready` and keeps working. */
  drain(): void;
  close(): Promise<void>;
}

/** Starts a service that only the bus reaches: schema, handlers in its consumer group, workers, health. */
export async function startBusService(options: BusServiceOptions): Promise<RunningService> {
  const { service, config, transport } = options;
  const log = options.log ?? createLogger({ service, level: config.LOG_LEVEL, format: config.LOG_FORMAT });
  const tracing = await openTracing(config);
  const participant = await openParticipant({
    service,
    databaseUrl: config.DATABASE_URL,
    databasePool: config.DATABASE_POOL,
    migrations: options.migrations,
    transport,
    log,
  });
  const built = await options.build(participant, log);
  const server = transport.server(service, { pool: participant.pool, log });
  participant.operations.follow(server);
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(built.module, {
    strategy: server,
    logger: new NestLogger(log),
    abortOnError: false,
  });
  const bus = await joinBus({
    reach: () => transport.reach(),
    join: async () => {
      await transport.ensureTopics(options.contracts);
      await app.listen();
    },
    healthy: () => server.healthy,
    log,
  });
  const ending = createDraining();
  participant.checks.push(bus.check, ending.check);
  const unwatch = watchLag(service, transport, server);
  await built.start?.();
  const health =
    config.PORT === null
      ? null
      : await startHealthServer({ host: config.HOST, port: config.PORT, checks: participant.checks });
  log.info({ event: 'service.started', health_port: health?.port }, `${service} is running`);
  return {
    healthPort: health?.port ?? null,
    checks: participant.checks,
    drain: () => ending.begin(),
    close: async () => {
      unwatch();
      bus.leave();
      await health?.close();
      await built.stop?.();
      await app.close();
      await participant.close();
      await tracing.close();
    },
  };
}
