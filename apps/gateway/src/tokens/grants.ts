import { sqlOfPrisma } from '@kalends/messaging';
import { randomToken, type Sealer } from '@kalends/security';
import type { Prisma } from '../generated/prisma/client.js';
import { endAccess, lockAccess, resumeAccess } from './account-access.js';
import { tokenHash } from './hash.js';
import { timestamp } from './timestamp.js';

/** A Prisma client, or that of a transaction. */
export type Db = Prisma.TransactionClient;

/** Lifetime of an access token in seconds. */
export const accessTokenLifetime = 3600;
/** Within this time after its rotation, in ms, a public client's old refresh token gets the same successor. */
const refreshGrace = 60_000;

interface NewGrant {
  accountId: string;
  scope: readonly string[];
  publicClient: boolean;
  profileId: string | null;
}

/** Most grants of an account, the newest: an application that requests one at each start loses no other of its user. */
const maxGrants = 100;

const endOldestSql = `
  DELETE FROM authorization_grant WHERE grant_id = ANY (ARRAY(
    SELECT grant_id FROM authorization_grant WHERE account_id = $1 ORDER BY created_at DESC, grant_id OFFSET ${maxGrants}))`;

/**
 * Stores a grant (a refresh token family) and returns its first refresh token; the oldest ends if the account has as many as it
 * may have.
 */
export async function createGrant(db: Db, grant: NewGrant): Promise<{ grantId: string; refreshToken: string }> {
  const grantId = `grt_${randomToken(24)}`;
  const refreshToken = randomToken(32);
  const sql = sqlOfPrisma(db);
  await lockAccess(sql, [grant.accountId]);
  await resumeAccess(sql, grant.accountId);
  await db.authorizationGrant.create({
    data: {
      grant_id: grantId,
      account_id: grant.accountId,
      scope: [...grant.scope],
      public_client: grant.publicClient,
      profile_id: grant.profileId,
      refreshTokens: { create: { token_hash: tokenHash(refreshToken) } },
    },
  });
  await sql.query(endOldestSql, [grant.accountId]);
  return { grantId, refreshToken };
}

/**
 * Ends grants with all their tokens, in the caller's transaction; the access of accounts without remaining grants ends
 * with them. `now`: epoch ms.
 */
export async function endGrants(db: Db, where: Prisma.AuthorizationGrantWhereInput, now: number): Promise<void> {
  const ending = await db.authorizationGrant.findMany({ where, select: { account_id: true } });
  const accountIds = [...new Set(ending.map(({ account_id }) => account_id))];
  await lockAccess(sqlOfPrisma(db), accountIds);
  await db.authorizationGrant.deleteMany({ where });
  await endAccess(sqlOfPrisma(db), accountIds, now);
}

/** A new access token of a grant. `now`: epoch ms. */
export async function createAccessToken(
  db: Db,
  grant: { grant_id: string; account_id: string; scope: string[] },
  now: number,
): Promise<string> {
  const token = randomToken(32);
  await db.accessToken.create({
    data: {
      token_hash: tokenHash(token),
      grant_id: grant.grant_id,
      account_id: grant.account_id,
      scope: grant.scope,
      expires_at: timestamp(now + accessTokenLifetime * 1000),
    },
  });
  return token;
}

type RefreshRefusal = 'unknown-token' | 'reused-token';

/** A used refresh token, and the key material for sealing its successor. */
interface Used {
  presented: string;
  publicClient: boolean;
  sealer: Sealer;
}

/**
 * The refresh token to issue when `presented` is used: itself for a confidential client; for a public one a successor, the
 * same one within {@link refreshGrace} (RFC 9700 §4.14.2). After that a reuse is theft: 'reused-token'. `now`: epoch ms.
 */
export async function rotate(
  db: Db,
  { presented, publicClient, sealer }: Used,
  now: number,
): Promise<string | RefreshRefusal> {
  if (!publicClient) return presented;
  const successor = randomToken(32);
  const hash = tokenHash(presented);
  const { count } = await db.refreshToken.updateMany({
    where: { token_hash: hash, superseded_at: null },
    data: { superseded_at: timestamp(now), successor_sealed: sealer.seal(successor, `refresh:${hash}`) },
  });
  const stored = await db.refreshToken.findUnique({ where: { token_hash: hash } });
  if (!stored) return 'unknown-token';
  if (count === 1) {
    await db.refreshToken.create({ data: { token_hash: tokenHash(successor), grant_id: stored.grant_id } });
    return successor;
  }
  if (now - stored.superseded_at!.getTime() > refreshGrace) return 'reused-token';
  return sealer.open(stored.successor_sealed!, `refresh:${hash}`);
}
