import { Module, type DynamicModule } from '@nestjs/common';
import type { Operations } from '@kalends/messaging';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { AnswerChannelsHandler } from './channels/answer-channels/answer-channels.handler.js';
import { AnswerQueriesHandler } from './callbacks/answer-queries/answer-queries.handler.js';
import { EndAccessHandler } from './applications/end-access/end-access.handler.js';
import { ProjectApplicationsHandler } from './applications/project-applications/project-applications.handler.js';
import { AnswerOperationsHandler } from './operations/answer-operations.handler.js';
import * as tokens from './injection-tokens.js';
import { EnqueueCallbacksHandler } from './callbacks/enqueue-callbacks/enqueue-callbacks.handler.js';
import { ReportBookingsHandler } from './callbacks/report-bookings/report-bookings.handler.js';
import { NotifyEnteredHandler } from './channels/notify-entered/notify-entered.handler.js';
import { WatchCalendarsHandler } from './channels/watch-calendars/watch-calendars.handler.js';

interface NotifierDependencies {
  pool: Pool;
  operations: Operations;
  clock: tokens.Clock;
  wake: tokens.Wake;
  log: Logger;
  maxChannels: number;
}

@Module({})
export class NotifierModule {
  static of(dependencies: NotifierDependencies): DynamicModule {
    return {
      module: NotifierModule,
      controllers: [
        EnqueueCallbacksHandler,
        ReportBookingsHandler,
        WatchCalendarsHandler,
        NotifyEnteredHandler,
        EndAccessHandler,
        ProjectApplicationsHandler,
        AnswerQueriesHandler,
        AnswerChannelsHandler,
        AnswerOperationsHandler,
      ],
      providers: [
        { provide: tokens.poolToken, useValue: dependencies.pool },
        { provide: tokens.operationsToken, useValue: dependencies.operations },
        { provide: tokens.clockToken, useValue: dependencies.clock },
        { provide: tokens.wakeToken, useValue: dependencies.wake },
        { provide: tokens.logToken, useValue: dependencies.log },
        { provide: tokens.maxChannelsToken, useValue: dependencies.maxChannels },
      ],
    };
  }
}
