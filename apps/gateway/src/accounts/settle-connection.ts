import { sqlOfPrisma } from '@kalends/messaging';
import { resumeAccess } from '../tokens/account-access.js';
import type { Db } from '../tokens/grants.js';
import { timestamp } from '../tokens/timestamp.js';
import { dropStaged, lockStaged, ownerOf, publishStaged } from './staged-connections.js';

/** A connection that a user has allowed: published when the code is redeemed, dropped when the code expires. */
interface AllowedConnection {
  stagedId: string;
  accountId: string;
  /** Epoch ms. */
  expires: number;
  /** IANA zone that the user has chosen; absent: there was nothing to choose. */
  tzid?: string | undefined;
}

/** Keeps an allowed connection until its code expires, in the caller's transaction. */
export const keepStaged = (db: Db, { stagedId, expires, tzid }: Omit<AllowedConnection, 'accountId'>) => {
  const data = { expires_at: timestamp(expires), ...(tzid === undefined ? {} : { tzid }) };
  return db.stagedConnection.updateMany({ where: { profile_id: stagedId }, data });
};

/**
 * Publishes an allowed connection in its account, in the transaction of the grant. Returns the profile; `published`: by
 * another code of the same journey; `dropped`: it no longer exists; `elsewhere`: its identity meanwhile belongs to another
 * account, and it is dropped; `full`: the account meanwhile has as many profiles as it may have, and it is dropped. `now`: epoch ms.
 */
export async function settleAllowed(
  db: Db,
  { stagedId, accountId }: Pick<AllowedConnection, 'stagedId' | 'accountId'>,
  now: number,
): Promise<{ profileId: string } | 'published' | 'dropped' | 'elsewhere' | 'full'> {
  const row = await lockStaged(db, stagedId, now);
  if (!row) return (await isRedeemed(db, stagedId)) ? 'published' : 'dropped';
  const owner = await ownerOf(db, row, accountId);
  if (owner && owner.account_id !== accountId) {
    await dropStaged(db, { profile_id: stagedId });
    return 'elsewhere';
  }
  const profileId = owner?.profile_id ?? stagedId;
  await resumeAccess(sqlOfPrisma(db), accountId);
  if ((await publishStaged(db, row, { accountId, profileId })) === 'full') return 'full';
  const { email } = row;
  if (email !== null) await db.account.updateMany({ where: { account_id: accountId, email: null }, data: { email } });
  return { profileId };
}

/** Whether one of the codes that publish the connection was redeemed. */
export const isRedeemed = async (db: Db, stagedId: string): Promise<boolean> =>
  (await db.authorizationCode.count({ where: { staged_id: stagedId, grant_id: { not: null } } })) > 0;
