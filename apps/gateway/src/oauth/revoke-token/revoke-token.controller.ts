import { Body, Controller, HttpCode, Inject, Req } from '@nestjs/common';
import { revokeBody } from '@kalends/public-api';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { authenticateClient } from '../../applications/authenticate-client.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { clockToken, poolToken, prismaToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { noteApplication } from '../../http/access-log.js';
import { invalidClient, withBasic } from '../../http/client-credentials.js';
import { oauthInput, oauthRefusal } from '../../http/oauth-input.js';
import { FailedAttempts } from '../../http/rate-limit/failed-attempts.js';
import { wrongClient } from '../../http/admission/wrong-credential.js';
import { CredentialKinds } from '../../tokens/credential-kind.js';
import { endGrants } from '../../tokens/grants.js';
import { tokenHash } from '../../tokens/hash.js';

/** RFC 7009, by token, refresh_token or sub (AUTH-6); an unknown token gets the same response as a live one. */
@Controller('oauth/token/revoke')
export class RevokeTokenController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
    private readonly attempts: FailedAttempts,
    private readonly kinds: CredentialKinds,
  ) {}

  @Post()
  @HttpCode(200)
  async revoke(@Body() input: unknown, @Req() http: FastifyRequest) {
    const request = oauthInput(revokeBody, withBasic(http, input));
    const { client_id: clientId, client_secret: secret = null, sub, ...tokens } = request;
    if (!clientId) throw invalidClient(http, input, await wrongClient(this.kinds, request, 'unknown-client'));
    const client = await authenticateClient(this.pool, clientId, secret);
    if (typeof client === 'string') {
      const target = client === 'wrong-secret' ? clientId : undefined;
      await this.attempts.wrongSecret({ kind: 'token', address: http.ip, target });
      throw invalidClient(http, input, await wrongClient(this.kinds, request, client));
    }
    noteApplication(http, clientId);
    const token = tokens.token ?? tokens.refresh_token;
    if (!token && !sub) throw oauthRefusal('invalid_request', 'token, refresh_token or sub is required.');
    const own = { account: { client_id: clientId }, ...(secret ? {} : { public_client: true }) };
    if (token) {
      const hash = tokenHash(token);
      const holds = [
        { refreshTokens: { some: { token_hash: hash } } },
        { accessTokens: { some: { token_hash: hash } } },
      ];
      await this.end({ ...own, OR: holds });
    } else if (secret) {
      await this.end({ ...own, account_id: sub! });
    } else {
      throw oauthRefusal('invalid_client', 'sub can only be revoked with the client secret.');
    }
  }

  private async end(where: Parameters<typeof endGrants>[1]) {
    await this.prisma.$transaction((db) => endGrants(db, where, this.clock()));
    this.relay.wake();
  }
}
