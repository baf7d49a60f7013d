import { Body, Controller, Inject, Param, UseGuards } from '@nestjs/common';
import { createAccount, scopes } from '@kalends/public-api';
import { sqlOfPrisma } from '@kalends/messaging';
import { Post } from '../../http/idempotency/post.js';
import { recordAudit } from '../../audit/record-audit.js';
import type { GatewayConfig } from '../../config.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, managedBy, type Administrator } from '../../http/admin-key.js';
import {
  clockToken,
  configToken,
  prismaToken,
  relayToken,
  type Clock,
  type Waker,
} from '../../http/injection-tokens.js';
import { invalidField, notFound, validate } from '../../http/refusals.js';
import { parseScope } from '../../tokens/parse-scope.js';
import { refuseMoreAccounts } from '../refuse-more-accounts.js';
import { createAccountWithTokens } from './create-account.js';

@Controller('admin/v1/applications/:clientId/accounts')
@UseGuards(AdminKeyGuard)
export class CreateAccountController {
  constructor(
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'ACCOUNTS_PER_APPLICATION'>,
  ) {}

  @Post()
  async create(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Body() input: unknown,
  ) {
    const where = { client_id: clientId, ...managedBy(administrator) };
    if (!(await this.prisma.application.findFirst({ where, select: { client_id: true } })))
      throw notFound('application');
    const body = validate(createAccount.body, input);
    const scope = parseScope(body.scope ?? scopes.join(' '));
    if (!scope)
      throw invalidField('scope', 'not_recognized', `scope is a space-separated list of ${scopes.join(', ')}`);
    const account = await this.prisma.$transaction(async (db) => {
      await refuseMoreAccounts(db, { clientId, field: 'client_id' }, this.config.ACCOUNTS_PER_APPLICATION);
      const made = await createAccountWithTokens(db, {
        clientId,
        email: body.email,
        isVerified: administrator.kind === 'deployment',
        name: body.name ?? null,
        defaultTzid: body.default_tzid ?? 'Etc/UTC',
        scope,
        now: this.clock(),
      });
      const audited = { action: 'account.created', clientId, accountId: made.sub } as const;
      await recordAudit(sqlOfPrisma(db), administrator, audited);
      return made;
    });
    this.relay.wake();
    return account;
  }
}
