import { Controller, Delete, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { eraseApplication } from '../../accounts/erase-account.js';
import { recordAudit } from '../../audit/record-audit.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, managedBy, type Administrator } from '../../http/admin-key.js';
import { clockToken, poolToken, prismaToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { notFound } from '../../http/refusals.js';

@Controller('admin/v1/applications/:clientId')
@UseGuards(AdminKeyGuard)
export class DeleteApplicationController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Delete()
  @HttpCode(204)
  async remove(@AdministratorOf() administrator: Administrator, @Param('clientId') clientId: string) {
    const where = { client_id: clientId, ...managedBy(administrator) };
    const application = await this.prisma.application.findFirst({ where, select: { name: true } });
    if (!application) throw notFound('application');
    await inTransaction(this.pool, async (client) => {
      await recordAudit(sqlOf(client), administrator, { action: 'application.deleted', clientId, before: application });
      await eraseApplication(client, clientId, this.clock());
    });
    this.relay.wake();
  }
}
