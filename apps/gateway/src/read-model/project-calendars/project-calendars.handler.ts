import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { calendarState, type CalendarStateRecord } from '@kalends/contracts';
import { header, Unhandled, OnMessageBatch, type Delivered } from '@kalends/messaging';
import { metrics } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { clockToken, poolToken, type Clock } from '../../http/injection-tokens.js';
import { projectDelivered } from '../project-batch.js';

/** Projects calendar-sync's state topic into the read model: many accounts per transaction. */
@Controller()
export class ProjectCalendarsHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @OnMessageBatch(calendarState)
  async project(@Payload() batch: Delivered<CalendarStateRecord>[]) {
    const result = await projectDelivered(this.pool, batch);
    const isDone = ({ context }: Delivered<unknown>) =>
      !(result instanceof Unhandled && result.lanes.has(context.lane));
    const now = this.clock();
    // a profile's record follows, in its lane, all changes that its sync has read
    for (const { context } of batch.filter(isDone)) {
      const notifiedAt = Number(context.headers[header.notifiedAt] ?? NaN);
      if (notifiedAt > 0) metrics.pushToVisible.observe(Math.max(0, now - notifiedAt) / 1_000);
    }
    return result;
  }
}
