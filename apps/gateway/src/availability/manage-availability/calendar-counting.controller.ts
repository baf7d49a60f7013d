import { Body, Controller, Get, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { calendarCounting, type CalendarCounting } from '@kalends/contracts';
import { declareCalendarBody } from '@kalends/public-api';
import type { MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { poolToken, requestToken } from '../../http/injection-tokens.js';
import { notFound, validate } from '../../http/refusals.js';
import { resolveMembers } from '../resolve-members.js';

const present = (calendar_id: string, { counts_as, ignores_all_day }: NonNullable<CalendarCounting['counting']>) => ({
  calendar_availability: { calendar_id, events_count_as: counts_as, ignore_all_day_events: ignores_all_day },
});

/** How the events of one of the account's calendars count in availability (AVL-33). */
@Controller('v1/calendars/:calendarId/availability')
@UseGuards(AccessTokenGuard())
export class CalendarCountingController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
  ) {}

  @Post()
  @HttpCode(200)
  async declare(@CallerOf() caller: Caller, @Param('calendarId') calendar_id: string, @Body() input: unknown) {
    const { events_count_as: counts_as, ignore_all_day_events: ignores_all_day } = validate(declareCalendarBody, input);
    const counting = { counts_as, ignores_all_day };
    return this.request(caller, { account_id: caller.accountId, calendar_id, counting });
  }

  @Get()
  read(@CallerOf() caller: Caller, @Param('calendarId') calendar_id: string) {
    return this.request(caller, { account_id: caller.accountId, calendar_id, counting: null });
  }

  private async request({ clientId, accountId }: Caller, query: CalendarCounting) {
    const { calendar_id } = query;
    const member = { path: '', sub: accountId, calendarIds: [calendar_id] };
    if (!((await resolveMembers(this.pool, clientId, [member])) instanceof Map)) throw notFound('calendar');
    return present(calendar_id, (await requestOrThrow(this.client, calendarCounting, query)).counting);
  }
}
