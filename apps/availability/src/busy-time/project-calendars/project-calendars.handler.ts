import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { calendarState, type CalendarStateRecord } from '@kalends/contracts';
import { TellBatch, type Delivered } from '@kalends/messaging';
import type { Pool } from 'pg';
import { projectDelivered } from '../project-batch.js';
import { poolToken } from '../../providers.js';

/** Keeps busy time in step with calendar-sync's state topic: many accounts in one transaction. */
@Controller()
export class ProjectCalendarsHandler {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @TellBatch(calendarState)
  project(@Payload() batch: Delivered<CalendarStateRecord>[]) {
    return projectDelivered(this.pool, batch);
  }
}
