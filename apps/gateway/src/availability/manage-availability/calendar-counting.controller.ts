import { Body, Controller, Get, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { calendarCounting, type CalendarCounting } from '@kalends/contracts';
import { declareCalendarBody } from '@kalends/public-api';
import type { MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { BoundedLimiter } from '../../http/rate-limit/bounded-limiter.js';
import { poolToken, requestToken } from '../../http/injection-tokens.js';
import { notFound, Refusal, validate } from '../../http/refusals.js';
import { resolveMembers } from '../resolve-members.js';

const present = (calendar_id: string, { counts_as, ignores_all_day }: NonNullable<CalendarCounting['counting']>) => ({
  calendar_availability: { calendar_id, events_count_as: counts_as, ignore_all_day_events: ignores_all_day },
});

/** Of one account: each packs the calendar's busy time again. */
const declarationsPerMinute = 20;

const tooMany = (seconds: number) =>
  new Refusal(
    429,
    {
      error: 'rate_limited',
      description: `More than ${declarationsPerMinute} declarations for calendars of one account in a minute: wait for the time in Retry-After.`,
    },
    { 'Retry-After': String(seconds) },
  );

/** How the events of one of the account's calendars count in availability (AVL-33). */
@Controller('v1/calendars/:calendarId/availability')
@UseGuards(AccessTokenGuard())
export class CalendarCountingController {
  private readonly limiter = new BoundedLimiter({ points: declarationsPerMinute, duration: 60 });

  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
  ) {}

  @Post()
  @HttpCode(200)
  async declare(@CallerOf() caller: Caller, @Param('calendarId') calendar_id: string, @Body() input: unknown) {
    const { events_count_as: counts_as, ignore_all_day_events: ignores_all_day } = validate(declareCalendarBody, input);
    const counting = { counts_as, ignores_all_day };
    const seconds = await this.limiter.count(caller.accountId);
    if (seconds !== null) throw tooMany(seconds);
    return this.request(caller, { account_id: caller.accountId, calendar_id, counting, client_id: caller.clientId });
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
