import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { calendarCounting, type CalendarCounting, type CalendarCountingReply } from '@kalends/contracts';
import { asShown } from '@kalends/free-busy';
import { OnRequest } from '@kalends/messaging';
import type { Pool } from 'pg';
import { declareCounting, readCounting } from '../../busy-time/calendar-counting.js';
import { poolToken } from '../../injection-tokens.js';

/** Declares how the events of a calendar count, or reads that; every request is idempotent. */
@Controller()
export class DeclareCalendarHandler {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @OnRequest(calendarCounting)
  async declare(@Payload() { counting, ...declared }: CalendarCounting): Promise<CalendarCountingReply> {
    if (counting) {
      const { counts_as: countsAs, ignores_all_day: ignoresAllDay } = counting;
      await declareCounting(this.pool, declared, { countsAs, ignoresAllDay });
      return { counting };
    }
    const { countsAs, ignoresAllDay } = (await readCounting(this.pool, declared)) ?? asShown;
    return { counting: { counts_as: countsAs, ignores_all_day: ignoresAllDay } };
  }
}
