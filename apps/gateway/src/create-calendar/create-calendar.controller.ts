import { Body, Controller, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { createCalendarBody, type ProfileRecord } from '@kalends/contracts';
import type { Pool } from 'pg';
import { addBuiltInCalendar } from '../accounts/built-in-profile.js';
import { findAccount, presentCalendars } from '../accounts/present-account.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../http/caller.js';
import { poolToken, prismaToken, relayToken, type Waker } from '../http/providers.js';
import { invalidField, Refusal, validate } from '../http/refusals.js';
import { readConnections } from '../read-model/connections.js';

const locked = (description: string) => new Refusal(423, { error: 'locked', description });

/** Makes a calendar, seen by the next read (contract §5). */
@Controller('v1/calendars')
export class CreateCalendarController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(AccessTokenGuard('create_calendar'))
  async create(@CallerOf() { accountId }: Caller, @Body() input: unknown) {
    const { profile_id, name, color } = validate(createCalendarBody, input);
    const { profiles, calendars } = await readConnections(this.pool, accountId);
    const profile = profiles.find((one) => one.profile_id === profile_id);
    if (!profile) throw invalidField('profile_id', 'not_recognized', 'This is no profile of the account.');
    if (calendars.some((one) => one.profile_id === profile_id && one.calendar_name === name)) {
      throw invalidField('name', 'duplicate_calendar_name', 'The profile has a calendar of this name.');
    }
    const calendar = await this.add(accountId, profile, name, color ?? null);
    this.relay.wake();
    return { calendar: presentCalendars({ profiles: [profile], calendars: [calendar] })[0] };
  }

  private async add(accountId: string, profile: ProfileRecord, name: string, color: string | null) {
    if (!profile.connected) throw locked('The profile is not connected; its owner has to connect it again.');
    if (profile.provider_name !== 'kalends') throw locked('Calendars of this provider are made at the provider.');
    const { default_tzid: tzid } = await findAccount(this.pool, accountId);
    return this.prisma.$transaction((db) => addBuiltInCalendar(db, { profile, name, tzid, color }));
  }
}
