import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import type { Pool } from 'pg';
import { isSecretOf } from '../applications/client-secrets.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { clockToken, poolToken, prismaToken, relayToken, type Clock, type Waker } from '../http/providers.js';
import { Refusal } from '../http/refusals.js';
import { endGrants } from '../tokens/grants.js';
import { tokenHash } from '../tokens/hash.js';

interface RevokeRequest {
  client_id?: string;
  client_secret?: string;
  token?: string;
  refresh_token?: string;
  sub?: string;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** RFC 7009, by token, refresh_token or sub (contract §17); an unknown token gets the same answer as a live one. */
@Controller('oauth/token/revoke')
export class RevokeTokenController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  async revoke(@Body() body: RevokeRequest | undefined) {
    const clientId = text(body?.client_id);
    const secret = text(body?.client_secret);
    if (!clientId) throw this.refused('invalid_client', 'client_id and client_secret belong in the body.');
    if (secret && !(await isSecretOf(this.pool, clientId, secret))) {
      throw this.refused('invalid_client', 'client_id and client_secret in the body do not belong together.');
    }
    const token = text(body?.token) ?? text(body?.refresh_token);
    const sub = text(body?.sub);
    if (!token && !sub) throw this.refused('invalid_request', 'token, refresh_token or sub must be given.');
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
      throw this.refused('invalid_client', 'sub can only be revoked with the client secret.');
    }
  }

  private async end(where: Parameters<typeof endGrants>[1]) {
    await this.prisma.$transaction((db) => endGrants(db, where, this.clock()));
    this.relay.wake();
  }

  private refused(error: string, description: string) {
    return new Refusal(400, { error, error_description: description });
  }
}
