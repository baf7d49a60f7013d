import { Controller, Delete, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { eraseAccount } from '../erase-account.js';
import { recordAudit } from '../../audit/record-audit.js';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { poolToken, relayToken, type Waker } from '../../http/injection-tokens.js';
import { managedAccount } from '../managed-account.js';

@Controller('admin/v1/accounts/:sub')
@UseGuards(AdminKeyGuard)
export class DeleteAccountController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Delete()
  @HttpCode(204)
  async remove(@AdministratorOf() administrator: Administrator, @Param('sub') sub: string) {
    const { clientId } = await managedAccount(this.pool, administrator, sub);
    await inTransaction(this.pool, async (client) => {
      await recordAudit(sqlOf(client), administrator, { action: 'account.deleted', clientId, accountId: sub });
      await eraseAccount(client, clientId, sub);
    });
    this.relay.wake();
  }
}
