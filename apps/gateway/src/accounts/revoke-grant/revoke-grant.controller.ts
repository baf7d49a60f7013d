import { Controller, Delete, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { sqlOfPrisma } from '@kalends/messaging';
import type { Pool } from 'pg';
import { recordAudit } from '../../audit/record-audit.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { clockToken, poolToken, prismaToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { notFound } from '../../http/refusals.js';
import { endGrants } from '../../tokens/grants.js';
import { managedAccount } from '../managed-account.js';

@Controller('admin/v1/accounts/:sub/grants/:grantId')
@UseGuards(AdminKeyGuard)
export class RevokeGrantController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Delete()
  @HttpCode(204)
  async revoke(
    @AdministratorOf() administrator: Administrator,
    @Param('sub') sub: string,
    @Param('grantId') grantId: string,
  ) {
    const { clientId } = await managedAccount(this.pool, administrator, sub);
    await this.prisma.$transaction(async (db) => {
      const where = { grant_id: grantId, account_id: sub };
      const grant = await db.authorizationGrant.findFirst({ where, select: { scope: true } });
      if (!grant) throw notFound('grant');
      await endGrants(db, where, this.clock());
      const before = { scope: grant.scope.join(' ') };
      await recordAudit(sqlOfPrisma(db), administrator, {
        action: 'grant.revoked',
        clientId,
        accountId: sub,
        subject: grantId,
        before,
      });
    });
    this.relay.wake();
  }
}
