import type { Wake } from './injection-tokens.js';
import { fileURLToPath } from 'node:url';
import {
  accessEnded,
  accountUsed,
  calendarCommand,
  calendarState,
  calendarSyncOperations,
  createCalendarQuery,
  channelNotification,
  providerNotification,
  providerWritesQuery,
  resourcesQuery,
  settleProfile,
  stageProfile,
} from '@kalends/contracts';
import { zoneRelease } from '@kalends/icalendar';
import {
  createRequestedWork,
  startBusService,
  type BusServiceDependencies,
  type Participant,
  type RunningService,
  type Transport,
} from '@kalends/messaging';
import { createSealer } from '@kalends/security';
import { Loop, metrics, type Logger } from '@kalends/service-runtime';
import { convertAgain } from './calendars/convert-again/convert-again.js';
import { AnnounceEnd } from './profiles/announce-end/announce-end.worker.js';
import { ShareUse } from './budget/share-use/share-use.worker.js';
import { CloseChannels } from './profiles/close-channels/close-channels.worker.js';
import { pollBoundsOf, type CalendarSyncConfig } from './config.js';
import { EraseRevoked } from './profiles/erase-revoked/erase-revoked.worker.js';
import { RevokeAtProviders } from './profiles/revoke-at-provider/revoke-at-provider.worker.js';
import { measure } from './measure.js';
import { DiscardStaged } from './profiles/settle-profile/discard-staged.worker.js';
import { CalendarSyncModule } from './module.js';
import { createProviders } from './provider-factory.js';
import { republishState } from './published-state/republish-state/republish-state.js';
import { ShowLiveness } from './sync/show-liveness/show-liveness.worker.js';
import { SyncProfiles } from './sync/sync-profile/sync-profile.worker.js';
import { WriteToProvider } from './writes/write-to-provider/write-to-provider.worker.js';

export { calendarSyncSettings } from './config.js';

interface StartOptions {
  log?: Logger;
  /** Current time in epoch ms. */
  clock?: () => number;
}

interface BuildOptions {
  config: CalendarSyncConfig;
  clock: () => number;
  log: Logger;
}

async function build(
  { pool, relay, operations, counts }: Participant,
  { config, clock, log }: BuildOptions,
): Promise<BusServiceDependencies> {
  await convertAgain(pool, zoneRelease().name, log);
  const sealer = createSealer(config.ENCRYPTION_KEY);
  const providers = await createProviders({ pool, sealer, config, clock, log });
  const { providerOf, connectionOf, revokeAtProvider, pushOf, certificateEnd, budgets } = providers;
  const loops: Loop[] = [];
  const wake = () => {
    relay.wake();
    for (const loop of loops) loop.wake();
  };
  const bounds = pollBoundsOf(config);
  const liveness = new ShowLiveness({ pool, clock, onDone: () => relay.wake() });
  const common = { pool, providerOf, clock, log, onDone: wake };
  const writer = new WriteToProvider(common);
  const syncs = new SyncProfiles({
    ...common,
    bounds,
    listingIntervalMs: config.FULL_LISTING_INTERVAL * 1000,
    pushOf,
    certificateEnd,
    shortFor: (purpose) => budgets.shortFor(purpose),
  });
  const shared = new ShareUse({ pool, budgets: budgets.all, clock });
  const closer = new CloseChannels(common);
  const revoker = new RevokeAtProviders({ pool, sealer, revokeAtProvider, clock, log });
  const forgetter = new DiscardStaged({ pool, sealer, clock, log });
  const eraser = new EraseRevoked({
    pool,
    clock,
    log,
    retentionDays: config.REVOKED_RETENTION_DAYS,
    onDone: () => relay.wake(),
  });
  const announcer = new AnnounceEnd({ pool, clock, log, onDone: () => relay.wake() });
  const slowLoops = [
    new Loop({ name: 'announce-end', round: () => announcer.round(), pollMs: 60_000, log }),
    new Loop({ name: 'share-use', round: () => shared.round(), pollMs: 5_000, log }),
    new Loop({ name: 'erase-revoked', round: () => eraser.round(), pollMs: 600_000, log }),
    new Loop({ name: 'forget-staged', round: () => forgetter.round(), pollMs: 600_000, log }),
    new Loop({ name: 'show-liveness', round: () => liveness.round(), pollMs: 30_000, log }),
    new Loop({ name: 'close-channels', round: () => closer.round(), pollMs: 30_000, log }),
    new Loop({ name: 'leave-provider', round: () => revoker.round(), pollMs: 5_000, log }),
  ];
  loops.push(
    new Loop({ name: 'write-to-provider', round: () => writer.round(), pollMs: 500, log }),
    new Loop({ name: 'sync-profile', round: () => syncs.round(), pollMs: 250, log }),
  );
  const wakeAll: Wake = (target = 'workers') => {
    if (target === 'outbox') return relay.wake();
    wake();
    for (const loop of slowLoops) loop.wake();
  };
  const republisher = createRequestedWork({
    pool,
    log,
    run: (report, signal) => {
      const waiting = async () => (await relay.waiting()).messages;
      return republishState({ pool, log, waiting, wake: () => relay.wake() }, report, signal);
    },
  });
  const unmeasure = measure(pool, clock, budgets);
  return {
    module: CalendarSyncModule.of({
      pool,
      operations,
      budgets,
      providerOf,
      connectionOf,
      sealer,
      clock,
      wake: wakeAll,
      bounds,
      log,
    }),
    start: async () => {
      await counts.follow([
        { name: 'syncs', counter: metrics.syncs, about: 'provider' },
        { name: 'requests', counter: metrics.providerRequests, about: 'provider' },
      ]);
      for (const one of [...loops, ...slowLoops, republisher]) one.start();
    },
    stop: async () => {
      unmeasure();
      await Promise.all([...loops, ...slowLoops, republisher].map((one) => one.stop()));
      await Promise.all([writer.stop(), syncs.stop()]);
      await shared.stop();
      await providers.close();
    },
  };
}

/** Starts calendar-sync: handles the gateway's commands, writes to providers, polls them, and publishes state. */
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
    contracts: [
      calendarState,
      calendarCommand,
      stageProfile,
      settleProfile,
      accessEnded,
      accountUsed,
      createCalendarQuery,
      resourcesQuery,
      providerWritesQuery,
      channelNotification,
      providerNotification,
      calendarSyncOperations,
    ] as never[],
    log: options.log,
    build: (participant, log) => build(participant, { config, clock: options.clock ?? Date.now, log }),
  });
}
