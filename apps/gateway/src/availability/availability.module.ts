import { Module } from '@nestjs/common';
import { QueryAvailabilityController } from './query-availability/query-availability.controller.js';
import { ExplainAvailabilityController } from './explain-availability/explain-availability.controller.js';
import { HoldTimeController } from './hold-time/hold-time.controller.js';
import { AvailabilityRulesController } from './manage-availability/availability-rules.controller.js';
import { AvailablePeriodsController } from './manage-availability/available-periods.controller.js';
import { CalendarCountingController } from './manage-availability/calendar-counting.controller.js';
import { QueryAvailability } from './query-availability/query-availability.js';
import { ConfirmHold } from './hold-time/confirm-hold.js';
import { EventsModule } from '../events/events.module.js';

@Module({
  imports: [EventsModule],
  controllers: [
    QueryAvailabilityController,
    ExplainAvailabilityController,
    HoldTimeController,
    AvailabilityRulesController,
    AvailablePeriodsController,
    CalendarCountingController,
  ],
  providers: [QueryAvailability, ConfirmHold],
  exports: [QueryAvailability, ConfirmHold],
})
export class AvailabilityModule {}
