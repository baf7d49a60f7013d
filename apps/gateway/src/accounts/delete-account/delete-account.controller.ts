import { Controller, Delete, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { eraseAccount } from '../erase-account.js';
import { recordAudit } from '../../audit/record-audit.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, managedBy, type Administrator } from '../../http/admin-key.js';
import { poolToken, prismaToken, relayToken, type Waker } from '../../http/injection-tokens.js';
import { notFound } from '../../http/refusals.js';

@Controller('admin/v1/accounts/:sub')
@UseGuards(AdminKeyGuard)
export class DeleteAccountController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Delete()
  @HttpCode(204)
  async remove(@AdministratorOf() administrator: Administrator, @Param('sub') sub: string) {
    const where = { account_id: sub, application: managedBy(administrator) };
    const account = await this.prisma.account.findFirst({ where, select: { client_id: true } });
    if (!account) throw notFound('account');
    const { client_id: clientId } = account;
    await inTransaction(this.pool, async (client) => {
      await recordAudit(sqlOf(client), administrator, { action: 'account.deleted', clientId, accountId: sub });
      await eraseAccount(client, clientId, sub);
    });
    this.relay.wake();
  }
}
