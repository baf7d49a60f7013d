import { Controller, Get, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { inspectEventQuery, inspectEventsQuery } from '@kalends/public-api';
import { sqlOfPrisma, type MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { managedAccount } from '../../accounts/managed-account.js';
import { recordAudit } from '../../audit/record-audit.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { clockToken, poolToken, prismaToken, requestToken, type Clock } from '../../http/injection-tokens.js';
import { notFound, validate } from '../../http/refusals.js';
import { requestProviderWrites } from '../../provider-writes/request-writes.js';
import { presentEvent, presentOccurrence, presentSteps } from './inspect-events.present.js';
import { findEvent, findOccurrences, findSteps, maxFound } from './inspect-events.queries.js';

interface View {
  administrator: Administrator;
  clientId: string;
  sub: string;
  reason: string;
  /** What was viewed. */
  after: object;
}

const keyOf = ({ calendar_id, event_uid }: { calendar_id: string; event_uid: string }) => `${calendar_id}/${event_uid}`;

/** For operators who investigate a missing event. Titles are shown with a reason, which the audit keeps. */
@Controller('admin/v1/accounts/:sub/events')
@UseGuards(AdminKeyGuard)
export class InspectEventsController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Get()
  async list(@AdministratorOf() administrator: Administrator, @Param('sub') sub: string, @Query() input: unknown) {
    const { from, to, reason } = validate(inspectEventsQuery, input);
    const { clientId } = await managedAccount(this.pool, administrator, sub);
    if (reason !== undefined) await this.record({ administrator, clientId, sub, reason, after: { from, to } });
    const [found, writes] = await Promise.all([
      findOccurrences(this.pool, sub, { from, to }),
      requestProviderWrites(this.client, { account_id: sub }),
    ]);
    const waiting = new Set(writes?.waiting.map(keyOf));
    const showsDetails = reason !== undefined;
    const events = found
      .slice(0, maxFound)
      .map((one) => presentOccurrence(one, { showsDetails, isWaiting: waiting.has(keyOf(one)) }));
    return { events, truncated: found.length > maxFound };
  }

  @Get(':calendarId/:eventUid')
  async show(
    @AdministratorOf() administrator: Administrator,
    @Param() { sub, calendarId, eventUid }: { sub: string; calendarId: string; eventUid: string },
    @Query() input: unknown,
  ) {
    const { reason } = validate(inspectEventQuery, input);
    const { clientId } = await managedAccount(this.pool, administrator, sub);
    const key = [sub, calendarId, eventUid] as const;
    const named = { calendar_id: calendarId, event_uid: eventUid };
    const [event, logged, writes] = await Promise.all([
      findEvent(this.pool, key),
      findSteps(this.pool, key),
      requestProviderWrites(this.client, { account_id: sub, event: named }),
    ]);
    if (!event) throw notFound('event');
    if (reason !== undefined) await this.record({ administrator, clientId, sub, reason, after: named });
    const isWaiting = (writes?.total ?? 0) > 0;
    return {
      event: presentEvent(event, { calendarId, eventUid, showsDetails: reason !== undefined, isWaiting }),
      steps: presentSteps(logged, { event, writes, now: this.clock() }),
    };
  }

  /** Before anything is shown. */
  private record({ administrator, clientId, sub: accountId, reason, after }: View): Promise<void> {
    const audited = { action: 'events.viewed', clientId, accountId, reason, after } as const;
    return recordAudit(sqlOfPrisma(this.prisma), administrator, audited);
  }
}
