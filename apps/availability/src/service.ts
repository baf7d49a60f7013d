import { fileURLToPath } from 'node:url';
import {
  availabilityOperations,
  availabilityQuery,
  bookableEventQuery,
  calendarState,
  erasureRequested,
  holdQuery,
  calendarCounting,
  managedAvailability,
} from '@kalends/contracts';
import { zoneRelease } from '@kalends/icalendar';
import {
  createRebuilder,
  rebuildForZones,
  startBusService,
  type BusServiceDependencies,
  type Participant,
  type RunningService,
  type Transport,
} from '@kalends/messaging';
import type { Logger } from '@kalends/service-runtime';
import { Calculator } from './query/answer-availability/calculator.js';
import { prepareHorizon } from './busy-time/roll-horizon.js';
import { availabilityMaintenance } from './maintenance.js';
import type { AvailabilityConfig } from './config.js';
import { AvailabilityModule } from './module.js';
import { projectBatch } from './busy-time/project-batch.js';
import { markStale, deleteStale } from './busy-time/rebuild.js';

export { availabilitySettings } from './config.js';

interface StartOptions {
  log?: Logger;
  /** Epoch ms of now. */
  clock?: () => number;
}

async function build(
  config: AvailabilityConfig,
  { pool, operations }: Participant,
  { clock, transport, log }: { clock: () => number; transport: Transport; log: Logger },
): Promise<BusServiceDependencies> {
  const maintenance = availabilityMaintenance(pool, log, clock);
  await prepareHorizon(pool, clock());
  maintenance.start();
  const maxStaleness = config.AVAILABILITY_MAX_STALENESS * 60_000;
  const calculator = new Calculator();
  await rebuildForZones({ pool, log }, { release: zoneRelease().name, table: 'event' });
  const rebuilder = createRebuilder({
    pool,
    transport,
    contract: calendarState,
    markStale: () => markStale(pool),
    apply: (batch) => projectBatch(pool, batch),
    deleteStale: () => deleteStale(pool),
    log,
  });
  return {
    module: AvailabilityModule.of({ pool, operations, clock, log, maxStaleness, calculator }),
    start: () => rebuilder.start(),
    stop: async () => {
      await rebuilder.stop();
      await maintenance.stop();
      await calculator.close();
    },
  };
}

/** Starts availability: its projection of busy time, its holds and rules, its replies on the bus. */
export function startAvailability(
  config: AvailabilityConfig,
  transport: Transport,
  options: StartOptions = {},
): Promise<RunningService> {
  return startBusService({
    service: 'availability',
    config,
    transport,
    migrations: fileURLToPath(new URL('../src/prisma/migrations', import.meta.url)),
    contracts: [
      calendarState,
      availabilityQuery,
      managedAvailability,
      calendarCounting,
      bookableEventQuery,
      holdQuery,
      erasureRequested,
      availabilityOperations,
    ] as never[],
    log: options.log,
    build: (participant, log) => build(config, participant, { clock: options.clock ?? Date.now, transport, log }),
  });
}
