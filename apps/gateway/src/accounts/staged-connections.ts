import { settleProfile, type ProfileRecord, type SettleProfile } from '@kalends/contracts';
import { addToOutbox, message, sqlOfPrisma } from '@kalends/messaging';
import type { StagedConnection } from '../generated/prisma/client.js';
import type { Db } from '../tokens/grants.js';
import { nextAccess } from '../tokens/account-access.js';
import { hasRoomForProfile } from './refuse-more-profiles.js';
import { findIdentity, lockIdentity, saveIdentity } from './identities.js';
import { identityIn } from './published-calendar.js';

const sendCommands = (db: Db, commands: SettleProfile[]) =>
  addToOutbox(
    sqlOfPrisma(db),
    commands.map((one) => message(settleProfile, one)),
  );

/** A connection whose identity the provider has proved, or a published calendar. */
type ProvedConnection = StagedConnection & {
  identity_hash: string;
  provider_name: string;
  profile_name: string;
};

/** Finds a staged connection and locks it against being settled until the caller's transaction ends. `now`: epoch ms. */
export async function lockStaged(db: Db, profileId: string, now: number): Promise<ProvedConnection | null> {
  await db.$executeRaw`SELECT 1 FROM staged_connection WHERE profile_id = ${profileId} FOR UPDATE`;
  const row = await db.stagedConnection.findUnique({ where: { profile_id: profileId } });
  if (!row?.identity_hash || row.expires_at.getTime() <= now) return null;
  return row as ProvedConnection;
}

/**
 * The owner of the connection's identity, locked until the caller's transaction ends; null: none. An identity from before
 * identities were proved counts if it was proved with this connection. `accountId`: the account that would get it, if that is known:
 * a published calendar has an owner within one only.
 */
export async function ownerOf(db: Db, row: ProvedConnection, accountId: string | null) {
  const identity = identityIn(row, accountId);
  if (identity === null) return null;
  await lockIdentity(db, row.client_id, identity);
  const known = await findIdentity(db, row.client_id, identity);
  if (known || row.earlier_identity_hash === null) return known;
  return findIdentity(db, row.client_id, row.earlier_identity_hash);
}

const recordOf = (row: ProvedConnection, accountId: string): ProfileRecord => ({
  kind: 'profile',
  account_id: accountId,
  profile_id: row.profile_id,
  revision: 0,
  deleted: false,
  provider_name: row.provider_name,
  profile_name: row.profile_name,
  connected: true,
  initial_sync: 'pending',
  calendar_ids: [],
});

/**
 * Publishes a staged connection in the account, in the caller's transaction: `profileId` gets its credentials and its
 * identity; a new profile is visible immediately. The caller has locked the row ({@link lockStaged}) and wakes the relay.
 * `ended`: the account's access has ended, `full`: it has as many profiles as it may have; nothing is published, and the
 * connection is erased.
 */
export async function publishStaged(
  db: Db,
  row: ProvedConnection,
  { accountId, profileId }: { accountId: string; profileId: string },
): Promise<'published' | 'ended' | 'full'> {
  const { client_id, profile_id: staged_id } = row;
  const access = await nextAccess(sqlOfPrisma(db), accountId);
  const isNew = profileId === staged_id;
  // the account is locked since its access was numbered
  if (access === null || (isNew && !(await hasRoomForProfile(sqlOfPrisma(db), accountId)))) {
    await dropStaged(db, { profile_id: staged_id });
    return access === null ? 'ended' : 'full';
  }
  await db.stagedConnection.delete({ where: { profile_id: staged_id } });
  const identity_hash = identityIn(row, accountId)!;
  await saveIdentity(db, { client_id, identity_hash, account_id: accountId, profile_id: profileId });
  if (isNew) {
    const record = recordOf(row, accountId);
    await db.pendingProfile.create({ data: { profile_id: profileId, account_id: accountId, record } });
  }
  const chosen = row.tzid === null ? {} : { default_tzid: row.tzid };
  const target = { account_id: accountId, profile_id: profileId, ...chosen };
  await sendCommands(db, [{ kind: 'publish', staged_id, ...target, access }]);
  return 'published';
}

/** Erases staged connections, here and at calendar-sync, in the caller's transaction. Returns how many there were. */
export async function dropStaged(
  db: Db,
  where: NonNullable<Parameters<Db['stagedConnection']['findMany']>[0]>['where'],
) {
  const rows = await db.stagedConnection.findMany({ where, select: { profile_id: true } });
  const ids = rows.map(({ profile_id }) => profile_id);
  const deleted = await db.$queryRaw<{ profile_id: string }[]>`
    DELETE FROM staged_connection WHERE profile_id = ANY(${ids}) RETURNING profile_id`;
  await sendCommands(
    db,
    deleted.map(({ profile_id }) => ({ kind: 'drop', staged_id: profile_id })),
  );
  return deleted.length;
}
