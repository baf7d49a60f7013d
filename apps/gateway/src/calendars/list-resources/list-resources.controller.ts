import { isBuiltIn } from '@kalends/provider-registry';
import { Controller, Get, Inject, Query, UseGuards } from '@nestjs/common';
import { resourcesQuery, type ProfileRecord, type ResourcesReply } from '@kalends/contracts';
import { accessibleCalendarsQuery } from '@kalends/public-api';
import type { MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { poolToken, requestToken } from '../../http/injection-tokens.js';
import { invalidField, Refusal, unavailable, validate } from '../../http/refusals.js';
import { readConnections } from '../../read-model/connections.js';
import { decideResources, type Rooms } from './decide-resources.js';

const disconnected = () =>
  new Refusal(423, {
    error: 'locked',
    description: 'The profile is disconnected; its owner has to connect it again.',
  });

/** Only calendar-sync knows which providers list rooms; built-in calendars have none. */
const isAtProvider = (profile: ProfileRecord) => !isBuiltIn(profile);

/** The rooms that a user may invite, as their providers list them now (CAL-4, CAL-5). */
@Controller('v1')
export class ListResourcesController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
  ) {}

  @Get('resources')
  @UseGuards(AccessTokenGuard())
  async list(@CallerOf() { accountId }: Caller) {
    const { profiles } = await readConnections(this.pool, accountId);
    const listing = profiles.filter((one) => one.connected && isAtProvider(one));
    const { resources, truncated } = await this.roomsOf(listing);
    return { resources, ...(truncated ? { truncated } : {}) };
  }

  @Get('accessible_calendars')
  @UseGuards(AccessTokenGuard())
  async listAccessible(@CallerOf() { accountId }: Caller, @Query() input: unknown) {
    const { profile_id } = validate(accessibleCalendarsQuery, input);
    const { profiles } = await readConnections(this.pool, accountId);
    const profile = profiles.find((one) => one.profile_id === profile_id);
    if (!profile) throw invalidField('profile_id', 'not_recognized', 'The account has no such profile.');
    if (!profile.connected) throw disconnected();
    const { resources, truncated } = await this.roomsOf(isAtProvider(profile) ? [profile] : []);
    const accessible_calendars = resources.map((one) => ({ calendar_type: 'resource' as const, ...one }));
    return { accessible_calendars, ...(truncated ? { truncated } : {}) };
  }

  private async roomsOf(profiles: readonly ProfileRecord[]): Promise<Rooms> {
    const ask = ({ account_id, profile_id }: ProfileRecord): Promise<ResourcesReply> =>
      requestOrThrow(this.client, resourcesQuery, { account_id, profile_id });
    const decided = decideResources(await Promise.all(profiles.map(ask)));
    if (decided.outcome === 'unavailable') throw unavailable(decided.description);
    return decided;
  }
}
