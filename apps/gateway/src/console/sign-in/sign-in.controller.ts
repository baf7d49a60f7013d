import { Body, Controller, Delete, Get, HttpCode, Inject, Req, Res, UseGuards } from '@nestjs/common';
import { signInToConsole } from '@kalends/public-api';
import { sqlOfPrisma } from '@kalends/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { recordAudit } from '../../audit/record-audit.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { Administrators } from '../../http/admission/administrators.js';
import { ConsoleSessions, sessionSeconds } from '../../http/admission/console-sessions.js';
import { Post } from '../../http/idempotency/post.js';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { clockToken, poolToken, prismaToken, type Clock } from '../../http/injection-tokens.js';
import { FailedAttempts } from '../../http/rate-limit/failed-attempts.js';
import { invalidField, unauthorized, validate } from '../../http/refusals.js';
import { useLink } from '../sign-in-link.js';

const present = (administrator: Administrator) => ({
  actor: administrator.actor,
  role: administrator.role,
  only_account: administrator.onlyAccount ?? null,
  developer: administrator.kind === 'developer',
});

/** Sessions of the console: with a key, or with a link that works once. */
@Controller('console/session')
export class SignInController {
  constructor(
    private readonly administrators: Administrators,
    private readonly sessions: ConsoleSessions,
    private readonly attempts: FailedAttempts,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  async signIn(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() input: unknown,
  ) {
    this.sessions.refuseOtherOrigins(request);
    const { key, link } = validate(signInToConsole.body, input);
    if ((key === undefined) === (link === undefined))
      throw invalidField('key', 'required', 'key or link must be specified, and only one of them');
    const found = key !== undefined ? await this.byKey(key) : await this.byLink(link!);
    if (!found) {
      await this.attempts.wrongSecret({ kind: 'admin', address: request.ip });
      throw unauthorized(
        true,
        key === undefined ? 'This link was used before, or has expired.' : 'This key is unknown.',
      );
    }
    await recordAudit(sqlOfPrisma(this.prisma), found.administrator, { action: 'console.signed_in' });
    await this.sessions.begin(reply, found.administrator, { seconds: found.seconds });
    return present(found.administrator);
  }

  @Get()
  @UseGuards(AdminKeyGuard)
  read(@AdministratorOf() administrator: Administrator) {
    return present(administrator);
  }

  @Delete()
  @HttpCode(204)
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    this.sessions.refuseOtherOrigins(request);
    await this.sessions.end(request, reply);
  }

  private async byKey(key: string) {
    const administrator = await this.administrators.find(key);
    return administrator && { administrator, seconds: sessionSeconds };
  }

  private async byLink(link: string) {
    const used = await useLink(this.pool, link, this.clock());
    if (!used) return undefined;
    const { role, actor, account_id, session_seconds: seconds } = used;
    const only = account_id === null ? {} : { onlyAccount: account_id };
    return { administrator: { kind: 'deployment', role, actor, ...only } as const, seconds };
  }
}
