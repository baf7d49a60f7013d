import { Body, Controller, Inject, UseGuards } from '@nestjs/common';
import { createConsoleLink } from '@kalends/public-api';
import { sqlOfPrisma } from '@kalends/messaging';
import type { Pool } from 'pg';
import { recordAudit } from '../../audit/record-audit.js';
import type { GatewayConfig } from '../../config.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { Post } from '../../http/idempotency/post.js';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../../http/admin-key.js';
import { clockToken, configToken, poolToken, prismaToken, type Clock } from '../../http/injection-tokens.js';
import { notFound, validate } from '../../http/refusals.js';
import { createLink, linkAddress } from '../sign-in-link.js';

/** Milliseconds within which a link has to be opened. */
const lifetimeMs = 10 * 60_000;

@Controller('admin/v1/console_links')
@UseGuards(AdminKeyGuard)
export class CreateLinkController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  async create(@AdministratorOf() administrator: Administrator, @Body() input: unknown) {
    onlyDeployment(administrator);
    const { role: requested, sub = null, session_seconds: sessionSeconds } = validate(createConsoleLink.body, input);
    const role = sub === null ? requested : 'viewer';
    const account = sub === null ? null : await this.prisma.account.findUnique({ where: { account_id: sub } });
    if (sub !== null && !account) throw notFound('account');
    const expiresAt = this.clock() + lifetimeMs;
    const link = { role, actor: `link by ${administrator.actor}`, accountId: sub, sessionSeconds, expiresAt };
    const after = { role, session_seconds: sessionSeconds };
    const about = account ? { clientId: account.client_id, accountId: account.account_id } : {};
    await recordAudit(sqlOfPrisma(this.prisma), administrator, { action: 'console.link_created', ...about, after });
    const token = await createLink(this.pool, link);
    return { url: linkAddress(this.config.PUBLIC_URL, token), expires_at: new Date(expiresAt).toISOString() };
  }
}
