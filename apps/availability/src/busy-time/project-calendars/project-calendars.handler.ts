import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { calendarState, type CalendarStateRecord } from '@kalends/contracts';
import { OnMessageBatch, type Delivered } from '@kalends/messaging';
import type { Pool } from 'pg';
import { projectDelivered } from '../project-batch.js';
import { poolToken } from '../../injection-tokens.js';

/** Applies calendar-sync's state topic to busy time: many accounts in one transaction. */
@Controller()
export class ProjectCalendarsHandler {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @OnMessageBatch(calendarState)
  project(@Payload() batch: Delivered<CalendarStateRecord>[]) {
    return projectDelivered(this.pool, batch);
  }
}
