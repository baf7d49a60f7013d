import { Controller, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { calendarCommand } from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
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
    const profile = profiles.find(({ profile_id }) => profile_id === profileId);
    if (!profile) throw notFound('profile');
    const command = { kind: 'disconnect-profile' as const, account_id: accountId, profile_id: profileId };
    await inTransaction(this.pool, async (client) => {
      // remembers that the application has requested it: then the change is its own
      await client.query(
        `INSERT INTO pending_profile (profile_id, account_id, record) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
        [profileId, accountId, JSON.stringify(profile)],
      );
      await addToOutbox(sqlOf(client), [message(calendarCommand, command)]);
    });
    this.relay.wake();
  }
}
