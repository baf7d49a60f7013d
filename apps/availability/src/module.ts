import { Module, type DynamicModule } from '@nestjs/common';
import type { Operations } from '@kalends/messaging';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { AnswerAvailabilityHandler } from './query/answer-availability/answer-availability.handler.js';
import { Calculator } from './query/answer-availability/calculator.js';
import { DeclareCalendarHandler } from './calendars/declare-calendar/declare-calendar.handler.js';
import { EraseDataHandler } from './erasure/erase-data.handler.js';
import { HoldTimeHandler } from './holds/hold-time/hold-time.handler.js';
import { ManageAvailabilityHandler } from './rules/manage-availability/manage-availability.handler.js';
import { ManageBookableEventsHandler } from './bookable-events/manage-bookable-events/manage-bookable-events.handler.js';
import { BlockCache } from './busy-time/member-time/block-cache.js';
import { ProjectCalendarsHandler } from './busy-time/project-calendars/project-calendars.handler.js';
import { AnswerOperationsHandler } from './operations/answer-operations.handler.js';
import * as tokens from './injection-tokens.js';

interface AvailabilityDependencies {
  pool: Pool;
  operations: Operations;
  clock: tokens.Clock;
  log: Logger;
  /** Milliseconds. */
  maxStaleness: number;
  calculator: Calculator;
}

@Module({})
export class AvailabilityModule {
  static of(dependencies: AvailabilityDependencies): DynamicModule {
    return {
      module: AvailabilityModule,
      controllers: [
        ProjectCalendarsHandler,
        AnswerAvailabilityHandler,
        ManageAvailabilityHandler,
        DeclareCalendarHandler,
        HoldTimeHandler,
        ManageBookableEventsHandler,
        EraseDataHandler,
        AnswerOperationsHandler,
      ],
      providers: [
        { provide: tokens.poolToken, useValue: dependencies.pool },
        { provide: tokens.operationsToken, useValue: dependencies.operations },
        { provide: tokens.clockToken, useValue: dependencies.clock },
        { provide: tokens.logToken, useValue: dependencies.log },
        { provide: tokens.stalenessToken, useValue: dependencies.maxStaleness },
        { provide: Calculator, useValue: dependencies.calculator },
        BlockCache,
      ],
    };
  }
}
