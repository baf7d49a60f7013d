import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { calendarState } from '@kalends/contracts';
import { zoneRelease } from '@kalends/icalendar';
import {
  createRebuilder,
  joinBus,
  openParticipant,
  rebuildForZones,
  watchLag,
  type Transport,
} from '@kalends/messaging';
import {
  createDraining,
  reportZoneData,
  createLogger,
  Loop,
  openTracing,
  NestLogger,
  startMetricsServer,
  type Draining,
  type HealthCheck,
  type Logger,
} from '@kalends/service-runtime';
import { createPool, limitQueries } from '@kalends/postgres';
import { createSealer } from '@kalends/security';
import { PrismaPg } from '@prisma/adapter-pg';
import { SettleAdditions } from './oauth/journey/settle-additions.js';
import { SettleBooking } from './booking-links/book-slot/settle-booking.js';
import { SettleChange } from './booking-links/change-booking/settle-change.js';
import { CheckClients } from './oauth/check-clients/check-clients.js';
import { measureChecks } from './oauth/check-clients/measure-checks.js';
import { ClientChecks } from './oauth/journey/client-checks.js';
import { repairOrder } from './changes/repair-order.js';
import { publishPending } from './applications/publish-application.js';
import { gatewayTopics } from './http/bus/topics.js';
import type { GatewayConfig } from './config.js';
import { PrismaClient } from './generated/prisma/client.js';
import { Addresses } from './http/addresses.js';
import { Admissions } from './http/admission/admissions.js';
import { admitBeforeBody } from './http/admission/admit-before-body.js';
import { AllowedOrigins } from './http/cors/allowed-origins.js';
import { ErrorsFilter } from './http/errors.filter.js';
import { AnswersInFlight } from './http/rate-limit/answers-in-flight.js';
import { createAdapter, registerPlugins } from './http/fastify.js';
import type { Landing } from './landing/landing.js';
import { GatewayModule } from './module.js';
import { errorPageFor } from './oauth/journey/error-page.js';
import { limitPages } from './oauth/journey/limit-pages.js';
import { gatewayMaintenance } from './maintenance.js';
import { AccountUses } from './tokens/account-uses.js';
import { CountRequests } from './usage/count-requests.js';
import { projectBatch } from './read-model/project-batch.js';
import { prepareHorizon } from './read-model/horizon.js';
import { markStale, deleteStale } from './read-model/rebuild.js';

export { gatewaySettings, publicUrlOf } from './config.js';
export { demoCallbackPath, isLocal, type Demo, type ServiceChecks } from './landing/landing.js';

export interface RunningGateway {
  url: string;
  /** Those of `/health/ready`. */
  checks: readonly HealthCheck[];
  /** Reports at `/health/ready` that it is draining and closes connections after their responses, but continues to serve. */
  drain(): void;
  /** Stops accepting requests and messages, finishes those in flight, then closes the database. */
  close(): Promise<void>;
}

interface StartOptions {
  log?: Logger;
  /** Current time, epoch ms. */
  clock?: () => number;
  /** What the landing page shows besides this service. */
  landing?: Landing;
  /** Further checks of `/health/ready`. */
  checks?: readonly HealthCheck[];
}

/** The HTTP server, not yet listening. */
export async function createApplication(
  dependencies: Omit<Parameters<typeof GatewayModule.of>[0], 'answers'>,
  ending: Draining,
): Promise<NestFastifyApplication> {
  const { config, log } = dependencies;
  const addresses = new Addresses(`${config.PUBLIC_URL}/docs`);
  const answers = new AnswersInFlight();
  const adapter = createAdapter({
    trustProxy: config.TRUST_PROXY,
    hasAlias: config.CLIENT_ALIAS !== undefined,
    isEnding: () => ending.begun,
    log,
    addresses,
    answers,
    origins: new AllowedOrigins(dependencies.pool),
    pageFor: errorPageFor,
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.of({ ...dependencies, answers }),
    adapter,
    {
      bodyParser: false,
      logger: new NestLogger(log),
      abortOnError: false,
    },
  );
  await registerPlugins(app.getHttpAdapter().getInstance() as never);
  app.get(CountRequests).follow(app.getHttpAdapter().getInstance() as never);
  admitBeforeBody(app.getHttpAdapter().getInstance() as never, app.get(Admissions));
  limitPages(app.getHttpAdapter().getInstance() as never, config.PAGES_PER_MINUTE);
  app.useGlobalFilters(new ErrorsFilter(log, addresses, errorPageFor));
  return app;
}

/** Time limit of a query, after which the client gets an error. */
const queryLimitMs = 8_000;

/** How long a read waits for a connection to the replica before it uses the primary. */
const replicaConnectMs = 1_000;

/**
 * Starts the gateway: the public HTTP server and the read model. It listens when its schema is up to date, with the bus or,
 * when that cannot be reached, without ({@link joinBus}).
 */
export async function startGateway(
  config: GatewayConfig,
  transport: Transport,
  options: StartOptions = {},
): Promise<RunningGateway> {
  const log = options.log ?? createLogger({ service: 'gateway', level: config.LOG_LEVEL, format: config.LOG_FORMAT });
  const clock = options.clock ?? Date.now;
  const tracing = await openTracing(config);
  const { pool, schema, relay, operations, checks, close } = await openParticipant({
    service: 'gateway',
    databaseUrl: config.DATABASE_URL,
    databasePool: config.DATABASE_POOL,
    migrations: fileURLToPath(new URL('../src/prisma/migrations', import.meta.url)),
    transport,
    log,
  });
  const reading = {
    schema,
    max: config.DATABASE_POOL,
    applicationName: 'kalends gateway reads',
    steadyPlans: true,
    orderedScans: true,
    onIdleError: (error: Error) => log.warn({ err: error }, 'a database connection was lost'),
  };
  const readPool = createPool({ url: config.DATABASE_URL, ...reading });
  const replica = config.DATABASE_READ_URL
    ? createPool({ url: config.DATABASE_READ_URL, ...reading, connectTimeoutMs: replicaConnectMs })
    : undefined;
  const httpPool = limitQueries(pool, queryLimitMs);
  const prisma = new PrismaClient({ adapter: new PrismaPg(httpPool, { schema }) });
  const maintenance = gatewayMaintenance({ pool, log, abandonedDays: config.ABANDONED_ACCOUNT_DAYS || null }, clock);
  await prepareHorizon(pool, clock());
  await repairOrder(pool);
  maintenance.start();
  await publishPending(pool, clock());
  const client = transport.client('gateway', { contracts: gatewayTopics });
  const sealer = createSealer(config.ENCRYPTION_KEY);
  const ending = createDraining();
  checks.push(ending.check, reportZoneData(zoneRelease(), { log, now: clock }), ...(options.checks ?? []));
  const landing = options.landing ?? { services: () => [{ name: 'gateway', checks }], demo: () => null };
  const replicaPool = replica && limitQueries(replica, queryLimitMs);
  const pools = { pool: httpPool, readPool: limitQueries(readPool, queryLimitMs), replicaPool };
  const dependencies = { config, ...pools, prisma, sealer, relay, client, operations, clock, log, checks, landing };
  const app = await createApplication(dependencies, ending);
  const server = transport.server('gateway', { pool, log });
  operations.follow(server);
  app.connectMicroservice({ strategy: server });
  const [settling, changing] = [app.get(SettleBooking), app.get(SettleChange)];
  const round = async () => (await settling.round()) + (await changing.round());
  const bookings = new Loop({ name: 'bookings', round, pollMs: 1_000, log });
  const adding = app.get(SettleAdditions);
  const additions = new Loop({ name: 'additions', round: () => adding.round(), pollMs: 1_000, log });
  const used = app.get(AccountUses);
  const uses = new Loop({ name: 'account-uses', round: () => used.publish().then(() => 0), pollMs: 2_000, log });
  const bus = await joinBus({
    reach: () => transport.reach(),
    join: async () => {
      await transport.ensureTopics(gatewayTopics);
      await Promise.all([client.connect(), app.startAllMicroservices()]);
    },
    healthy: () => server.healthy,
    log,
  });
  checks.push(bus.check);
  await rebuildForZones({ pool, log }, { release: zoneRelease().name, table: 'event_state' });
  const rebuilder = createRebuilder({
    pool,
    transport,
    contract: calendarState,
    markStale: () => markStale(pool),
    apply: (batch) => projectBatch(pool, batch),
    deleteStale: () => deleteStale(pool),
    log,
  });
  rebuilder.start();
  bookings.start();
  additions.start();
  uses.start();
  const checking = app.get(CheckClients);
  const clientChecks = new Loop({ name: 'client-checks', round: () => checking.round(), pollMs: 300_000, log });
  const unmeasure = measureChecks(app.get(ClientChecks));
  const unwatch = watchLag('gateway', transport, server);
  const metricsPort = config.METRICS_PORT;
  const measured =
    metricsPort === undefined ? null : await startMetricsServer({ host: config.HOST, port: metricsPort });
  await app.listen(config.PORT, config.HOST);
  // the clients are known once the modules are initialised
  clientChecks.start();
  const url = await app.getUrl();
  log.info({ event: 'server.started', url, public_url: config.PUBLIC_URL }, `gateway listens on ${url}`);
  return {
    url,
    checks,
    drain: () => ending.begin(),
    close: async () => {
      bus.leave();
      checking.stop();
      await clientChecks.stop();
      unmeasure();
      await bookings.stop();
      await additions.stop();
      await uses.stop();
      unwatch();
      await measured?.close();
      await app.close();
      await client.close();
      await rebuilder.stop();
      await maintenance.stop();
      await prisma.$disconnect();
      await readPool.end();
      await replica?.end();
      await close();
      await tracing.close();
    },
  };
}
