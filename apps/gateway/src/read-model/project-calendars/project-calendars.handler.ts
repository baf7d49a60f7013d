import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { calendarState, type CalendarStateRecord } from '@kalends/contracts';
import { OnMessageBatch, type Delivered } from '@kalends/messaging';
import type { Pool } from 'pg';
import { poolToken } from '../../http/injection-tokens.js';
import { projectDelivered } from '../project-batch.js';

/** Projects calendar-sync's state topic into the read model: many accounts per transaction. */
@Controller()
export class ProjectCalendarsHandler {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @OnMessageBatch(calendarState)
  project(@Payload() batch: Delivered<CalendarStateRecord>[]) {
    return projectDelivered(this.pool, batch);
  }
}
