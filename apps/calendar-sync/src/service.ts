import { fileURLToPath } from 'node:url';
import { calendarCommand, calendarState, connectProfile } from '@kalends/contracts';
import {
  startBusService,
  type BusServiceParts,
  type Participant,
  type RunningService,
  type Transport,
} from '@kalends/messaging';
import type { Logger } from '@kalends/service';
import type { CalendarSyncConfig } from './config.js';
import { CalendarSyncModule } from './module.js';
import { createProviderOf } from './provider-of.js';
import { SyncProfiles } from './sync-profile/sync-profile.worker.js';
import { Loop } from './workers/loop.js';
import { WriteToProvider } from './write-to-provider/write-to-provider.worker.js';

export { calendarSyncSettings, type CalendarSyncConfig } from './config.js';

export interface StartOptions {
  log?: Logger;
  /** Epoch ms of now. */
  clock?: () => number;
}

function build(
  config: CalendarSyncConfig,
  clock: () => number,
  { pool, relay }: Participant,
  log: Logger,
): BusServiceParts {
  const providerOf = createProviderOf(pool, config);
  const loops: Loop[] = [];
  const wake = () => {
    relay.wake();
    for (const loop of loops) loop.wake();
  };
  const common = { pool, providerOf, clock, log, onDone: wake };
  const writer = new WriteToProvider(common);
  const syncs = new SyncProfiles({ ...common, intervalMs: config.SYNC_INTERVAL * 1000 });
  loops.push(
    new Loop('write-to-provider', () => writer.round(), 500, log),
    new Loop('sync-profile', () => syncs.round(), 250, log),
  );
  return {
    module: CalendarSyncModule.of({ pool, providerOf, clock, wake, log }),
    start: () => loops.forEach((loop) => loop.start()),
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([writer.stop(), syncs.stop()]);
    },
  };
}

/** Starts calendar-sync: takes the gateway's commands, carries writes to providers, polls them, publishes state. */
export function startCalendarSync(
  config: CalendarSyncConfig,
  transport: Transport,
  options: StartOptions = {},
): Promise<RunningService> {
  return startBusService({
    service: 'calendar-sync',
    config,
    transport,
    migrations: fileURLToPath(new URL('../src/prisma/migrations', import.meta.url)),
    contracts: [calendarState, calendarCommand, connectProfile] as never[],
    log: options.log,
    build: (participant, log) => build(config, options.clock ?? Date.now, participant, log),
  });
}
