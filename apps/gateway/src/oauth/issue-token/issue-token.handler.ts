import { createHash } from 'node:crypto';
import type { tokenBody } from '@kalends/contracts';
import type { Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { authenticateClient, type Client } from '../../applications/authenticate-client.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { createAccessToken, createGrant, endGrants, rotate, type Db } from '../../tokens/grants.js';
import { tokenHash } from '../../tokens/hash.js';

export type TokenRequest = z.output<typeof tokenBody>;

/** RFC 6749 §5.2. */
export type TokenRefusal = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

export interface Issued {
  accountId: string;
  accessToken: string;
  refreshToken: string;
  scope: readonly string[];
  profileId: string | null;
}

/** Why nothing was issued, and whether it counts as a guess: at the secret of an existing client, or not. */
interface TokenRefused {
  refusal: TokenRefusal;
  guessed: { clientId: string | undefined } | null;
}

const filled = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * RFC 7636 §4.6; a secret does not replace the verifier, nor the verifier a secret. A code requested with a challenge needs
 * its verifier; without one, none.
 */
function verifies(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined || verifier === '';
  return filled(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge;
}

export class IssueToken {
  constructor(
    private readonly pool: Pool,
    private readonly prisma: PrismaClient,
    private readonly sealer: Sealer,
  ) {}

  /** Exchanges a code or refreshes (RFC 6749 §4.1.3, §6). `now`: epoch ms. */
  async issue(request: TokenRequest, now: number): Promise<Issued | TokenRefused> {
    const { client_id: clientId, client_secret: secret } = request;
    if (!filled(request.grant_type)) return { refusal: 'invalid_request', guessed: null };
    if (!filled(clientId)) return { refusal: 'invalid_client', guessed: { clientId: undefined } };
    const client = await authenticateClient(this.pool, clientId, filled(secret) ? secret : null);
    if (typeof client === 'string') {
      const guessed = { clientId: client === 'wrong-secret' ? clientId : undefined };
      return { refusal: 'invalid_client', guessed };
    }
    const issued = await this.grant(request, client, now);
    if (typeof issued !== 'string') return issued;
    return { refusal: issued, guessed: client.hasSecret ? null : { clientId: undefined } };
  }

  private async grant(request: TokenRequest, client: Client, now: number): Promise<Issued | TokenRefusal> {
    if (request.grant_type === 'authorization_code') return this.redeem(request, client, now);
    if (request.grant_type === 'refresh_token') return this.refresh(request, client, now);
    return 'unsupported_grant_type';
  }

  private async redeem(request: TokenRequest, client: Client, now: number): Promise<Issued | TokenRefusal> {
    if (!filled(request.code) || !filled(request.redirect_uri)) return 'invalid_request';
    const hash = tokenHash(request.code);
    const code = await this.prisma.authorizationCode.findUnique({ where: { code_hash: hash } });
    if (!code || code.client_id !== client.clientId) return 'invalid_grant';
    if (client.isPublic && code.code_challenge === null) return 'invalid_grant';
    if (code.grant_id !== null) return this.revokeGrant(code.grant_id, now);
    const live = code.expires_at.getTime() > now && code.redirect_uri === request.redirect_uri;
    if (!live || !verifies(code.code_challenge, request.code_verifier)) return 'invalid_grant';
    return this.prisma.$transaction(async (db) => {
      const { grantId, refreshToken } = await createGrant(db, {
        accountId: code.account_id,
        scope: code.scope,
        publicClient: client.isPublic,
        profileId: code.profile_id,
      });
      const { count } = await db.authorizationCode.updateMany({
        where: { code_hash: hash, grant_id: null },
        data: { grant_id: grantId },
      });
      if (count === 0) return this.lostRace(db, { hash, ownGrant: grantId }, now);
      const grant = { grant_id: grantId, account_id: code.account_id, scope: code.scope };
      const accessToken = await createAccessToken(db, grant, now);
      return { accountId: code.account_id, accessToken, refreshToken, scope: code.scope, profileId: code.profile_id };
    });
  }

  /** A second use of a code revokes the tokens issued for the first one (RFC 6749 §4.1.2). */
  private async revokeGrant(grantId: string, now: number): Promise<TokenRefusal> {
    await this.prisma.$transaction((db) => endGrants(db, { grant_id: grantId }, now));
    return 'invalid_grant';
  }

  /** The code with this hash was redeemed concurrently: no one keeps a grant from it. */
  private async lostRace(
    db: Db,
    { hash, ownGrant }: { hash: string; ownGrant: string },
    now: number,
  ): Promise<TokenRefusal> {
    const code = await db.authorizationCode.findUnique({ where: { code_hash: hash } });
    await endGrants(db, { grant_id: { in: [ownGrant, code?.grant_id ?? ownGrant] } }, now);
    return 'invalid_grant';
  }

  private async refresh(request: TokenRequest, client: Client, now: number): Promise<Issued | TokenRefusal> {
    const presented = request.refresh_token;
    if (!filled(presented)) return 'invalid_request';
    const stored = await this.prisma.refreshToken.findUnique({
      where: { token_hash: tokenHash(presented) },
      include: { grant: { include: { account: true } } },
    });
    if (!stored || stored.grant.account.client_id !== client.clientId) return 'invalid_grant';
    if (!client.hasSecret && !stored.grant.public_client) return 'invalid_client';
    const { grant } = stored;
    return this.prisma.$transaction(async (db) => {
      const used = { presented, publicClient: grant.public_client, sealer: this.sealer };
      const refreshToken = await rotate(db, used, now);
      if (refreshToken === 'unknown-token') return 'invalid_grant';
      if (refreshToken === 'reused-token') {
        await endGrants(db, { grant_id: grant.grant_id }, now);
        return 'invalid_grant';
      }
      const accessToken = await createAccessToken(db, grant, now);
      const { account_id: accountId, scope, profile_id: profileId } = grant;
      return { accountId, accessToken, refreshToken, scope, profileId };
    });
  }
}
