import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { sqlOfPrisma } from '@kalends/messaging';
import type { Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../../audit/record-audit.js';
import type { GatewayConfig } from '../../config.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import type { Administrator } from '../../http/admission/administrators.js';
import { ConsoleSessions, sessionSeconds } from '../../http/admission/console-sessions.js';
import { OidcIssuer, type OidcFailure, type Person } from '../../http/admission/oidc-issuer.js';
import { clockToken, configToken, prismaToken, sealerToken, type Clock } from '../../http/injection-tokens.js';
import { PendingSignInCookie } from './pending-sign-in-cookie.js';

/** What the console puts into words; `expired`: this browser did not begin to sign in, or more than 10 minutes ago. */
type Problem = OidcFailure | 'expired' | 'no-role' | 'not-configured';

/** Without a refresh token a removed role would stay unnoticed, so the person signs in again soon. */
const unconfirmableSeconds = 30 * 60;

/** Signing in to the console at an OpenID Connect issuer. */
@Controller('console/oidc')
export class OidcSignInController {
  private readonly cookie: PendingSignInCookie;

  constructor(
    private readonly issuer: OidcIssuer,
    private readonly sessions: ConsoleSessions,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(sealerToken) sealer: Sealer,
    @Inject(configToken) private readonly config: GatewayConfig,
  ) {
    this.cookie = new PendingSignInCookie(sealer, config.PUBLIC_URL.startsWith('https:'));
  }

  @Get()
  async start(@Res() reply: FastifyReply) {
    if (this.issuer.host === undefined) return this.toConsole(reply, 'not-configured');
    const started = await this.issuer.authorizationUrl();
    if ('failure' in started) return this.toConsole(reply, started.failure);
    this.cookie.keep(reply, started.pending, this.clock());
    return reply.header('cache-control', 'no-store').redirect(started.address.href, 302);
  }

  @Get('callback')
  async finish(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    if (this.issuer.host === undefined) return this.toConsole(reply, 'not-configured');
    const pending = this.cookie.take(request, reply, this.clock());
    if (!pending) return this.toConsole(reply, 'expired');
    const person = await this.issuer.exchange(request.url.split('?')[1] ?? '', pending);
    if ('failure' in person) return this.toConsole(reply, person.failure);
    if (person.role === undefined) return this.toConsole(reply, 'no-role');
    await this.begin(reply, person, { kind: 'deployment', role: person.role, actor: person.actor });
    return this.toConsole(reply);
  }

  private async begin(reply: FastifyReply, { subject, refreshToken }: Person, administrator: Administrator) {
    await recordAudit(sqlOfPrisma(this.prisma), administrator, { action: 'console.signed_in' });
    const seconds = refreshToken === undefined ? unconfirmableSeconds : sessionSeconds;
    await this.sessions.begin(reply, administrator, { seconds, oidc: { subject, refreshToken } });
  }

  private toConsole(reply: FastifyReply, problem?: Problem) {
    const target = `${this.config.PUBLIC_URL}/console${problem ? `#problem=${problem}` : ''}`;
    return reply.header('cache-control', 'no-store').redirect(target, 303);
  }
}
