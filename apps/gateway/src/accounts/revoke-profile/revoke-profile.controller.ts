import { Controller, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { poolToken, relayToken, type Waker } from '../../http/injection-tokens.js';
import { notFound } from '../../http/refusals.js';
import { readConnections } from '../../read-model/connections.js';
import { requestDisconnection } from '../request-disconnection.js';

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
    const profile = profiles.find(({ profile_id }) => profile_id === profileId);
    if (!profile) throw notFound('profile');
    await inTransaction(this.pool, (client) => requestDisconnection(client, accountId, profile));
    this.relay.wake();
  }
}
