import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import type { Pool } from 'pg';
import type { GatewayConfig } from '../config.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../http/caller.js';
import { configToken, poolToken } from '../http/providers.js';
import { readConnections } from '../read-model/connections.js';
import { presentCalendars, presentProfile, presentUserinfo, type AccountRow } from './read-identity.present.js';

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
    const { profiles } = await readConnections(this.pool, caller.accountId);
    return { profiles: profiles.map((profile) => presentProfile(profile, this.config.PUBLIC_URL)) };
  }

  @Get('account')
  async account(@CallerOf() caller: Caller) {
    return { account: { ...(await this.find(caller)), scope: caller.scope.join(' '), type: 'account' } };
  }

  @Get('userinfo')
  async userinfo(@CallerOf() caller: Caller) {
    const [account, connections] = await Promise.all([this.find(caller), readConnections(this.pool, caller.accountId)]);
    return presentUserinfo(account, caller.scope, connections, this.config.PUBLIC_URL);
  }

  private async find({ accountId }: Caller): Promise<AccountRow> {
    const { rows } = await this.pool.query<AccountRow>(
      'SELECT account_id, email, name, default_tzid FROM account WHERE account_id = $1',
      [accountId],
    );
    return rows[0]!;
  }
}
