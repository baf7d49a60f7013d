import { poolToken, prismaToken, sealerToken } from '../../http/injection-tokens.js';
import { Inject } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { tokenBody } from '@kalends/public-api';
import type { Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { authenticateClient, type Client } from '../../applications/authenticate-client.js';
import { settleAllowed } from '../../accounts/settle-connection.js';
import type { AuthorizationCode, PrismaClient } from '../../generated/prisma/client.js';
import { createAccessToken, createGrant, endGrants, rotate, type Db } from '../../tokens/grants.js';
import { tokenHash } from '../../tokens/hash.js';
import { tokenRefusals, type TokenReason, type TokenRefusal } from './token-refusals.js';

export type TokenRequest = z.output<typeof tokenBody>;

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
  /** What is wrong: the client, or something else in the request. */
  because: 'unknown-client' | 'wrong-secret' | TokenReason;
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

const lostBecause = {
  elsewhere: 'connected-elsewhere',
  dropped: 'lost-connection',
  full: 'too-many-profiles',
} as const;

const refused = (because: TokenReason, guessed: TokenRefused['guessed']): TokenRefused => ({
  refusal: tokenRefusals[because][0],
  because,
  guessed,
});

export class IssueToken {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(sealerToken) private readonly sealer: Sealer,
  ) {}

  /** Exchanges a code or refreshes (RFC 6749 §4.1.3, §6). `now`: epoch ms. */
  async issue(request: TokenRequest, now: number): Promise<Issued | TokenRefused> {
    const { client_id: clientId, client_secret: secret } = request;
    if (!filled(request.grant_type)) return refused('no-grant-type', null);
    const unknown = { refusal: 'invalid_client', because: 'unknown-client' } as const;
    if (!filled(clientId)) return { ...unknown, guessed: { clientId: undefined } };
    const client = await authenticateClient(this.pool, clientId, filled(secret) ? secret : null);
    if (typeof client === 'string') {
      const guessed = { clientId: client === 'wrong-secret' ? clientId : undefined };
      return { refusal: 'invalid_client', because: client, guessed };
    }
    const issued = await this.grant(request, client, now);
    if (typeof issued !== 'string') return issued;
    return refused(issued, client.hasSecret ? null : { clientId: undefined });
  }

  private async grant(request: TokenRequest, client: Client, now: number): Promise<Issued | TokenReason> {
    if (request.grant_type === 'authorization_code') return this.redeem(request, client, now);
    if (request.grant_type === 'refresh_token') return this.refresh(request, client, now);
    return 'other-grant-type';
  }

  private async redeem(request: TokenRequest, client: Client, now: number): Promise<Issued | TokenReason> {
    if (!filled(request.code)) return 'no-code';
    if (!filled(request.redirect_uri)) return 'no-redirect-uri';
    const hash = tokenHash(request.code);
    const code = await this.prisma.authorizationCode.findUnique({ where: { code_hash: hash } });
    if (!code || code.client_id !== client.clientId) return 'unknown-code';
    if (client.isPublic && code.code_challenge === null) return 'no-challenge';
    if (code.grant_id !== null) return this.revokeGrant(code.grant_id, now);
    if (code.expires_at.getTime() <= now) return 'expired-code';
    if (code.redirect_uri !== request.redirect_uri) return 'other-redirect-uri';
    if (!verifies(code.code_challenge, request.code_verifier)) return 'wrong-verifier';
    return this.prisma.$transaction(async (db) => {
      const profileId = await this.publish(db, code, now);
      if (profileId !== null && typeof profileId !== 'string') return profileId.because;
      const { account_id: accountId, scope } = code;
      const grant = { accountId, scope, publicClient: client.isPublic, profileId };
      const { grantId, refreshToken } = await createGrant(db, grant);
      const { count } = await db.authorizationCode.updateMany({
        where: { code_hash: hash, grant_id: null },
        data: { grant_id: grantId },
      });
      if (count === 0) return this.lostRace(db, { hash, ownGrant: grantId }, now);
      const accessToken = await createAccessToken(db, { grant_id: grantId, account_id: accountId, scope }, now);
      return { accountId, accessToken, refreshToken, scope, profileId };
    });
  }

  /** Publishes what the user connected for the code; returns the profile that the code names, or why there is no grant. */
  private async publish(db: Db, code: AuthorizationCode, now: number) {
    const { staged_id: stagedId, account_id: accountId, code_hash, profile_id } = code;
    if (stagedId === null) return profile_id;
    const settled = await settleAllowed(db, { stagedId, accountId }, now);
    if (settled === 'published') return profile_id;
    if (typeof settled !== 'string') return settled.profileId;
    await db.authorizationCode.deleteMany({ where: { code_hash } });
    return { because: lostBecause[settled] };
  }

  /** A second use of a code revokes the tokens issued for the first one (RFC 6749 §4.1.2). */
  private async revokeGrant(grantId: string, now: number): Promise<TokenReason> {
    await this.prisma.$transaction((db) => endGrants(db, { grant_id: grantId }, now));
    return 'used-code';
  }

  /** The code with this hash was redeemed concurrently: no one keeps a grant from it. */
  private async lostRace(
    db: Db,
    { hash, ownGrant }: { hash: string; ownGrant: string },
    now: number,
  ): Promise<TokenReason> {
    const code = await db.authorizationCode.findUnique({ where: { code_hash: hash } });
    await endGrants(db, { grant_id: { in: [ownGrant, code?.grant_id ?? ownGrant] } }, now);
    return 'used-code';
  }

  private async refresh(request: TokenRequest, client: Client, now: number): Promise<Issued | TokenReason> {
    const presented = request.refresh_token;
    if (!filled(presented)) return 'no-refresh-token';
    const stored = await this.prisma.refreshToken.findUnique({
      where: { token_hash: tokenHash(presented) },
      include: { grant: { include: { account: true } } },
    });
    if (!stored || stored.grant.account.client_id !== client.clientId) return 'unknown-refresh-token';
    if (!client.hasSecret && !stored.grant.public_client) return 'no-secret';
    const { grant } = stored;
    return this.prisma.$transaction(async (db) => {
      const used = { presented, publicClient: grant.public_client, sealer: this.sealer };
      const refreshToken = await rotate(db, used, now);
      if (refreshToken === 'unknown-token') return 'unknown-refresh-token';
      if (refreshToken === 'reused-token') {
        await endGrants(db, { grant_id: grant.grant_id }, now);
        return 'reused-refresh-token';
      }
      const accessToken = await createAccessToken(db, grant, now);
      const { account_id: accountId, scope, profile_id: profileId } = grant;
      return { accountId, accessToken, refreshToken, scope, profileId };
    });
  }
}
