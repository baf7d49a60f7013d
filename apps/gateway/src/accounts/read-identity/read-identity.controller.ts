import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import type { Pool } from 'pg';
import { findAccount, presentCalendars, presentProfile, readUserinfo } from '../present-account.js';
import { presentProfileState } from '../present-profile-state.js';
import { relinkUrlOf } from '../relink-url.js';
import type { GatewayConfig } from '../../config.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { configToken, poolToken } from '../../http/injection-tokens.js';
import { forbidden } from '../../http/refusals.js';
import { readConnections } from '../../read-model/connections.js';

@Controller('v1')
@UseGuards(AccessTokenGuard())
export class ReadIdentityController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(configToken) private readonly config: GatewayConfig,
  ) {}

  @Get('calendars')
  async calendars(@CallerOf() caller: Caller) {
    return { calendars: presentCalendars(await readConnections(this.pool, caller.accountId)) };
  }

  @Get('profiles')
  async profiles(@CallerOf() caller: Caller) {
    const { profiles, calendars } = await readConnections(this.pool, caller.accountId);
    const relinkUrl = relinkUrlOf(this.config);
    return {
      profiles: profiles.map((profile) => ({
        ...presentProfile(profile, calendars, relinkUrl),
        ...presentProfileState(profile, calendars),
      })),
    };
  }

  @Get('account')
  async account(@CallerOf() caller: Caller) {
    const { application_calendar_id, ...account } = await findAccount(this.pool, caller.accountId);
    if (application_calendar_id !== null) throw forbidden('An application calendar has no user.');
    return { account: { ...account, scope: caller.scope.join(' '), type: 'account' } };
  }

  @Get('userinfo')
  async userinfo(@CallerOf() caller: Caller) {
    const { accountId, scope } = caller;
    return readUserinfo(this.pool, accountId, { scope, relinkUrl: relinkUrlOf(this.config) });
  }
}
