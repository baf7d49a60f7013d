import { Module } from '@nestjs/common';
import { ReadEventsController } from './read-events/read-events.controller.js';
import { UpsertEventController } from './upsert-event/upsert-event.controller.js';
import { DeleteEventController } from './delete-event/delete-event.controller.js';
import { DeleteEventsController } from './delete-events/delete-events.controller.js';
import { BatchController } from './batch/batch.controller.js';
import { ChangeParticipationController } from './change-participation/change-participation.controller.js';
import { InspectEventsController } from './inspect-events/inspect-events.controller.js';
import { WriteQueue } from './accept-write/write-queue.js';
import type { GatewayConfig } from '../config.js';
import type { GatewayDependencies } from '../dependencies.js';
import { relinkUrlOf } from '../accounts/relink-url.js';
import { configToken, cursorKeyToken, dependenciesToken } from '../http/injection-tokens.js';
import { ReadEvents } from './read-events/read-events.js';
import { ReplicaReads } from './read-events/replica-reads.js';

const readEvents = {
  provide: ReadEvents,
  useFactory: (config: GatewayConfig, cursorKey: Buffer, { readPool, replicaPool, log }: GatewayDependencies) => {
    const replica = replicaPool && new ReplicaReads({ primary: readPool, replica: replicaPool, log });
    return new ReadEvents(readPool, config.PUBLIC_URL, cursorKey, relinkUrlOf(config), replica);
  },
  inject: [configToken, cursorKeyToken, dependenciesToken],
};

@Module({
  controllers: [
    ReadEventsController,
    InspectEventsController,
    UpsertEventController,
    DeleteEventController,
    DeleteEventsController,
    BatchController,
    ChangeParticipationController,
  ],
  providers: [WriteQueue, readEvents],
  exports: [WriteQueue],
})
export class EventsModule {}
