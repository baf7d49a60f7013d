import { Controller, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { recordAudit } from '../../audit/record-audit.js';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { Post } from '../../http/idempotency/post.js';
import { poolToken, relayToken, type Waker } from '../../http/injection-tokens.js';
import { notFound } from '../../http/refusals.js';
import { readConnections } from '../../read-model/connections.js';
import { managedAccount } from '../managed-account.js';
import { requestDisconnection } from '../request-disconnection.js';

@Controller('admin/v1/accounts/:sub/profiles/:profileId/revoke')
@UseGuards(AdminKeyGuard)
export class DisconnectProfileController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Post()
  @HttpCode(202)
  async disconnect(
    @AdministratorOf() administrator: Administrator,
    @Param('sub') sub: string,
    @Param('profileId') profileId: string,
  ) {
    const { clientId } = await managedAccount(this.pool, administrator, sub);
    const { profiles } = await readConnections(this.pool, sub);
    const profile = profiles.find(({ profile_id }) => profile_id === profileId);
    if (!profile) throw notFound('profile');
    const { provider_name, connected } = profile;
    await inTransaction(this.pool, async (client) => {
      await requestDisconnection(client, sub, profile);
      await recordAudit(sqlOf(client), administrator, {
        action: 'profile.disconnected',
        clientId,
        accountId: sub,
        subject: profileId,
        before: { provider_name, connected },
      });
    });
    this.relay.wake();
  }
}
