import { Module, type DynamicModule } from '@nestjs/common';
import type { Operations } from '@kalends/messaging';
import type { Logger } from '@kalends/service-runtime';
import type { Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import { CreateCalendarHandler } from './calendars/create-calendar/create-calendar.handler.js';
import { ReportWritesHandler } from './writes/report-writes/report-writes.handler.js';
import { ListResourcesHandler } from './profiles/list-resources/list-resources.handler.js';
import type { Budgets } from './budget/budgets.js';
import type { ConnectionOf, ProviderOf } from './stored-credentials/provider-of.js';
import { AnswerOperationsHandler } from './operations/answer-operations.handler.js';
import * as tokens from './injection-tokens.js';
import { EndAccessHandler } from './profiles/end-access/end-access.handler.js';
import { SettleProfileHandler } from './profiles/settle-profile/settle-profile.handler.js';
import { StageProfileHandler } from './profiles/stage-profile/stage-profile.handler.js';
import { NotificationsHandler } from './sync/handle-notifications/handle-notifications.handler.js';
import { NoteUseHandler } from './sync/note-use/note-use.handler.js';
import type { PollBounds } from './sync/poll-intervals.js';
import { CommandsHandler } from './commands/handle-commands.handler.js';

interface CalendarSyncDependencies {
  pool: Pool;
  operations: Operations;
  budgets: Budgets;
  providerOf: ProviderOf;
  connectionOf: ConnectionOf;
  sealer: Sealer;
  clock: tokens.Clock;
  wake: tokens.Wake;
  bounds: PollBounds;
  log: Logger;
}

@Module({})
export class CalendarSyncModule {
  static of(dependencies: CalendarSyncDependencies): DynamicModule {
    return {
      module: CalendarSyncModule,
      controllers: [
        CommandsHandler,
        StageProfileHandler,
        SettleProfileHandler,
        EndAccessHandler,
        CreateCalendarHandler,
        ListResourcesHandler,
        ReportWritesHandler,
        NotificationsHandler,
        NoteUseHandler,
        AnswerOperationsHandler,
      ],
      providers: [
        { provide: tokens.poolToken, useValue: dependencies.pool },
        { provide: tokens.operationsToken, useValue: dependencies.operations },
        { provide: tokens.budgetsToken, useValue: dependencies.budgets },
        { provide: tokens.providerOfToken, useValue: dependencies.providerOf },
        { provide: tokens.connectionOfToken, useValue: dependencies.connectionOf },
        { provide: tokens.sealerToken, useValue: dependencies.sealer },
        { provide: tokens.clockToken, useValue: dependencies.clock },
        { provide: tokens.wakeToken, useValue: dependencies.wake },
        { provide: tokens.pollBoundsToken, useValue: dependencies.bounds },
        { provide: tokens.logToken, useValue: dependencies.log },
      ],
    };
  }
}
