import { Body, Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { SealError, type Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { browserOf } from '../../http/browser/browser.js';
import type { GatewayConfig } from '../../config.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import {
  clockToken,
  configToken,
  poolToken,
  prismaToken,
  relayToken,
  sealerToken,
  type Clock,
  type Waker,
} from '../../http/injection-tokens.js';
import { textsFor } from '../journey/texts/texts.js';
import { readConnections } from '../../read-model/connections.js';
import { endGrants } from '../../tokens/grants.js';
import { tokenHash } from '../../tokens/hash.js';
import { connectedPage, formRejectedPage, type Connection } from './connected-applications.pages.js';

/** What this browser's user has connected, and how to revoke it. */
@Controller('connected-applications')
export class ConnectedApplicationsController {
  constructor(
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const connections = browserId ? await this.connections(browserId) : [];
    return this.show(reply, connectedPage(textsFor(null, request), connections));
  }

  @Post('revoke')
  async revoke(
    @Body() form: Record<string, unknown> | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const accountId = this.opened(form?.token, browserId);
    const t = textsFor(null, request);
    if (!accountId) return this.show(reply, formRejectedPage(t), 400);
    const link = { browser_id: tokenHash(browserId!), account_id: accountId };
    const isRevoked = await this.prisma.$transaction(async (db) => {
      const { count } = await db.browserAccount.deleteMany({ where: link });
      // a code that is on its way to the application may not become a grant any more
      if (count > 0) await db.authorizationCode.deleteMany({ where: { account_id: accountId, grant_id: null } });
      if (count > 0) await endGrants(db, { account_id: accountId }, this.clock());
      return count > 0;
    });
    if (!isRevoked) return this.show(reply, formRejectedPage(t), 404);
    this.relay.wake();
    return reply.status(303).header('location', '/connected-applications').send();
  }

  private async connections(browserId: string): Promise<Connection[]> {
    const rows = await this.prisma.browserAccount.findMany({
      where: { browser_id: tokenHash(browserId) },
      include: { account: { include: { application: true, grants: true } } },
      orderBy: { linked_at: 'asc' },
    });
    const granted = rows.filter(({ account }) => account.grants.length > 0);
    return Promise.all(
      granted.map(async ({ account, account_id }) => ({
        application: account.application.name,
        account: account.email ?? account.name ?? (await this.profileNames(account_id)),
        accountId: account_id,
        since: account.created_at.toISOString().slice(0, 10),
        token: this.sealer.seal(account_id, `revoke:${browserId}`),
      })),
    );
  }

  /** How the owner recognises an account that has neither a verified address nor a name. */
  private async profileNames(accountId: string): Promise<string> {
    const { profiles } = await readConnections(this.pool, accountId);
    return profiles.map(({ profile_name }) => profile_name).join(', ') || accountId;
  }

  private opened(token: unknown, browserId: string | null): string | null {
    if (typeof token !== 'string' || browserId === null) return null;
    try {
      return this.sealer.open(token, `revoke:${browserId}`);
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
  }

  private show(reply: FastifyReply, page: string, status = 200) {
    return reply.status(status).headers({ 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(page);
  }
}
