import { createHash } from 'node:crypto';
import type { Sealer } from '@kalends/service';
import type { Pool } from 'pg';
import { isSecretOf } from '../applications/client-secrets.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { createAccessToken, createGrant, endGrants, rotate, type Db } from '../tokens/grants.js';
import { tokenHash } from '../tokens/hash.js';

export interface TokenRequest {
  grant_type?: string;
  client_id?: string;
  client_secret?: string;
  code?: string;
  redirect_uri?: string;
  code_verifier?: string;
  refresh_token?: string;
}

/** RFC 6749 §5.2. */
export type TokenRefusal = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

export interface Issued {
  accountId: string;
  accessToken: string;
  refreshToken: string;
  scope: readonly string[];
  profileId: string | null;
}

/** How the client showed who it is. A public client has no secret and proves possession of the code by PKCE. */
type Client = { kind: 'confidential'; clientId: string } | { kind: 'public'; clientId: string };

const filled = (value: unknown): value is string => typeof value === 'string' && value !== '';

async function authenticate(pool: Pool, request: TokenRequest): Promise<Client | null> {
  const { client_id: clientId, client_secret: secret } = request;
  if (!filled(clientId)) return null;
  if (!filled(secret)) return { kind: 'public', clientId };
  return (await isSecretOf(pool, clientId, secret)) ? { kind: 'confidential', clientId } : null;
}

/** RFC 7636 §4.6. A code asked for with a challenge needs its verifier; without one, none. */
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
  async issue(request: TokenRequest, now: number): Promise<Issued | TokenRefusal> {
    if (!filled(request.grant_type)) return 'invalid_request';
    const client = await authenticate(this.pool, request);
    if (!client) return 'invalid_client';
    if (request.grant_type === 'authorization_code') return this.redeem(request, client, now);
    if (request.grant_type === 'refresh_token') return this.refresh(request, client, now);
    return 'unsupported_grant_type';
  }

  private async redeem(request: TokenRequest, client: Client, now: number): Promise<Issued | TokenRefusal> {
    if (!filled(request.code) || !filled(request.redirect_uri)) return 'invalid_request';
    const hash = tokenHash(request.code);
    const code = await this.prisma.authorizationCode.findUnique({ where: { code_hash: hash } });
    if (!code || code.client_id !== client.clientId)
      return client.kind === 'public' ? 'invalid_client' : 'invalid_grant';
    if (client.kind === 'public' && code.code_challenge === null) return 'invalid_client';
    if (code.grant_id !== null) return this.takeBack(code.grant_id, now);
    const live = code.expires_at.getTime() > now && code.redirect_uri === request.redirect_uri;
    if (!live || !verifies(code.code_challenge, request.code_verifier)) return 'invalid_grant';
    return this.prisma.$transaction(async (db) => {
      const { grantId, refreshToken } = await createGrant(db, {
        accountId: code.account_id,
        scope: code.scope,
        publicClient: client.kind === 'public',
        profileId: code.profile_id,
      });
      const { count } = await db.authorizationCode.updateMany({
        where: { code_hash: hash, grant_id: null },
        data: { grant_id: grantId },
      });
      if (count === 0) return this.lostRace(db, hash, grantId, now);
      const grant = { grant_id: grantId, account_id: code.account_id, scope: code.scope };
      const accessToken = await createAccessToken(db, grant, now);
      return { accountId: code.account_id, accessToken, refreshToken, scope: code.scope, profileId: code.profile_id };
    });
  }

  /** A second use of a code revokes what the first one gave (RFC 6749 §4.1.2). */
  private async takeBack(grantId: string, now: number): Promise<TokenRefusal> {
    await this.prisma.$transaction((db) => endGrants(db, { grant_id: grantId }, now));
    return 'invalid_grant';
  }

  private async lostRace(db: Db, hash: string, ownGrant: string, now: number): Promise<TokenRefusal> {
    const code = await db.authorizationCode.findUnique({ where: { code_hash: hash } });
    await endGrants(db, { grant_id: { in: [ownGrant, code?.grant_id ?? ownGrant] } }, now);
    return 'invalid_grant';
  }

  private async refresh(request: TokenRequest, client: Client, now: number): Promise<Issued | TokenRefusal> {
    const presented = request.refresh_token;
    if (!filled(presented)) return 'invalid_request';
    const held = await this.prisma.refreshToken.findUnique({
      where: { token_hash: tokenHash(presented) },
      include: { grant: { include: { account: true } } },
    });
    if (held && client.kind === 'public' && !held.grant.public_client) return 'invalid_client';
    if (!held || held.grant.account.client_id !== client.clientId) return 'invalid_grant';
    const { grant } = held;
    return this.prisma.$transaction(async (db) => {
      const refreshToken = await rotate(db, this.sealer, presented, grant.public_client, now);
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
