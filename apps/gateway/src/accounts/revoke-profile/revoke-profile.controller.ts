import { Controller, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { calendarCommand } from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import type { Pool } from 'pg';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { poolToken, relayToken, type Waker } from '../../http/injection-tokens.js';
import { notFound } from '../../http/refusals.js';
import { readConnections } from '../../read-model/connections.js';

@Controller('v1/profiles/:profileId/revoke')
@UseGuards(AccessTokenGuard())
export class RevokeProfileController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Post()
  @HttpCode(202)
  async revoke(@CallerOf() { accountId }: Caller, @Param('profileId') profileId: string) {
    const { profiles } = await readConnections(this.pool, accountId);
    if (!profiles.some(({ profile_id }) => profile_id === profileId)) throw notFound('profile');
    const command = { kind: 'disconnect-profile' as const, account_id: accountId, profile_id: profileId };
    await addToOutbox(sqlOf(this.pool), [message(calendarCommand, command)]);
    this.relay.wake();
  }
}
