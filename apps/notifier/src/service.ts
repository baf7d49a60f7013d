import { fileURLToPath } from 'node:url';
import {
  accessEnded,
  applicationState,
  bookingLinkReported,
  calendarState,
  callbackQuery,
  channelQuery,
  erasureRequested,
  notifierOperations,
  replyRecorded,
  windowEntered,
} from '@kalends/contracts';
import {
  startBusService,
  type BusServiceDependencies,
  type Participant,
  type RunningService,
  type Transport,
} from '@kalends/messaging';
import { createEgress, createSealer } from '@kalends/security';
import { createPool } from '@kalends/postgres';
import { Loop, metrics, type Logger } from '@kalends/service-runtime';
import type { NotifierConfig } from './config.js';
import { DeliverCallbacks } from './callbacks/deliver-callbacks/deliver-callbacks.worker.js';
import { measure } from './measure.js';
import { NotifierModule } from './module.js';
import { purge } from './callbacks/purge/purge.worker.js';

export { notifierSettings } from './config.js';

interface StartOptions {
  log?: Logger;
  /** Epoch ms of now. */
  clock?: () => number;
}

/** Of one attempt, over name resolution, connection and the whole response. */
const timeoutMs = 15_000;

function build(
  config: NotifierConfig,
  { pool, schema, operations, counts }: Participant,
  { clock, log }: { clock: () => number; log: Logger },
): BusServiceDependencies {
  const workerPool = createPool({
    url: config.DATABASE_URL,
    schema,
    max: 3,
    applicationName: 'kalends notifier deliveries',
    steadyPlans: true,
    orderedScans: true,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const egress = createEgress({ allowNetworks: config.ALLOW_NETWORKS ?? [], timeoutMs });
  const sealer = createSealer(config.ENCRYPTION_KEY);
  const wake = () => deliveries.wake();
  const worker = new DeliverCallbacks({ pool: workerPool, egress, sealer, clock, log, onFree: wake, timeoutMs });
  const deliveries = new Loop({ name: 'deliver', round: () => worker.round(), pollMs: 500, gatherMs: 5, log });
  const purging = new Loop({ name: 'purge', round: () => purge({ pool, clock, log }), pollMs: 3_600_000, log });
  const unmeasure = measure(pool, clock);
  return {
    module: NotifierModule.of({ pool, operations, clock, wake, log, maxChannels: config.CHANNELS_PER_ACCOUNT }),
    start: async () => {
      await counts.follow([{ name: 'callbacks', counter: metrics.callbackAttempts }]);
      await worker.start();
      deliveries.start();
      purging.start();
    },
    stop: async () => {
      unmeasure();
      await Promise.all([deliveries.stop(), purging.stop()]);
      await worker.stop();
      await egress.close();
      await workerPool.end();
    },
  };
}

/** Starts notifier: receives the events for applications, delivers callbacks, answers queries about them. */
export function startNotifier(
  config: NotifierConfig,
  transport: Transport,
  options: StartOptions = {},
): Promise<RunningService> {
  return startBusService({
    service: 'notifier',
    config,
    transport,
    migrations: fileURLToPath(new URL('../src/prisma/migrations', import.meta.url)),
    contracts: [
      replyRecorded,
      bookingLinkReported,
      calendarState,
      applicationState,
      erasureRequested,
      accessEnded,
      windowEntered,
      callbackQuery,
      channelQuery,
      notifierOperations,
    ] as never[],
    log: options.log,
    build: (participant, log) => build(config, participant, { clock: options.clock ?? Date.now, log }),
  });
}
