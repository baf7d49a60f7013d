import { Controller, Get, Inject, Param, UseGuards } from '@nestjs/common';
import type { MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { managedAccount } from '../managed-account.js';
import { presentCalendars, presentProfile } from '../present-account.js';
import { presentProfileState } from '../present-profile-state.js';
import { relinkUrlOf } from '../relink-url.js';
import type { GatewayConfig } from '../../config.js';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { configToken, poolToken, requestToken } from '../../http/injection-tokens.js';
import { readConnections } from '../../read-model/connections.js';
import { requestProviderWrites } from '../../provider-writes/request-writes.js';
import { findAccountDetails, findRefused } from './account-details.queries.js';
import { presentDeletedCalendars } from './present-deleted-calendars.js';
import { presentWrites } from './present-writes.js';

@Controller('admin/v1/accounts/:sub')
@UseGuards(AdminKeyGuard)
export class ShowAccountController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(configToken) private readonly config: GatewayConfig,
    @Inject(requestToken) private readonly client: MessagingClient,
  ) {}

  @Get()
  async show(@AdministratorOf() administrator: Administrator, @Param('sub') sub: string) {
    await managedAccount(this.pool, administrator, sub);
    const [account, connections, refused, writes] = await Promise.all([
      findAccountDetails(this.pool, sub),
      readConnections(this.pool, sub),
      findRefused(this.pool, sub),
      requestProviderWrites(this.client, { account_id: sub }),
    ]);
    const relinkUrl = relinkUrlOf(this.config);
    return {
      account: {
        ...account,
        profile_states: connections.profiles.map((profile) => ({
          ...presentProfile(profile, connections.calendars, relinkUrl),
          ...presentProfileState(profile, connections.calendars),
          ...(profile.connected && profile.working_hours ? { profile_working_hours: profile.working_hours } : {}),
        })),
        calendars: presentCalendars(connections),
        deleted_calendars: presentDeletedCalendars(connections.deletedCalendars),
        waiting_writes: writes?.total ?? null,
        unfinished_writes: presentWrites(writes, refused),
      },
    };
  }
}
