import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { calendarState, type CalendarStateRecord } from '@kalends/contracts';
import { TellBatch, type Delivered } from '@kalends/messaging';
import { inTransaction } from '@kalends/service';
import type { Pool } from 'pg';
import { applyState } from '../projection/apply-state.js';
import { poolToken } from '../providers.js';

/** Keeps busy time in step with calendar-sync's state topic: one transaction per account and batch. */
@Controller()
export class ProjectCalendarsHandler {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @TellBatch(calendarState)
  async project(@Payload() batch: Delivered<CalendarStateRecord>[]) {
    const byAccount = new Map<string, CalendarStateRecord[]>();
    for (const { body } of batch) {
      const held = byAccount.get(body.account_id);
      if (held) held.push(body);
      else byAccount.set(body.account_id, [body]);
    }
    for (const [accountId, records] of byAccount) {
      await inTransaction(this.pool, (client) => applyState(client, accountId, records));
    }
  }
}
