import { isBuiltIn } from '@kalends/provider-registry';
import { Body, Controller, HttpCode, Inject, UseGuards } from '@nestjs/common';
import {
  createCalendarQuery,
  type CalendarRecord,
  type CreateCalendarReply,
  type ProfileRecord,
} from '@kalends/contracts';
import { createCalendarBody } from '@kalends/public-api';
import { sqlOfPrisma, type MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { addBuiltInCalendar, showCalendar } from '../../accounts/built-in-profile.js';
import { lockCreation } from '../../accounts/lock-creation.js';
import { findAccount, presentCalendars } from '../../accounts/present-account.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { requestToken, poolToken, prismaToken, relayToken, type Waker } from '../../http/injection-tokens.js';
import { invalidField, Refusal, unavailable, validate } from '../../http/refusals.js';
import { queryOf, readConnections, type Connections } from '../../read-model/connections.js';

const locked = (description: string) => new Refusal(423, { error: 'locked', description });
const disconnected = () => locked('The profile is disconnected; its owner has to connect it again.');

type Refused = Extract<CreateCalendarReply, { outcome: 'refused' }>;

const refusals: Record<Refused['refusal'], (description: string) => Refusal> = {
  'unknown-profile': () => invalidField('profile_id', 'not_recognized', 'The account has no such profile.'),
  // while access ends, calendar-sync knows it before the gateway, and a request may fail because its credentials are gone
  'not-connected': disconnected,
  refused: locked,
  unavailable,
};

/** Most calendars of a profile in which one is created; its provider may have more. */
const maxCalendars = 500;

/** Throws a 422 if the profile has a calendar of this name, or as many as it may have. */
function refuseCalendar({ calendars }: Pick<Connections, 'calendars'>, profileId: string, name: string): void {
  const present = calendars.filter((one) => one.profile_id === profileId);
  if (present.some((one) => one.calendar_name === name)) {
    throw invalidField('name', 'duplicate_calendar_name', 'The profile already has a calendar with this name.');
  }
  if (present.length < maxCalendars) return;
  throw invalidField('profile_id', 'too_many', `A profile in which calendars are created may have ${maxCalendars}.`);
}

/** Creates a calendar, visible to the next read (CAL-2). */
@Controller('v1/calendars')
export class CreateCalendarController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(requestToken) private readonly client: MessagingClient,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(AccessTokenGuard('create_calendar'))
  async create(@CallerOf() { accountId }: Caller, @Body() input: unknown) {
    const { profile_id, name, color } = validate(createCalendarBody, input);
    const connections = await readConnections(this.pool, accountId);
    const profile = connections.profiles.find((one) => one.profile_id === profile_id);
    if (!profile) throw invalidField('profile_id', 'not_recognized', 'The account has no such profile.');
    refuseCalendar(connections, profile_id, name);
    if (!profile.connected) throw disconnected();
    const isOwn = isBuiltIn(profile);
    const calendar = await (isOwn
      ? this.add(profile, name, color ?? null)
      : this.createAtProvider(profile, name, color ?? null));
    this.relay.wake();
    return { calendar: presentCalendars({ profiles: [profile], calendars: [calendar], unrestricted: new Set() })[0] };
  }

  private async add(profile: ProfileRecord, name: string, color: string | null): Promise<CalendarRecord> {
    const { default_tzid: tzid } = await findAccount(this.pool, profile.account_id);
    return this.prisma.$transaction(async (db) => {
      await lockCreation(db, 'calendar', profile.profile_id);
      refuseCalendar(await readConnections(queryOf(sqlOfPrisma(db)), profile.account_id), profile.profile_id, name);
      return addBuiltInCalendar(db, { profile, name, tzid, color });
    });
  }

  /** Created at the provider before the response; visible immediately, before its record arrives. */
  private async createAtProvider(profile: ProfileRecord, name: string, color: string | null): Promise<CalendarRecord> {
    const { account_id, profile_id } = profile;
    const { default_tzid: tzid } = await findAccount(this.pool, account_id);
    const requested = { account_id, profile_id, name, tzid, ...(color === null ? {} : { color }) };
    const answer = await requestOrThrow(this.client, createCalendarQuery, requested);
    if (answer.outcome === 'refused') throw refusals[answer.refusal](answer.description);
    await showCalendar(this.pool, answer.calendar);
    return answer.calendar;
  }
}
