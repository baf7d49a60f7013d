import { Body, Controller, Delete, Get, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { managedAvailability, type AvailabilityRule } from '@kalends/contracts';
import { upsertRuleBody } from '@kalends/public-api';
import type { MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { requestToken, poolToken } from '../../http/injection-tokens.js';
import { invalid, notFound, validate } from '../../http/refusals.js';
import { resolveMembers } from '../resolve-members.js';
import { refuseFull } from './refuse-full.js';

@Controller('v1/availability_rules')
@UseGuards(AccessTokenGuard())
export class AvailabilityRulesController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
  ) {}

  @Post()
  @HttpCode(200)
  async upsert(@CallerOf() caller: Caller, @Body() input: unknown) {
    const { calendar_ids, ...given } = validate(upsertRuleBody, input);
    await this.checkCalendars(caller, calendar_ids);
    const rule: AvailabilityRule = { ...given, ...(calendar_ids ? { calendar_ids } : {}) };
    const query = { kind: 'upsert-rule' as const, account_id: caller.accountId, rule };
    const reply = await requestOrThrow(this.client, managedAvailability, query);
    refuseFull(reply, 'availability_rule_id', 'availability rules');
    return { availability_rule: rule };
  }

  @Get()
  async list(@CallerOf() { accountId }: Caller) {
    const reply = await requestOrThrow(this.client, managedAvailability, { kind: 'list-rules', account_id: accountId });
    return { availability_rules: reply.outcome === 'rules' ? reply.rules : [] };
  }

  @Get(':ruleId')
  async read(@CallerOf() { accountId }: Caller, @Param('ruleId') availability_rule_id: string) {
    const query = { kind: 'read-rule' as const, account_id: accountId, availability_rule_id };
    const reply = await requestOrThrow(this.client, managedAvailability, query);
    if (reply.outcome !== 'rules' || !reply.rules[0]) throw notFound('availability rule');
    return { availability_rule: reply.rules[0] };
  }

  @Delete(':ruleId')
  @HttpCode(202)
  async remove(@CallerOf() { accountId }: Caller, @Param('ruleId') availability_rule_id: string) {
    const query = { kind: 'delete-rule' as const, account_id: accountId, availability_rule_id };
    const reply = await requestOrThrow(this.client, managedAvailability, query);
    if (reply.outcome === 'unknown') throw notFound('availability rule');
  }

  /** A rule may name only the account's own calendars. */
  private async checkCalendars({ clientId, accountId }: Caller, calendarIds: string[] | undefined): Promise<void> {
    if (!calendarIds) return;
    const resolved = await resolveMembers(this.pool, clientId, [{ path: '', sub: accountId, calendarIds }]);
    if (resolved instanceof Map) return;
    throw invalid(Object.fromEntries(Object.entries(resolved.errors).map(([path, wrong]) => [path.slice(1), wrong])));
  }
}
