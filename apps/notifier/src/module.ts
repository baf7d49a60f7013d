import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { AnswerChannelsHandler } from './channels/answer-channels/answer-channels.handler.js';
import { AnswerQueriesHandler } from './callbacks/answer-queries/answer-queries.handler.js';
import { EndAccessHandler } from './applications/end-access/end-access.handler.js';
import { KnowApplicationsHandler } from './applications/know-applications/know-applications.handler.js';
import * as tokens from './providers.js';
import { TakeRepliesHandler } from './callbacks/take-replies/take-replies.handler.js';
import { WatchCalendarsHandler } from './channels/watch-calendars/watch-calendars.handler.js';

interface NotifierParts {
  pool: Pool;
  clock: tokens.Clock;
  wake: tokens.Wake;
  log: Logger;
}

@Module({})
export class NotifierModule {
  static of(parts: NotifierParts): DynamicModule {
    return {
      module: NotifierModule,
      controllers: [
        TakeRepliesHandler,
        WatchCalendarsHandler,
        EndAccessHandler,
        KnowApplicationsHandler,
        AnswerQueriesHandler,
        AnswerChannelsHandler,
      ],
      providers: [
        { provide: tokens.poolToken, useValue: parts.pool },
        { provide: tokens.clockToken, useValue: parts.clock },
        { provide: tokens.wakeToken, useValue: parts.wake },
        { provide: tokens.logToken, useValue: parts.log },
      ],
    };
  }
}
