import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { managedAvailability } from '@kalends/contracts';
import { deletePeriodsBody, listPeriodsQuery, upsertPeriodBody } from '@kalends/public-api';
import { instantMs, midnight, parseDate } from '@kalends/icalendar';
import type { MessagingClient } from '@kalends/messaging';
import { Post } from '../../http/idempotency/post.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import type { GatewayConfig } from '../../config.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { requestToken, configToken } from '../../http/injection-tokens.js';
import { notFound, validate } from '../../http/refusals.js';
import { refuseFull } from './refuse-full.js';
import { firstPage, pageAfter, pageSize, presentPeriod, readPage, type PeriodPage } from './period-pages.js';

const momentMs = (moment: string | { time: string }): number =>
  instantMs(typeof moment === 'string' ? moment : moment.time)!;

/** `from` and `to` as instants: dates begin at local midnight in `tzid`. */
const boundMs = (text: string | undefined, tzid: string | undefined): number | null => {
  if (text === undefined) return null;
  const date = parseDate(text);
  return date === null ? instantMs(text) : midnight(date, tzid ?? 'Etc/UTC');
};

@Controller('v1/available_periods')
@UseGuards(AccessTokenGuard())
export class AvailablePeriodsController {
  constructor(
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  @Post()
  @HttpCode(202)
  async upsert(@CallerOf() { accountId }: Caller, @Body() input: unknown) {
    const { available_period_id, start, end, tzid } = validate(upsertPeriodBody, input);
    const zone = tzid ?? (typeof start === 'string' ? undefined : start.tzid);
    const period = {
      available_period_id,
      start: momentMs(start),
      end: momentMs(end),
      ...(zone ? { tzid: zone } : {}),
    };
    const query = { kind: 'upsert-period' as const, account_id: accountId, period };
    const reply = await requestOrThrow(this.client, managedAvailability, query);
    refuseFull(reply, 'available_period_id', 'available periods');
  }

  @Get()
  async list(@CallerOf() caller: Caller, @Query() input: unknown) {
    const { from, to, tzid, localized_times } = validate(listPeriodsQuery, input);
    const bounds = { from: boundMs(from, tzid), to: boundMs(to, tzid) };
    return this.page(caller, firstPage(bounds, tzid ?? 'Etc/UTC', localized_times ?? false));
  }

  @Get('pages/:cursor')
  async next(@CallerOf() caller: Caller, @Param('cursor') cursor: string) {
    const page = readPage(cursor);
    if (!page) throw notFound('page');
    return this.page(caller, page);
  }

  @Delete()
  @HttpCode(202)
  async remove(@CallerOf() { accountId }: Caller, @Body() body: unknown, @Query() query: object) {
    const given = typeof body === 'object' && body !== null ? body : {};
    const { available_period_id } = validate(deletePeriodsBody, { ...query, ...given });
    const deletion = { kind: 'delete-periods' as const, account_id: accountId };
    await requestOrThrow(this.client, managedAvailability, {
      ...deletion,
      available_period_id: available_period_id ?? null,
    });
  }

  private async page({ accountId }: Caller, page: PeriodPage) {
    const reply = await requestOrThrow(this.client, managedAvailability, {
      kind: 'list-periods',
      account_id: accountId,
      from: page.from,
      to: page.to,
      offset: (page.number - 1) * pageSize,
      limit: pageSize,
    });
    if (reply.outcome !== 'periods') throw new Error(`availability answered ${reply.outcome} to a list of periods`);
    return {
      pages: pageAfter(page, reply.total, `${this.config.PUBLIC_URL}/v1/available_periods/pages`),
      available_periods: reply.periods.map((one) => presentPeriod(one, page)),
    };
  }
}
