import { Body, Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
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
import { isBuiltIn, providerNamed } from '@kalends/provider-registry';
import { textsFor } from '../journey/texts/texts.js';
import { readConnections } from '../../read-model/connections.js';
import { endGrants } from '../../tokens/grants.js';
import { tokenHash } from '../../tokens/hash.js';
import { connectedPage, formRejectedPage, type Connection, type Revoked } from './connected-applications.pages.js';

/** What this browser's user has connected, and how to revoke it. */
@Controller('connected-applications')
export class ConnectedApplicationsController {
  constructor(
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL' | 'REVOKED_RETENTION_DAYS'>,
  ) {}

  @Get()
  async list(@Query('revoked') notice: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const connections = browserId ? await this.connections(browserId) : [];
    const accountId = this.opened(notice, `revoked:${browserId}`);
    const revoked = accountId === null ? null : await this.revoked(accountId);
    const retentionDays = this.config.REVOKED_RETENTION_DAYS;
    return this.show(reply, connectedPage(textsFor(null, request), { connections, revoked, retentionDays }));
  }

  @Post('revoke')
  async revoke(
    @Body() form: Record<string, unknown> | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const accountId = this.opened(form?.token, `revoke:${browserId}`);
    const t = textsFor(null, request);
    if (!accountId) return this.show(reply, formRejectedPage(t), 400);
    const link = { browser_id: tokenHash(browserId!), account_id: accountId };
    const isRevoked = await this.prisma.$transaction(async (db) => {
      const { count } = await db.browserAccount.deleteMany({ where: link });
      // a code that the application has not redeemed yet may not become a grant any more
      if (count > 0) await db.authorizationCode.deleteMany({ where: { account_id: accountId, grant_id: null } });
      if (count > 0) await endGrants(db, { account_id: accountId }, this.clock());
      return count > 0;
    });
    if (!isRevoked) return this.show(reply, formRejectedPage(t), 404);
    this.relay.wake();
    const notice = this.sealer.seal(accountId, `revoked:${browserId}`);
    return reply
      .status(303)
      .header('location', `/connected-applications?revoked=${encodeURIComponent(notice)}`)
      .send();
  }

  /** What the page reports of an account after its revocation; null: it has been deleted since. */
  private async revoked(account_id: string): Promise<Revoked | null> {
    const account = await this.prisma.account.findUnique({ where: { account_id }, include: { application: true } });
    if (!account) return null;
    const { profiles } = await readConnections(this.pool, account_id);
    const atProviders = profiles.filter((profile) => !isBuiltIn(profile));
    return {
      application: account.application.name,
      profiles: atProviders.map(({ profile_name }) => profile_name),
      hasBuiltIn: atProviders.length < profiles.length,
      withdrawals: [
        ...new Set(atProviders.flatMap(({ provider_name }) => providerNamed(provider_name)?.consent?.withdrawal ?? [])),
      ],
    };
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

  /** The account that a sealed text names; null: it was altered, or sealed for another browser or purpose. */
  private opened(sealed: unknown, label: string): string | null {
    if (typeof sealed !== 'string') return null;
    try {
      return this.sealer.open(sealed, label);
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
  }

  private show(reply: FastifyReply, page: string, status = 200) {
    return reply.status(status).headers({ 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(page);
  }
}
