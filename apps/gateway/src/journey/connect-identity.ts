import type { ConnectProfileReply } from '@kalends/contracts';
import { inTransaction, randomToken } from '@kalends/service';
import type { Pool } from 'pg';
import { newConnectionIds } from '../accounts/built-in-profile.js';
import { eraseAccount } from '../accounts/erase-account.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Journey } from './journey.js';

/** Whom a provider has just identified, or whose credentials are about to be tried. */
export interface Identity {
  /** Provider, server and user in one; never a typed e-mail address alone. */
  hash: string;
  /** Names a new account: an e-mail address, or what else the user is called. */
  name: string;
}

export interface ConnectionTarget {
  accountId: string;
  profileId: string;
}

type Refused = Extract<ConnectProfileReply, { outcome: 'refused' }>;

const elsewhere: Refused = {
  outcome: 'refused',
  refusal: 'connected-elsewhere',
  description: 'This calendar belongs to another account of the application already.',
};

/** Removes an account that a journey made and that nobody is to keep. */
export const eraseNewAccount = (pool: Pool, clientId: string, accountId: string): Promise<void> =>
  inTransaction(pool, (client) => eraseAccount(client, clientId, accountId));

/** An account of the application for whom a journey connects. */
export async function newAccount(
  db: Pick<PrismaClient, 'account'>,
  clientId: string,
  name: string | null,
  tzid: string,
): Promise<string> {
  const account_id = `acc_${randomToken(24)}`;
  const email = name && /^[^\s@]+@[^\s@]+$/.test(name) ? name : null;
  await db.account.create({ data: { account_id, client_id: clientId, email, name, default_tzid: tzid } });
  return account_id;
}

/** Which account the identity belongs to from now on: the first to say so keeps it. */
async function remember(prisma: PrismaClient, client_id: string, identity_hash: string, target: ConnectionTarget) {
  const key = { client_id_identity_hash: { client_id, identity_hash } };
  const data = { client_id, identity_hash, account_id: target.accountId, profile_id: target.profileId };
  await prisma.profileIdentity.createMany({ data: [data], skipDuplicates: true });
  const held = await prisma.profileIdentity.findUniqueOrThrow({ where: key });
  if (held.account_id !== target.accountId) return false;
  if (held.profile_id !== target.profileId)
    await prisma.profileIdentity.update({ where: key, data: { profile_id: target.profileId } });
  return true;
}

/**
 * Connects a calendar in a journey: to the account that the application knows the identity by, else the journey's, else
 * a new one; in a journey that adds to another account, an identity that is known is refused. `ask` has the profile
 * kept. A new account goes again if it is not. Answers the refusal, or the journey that goes on.
 */
export async function connectIdentity(
  { pool, prisma }: { pool: Pool; prisma: PrismaClient },
  journey: Journey,
  { hash, name }: Identity,
  ask: (target: ConnectionTarget) => Promise<ConnectProfileReply>,
): Promise<Journey | Refused> {
  const { clientId } = journey.request;
  const key = { client_id: clientId, identity_hash: hash };
  for (;;) {
    const known = await prisma.profileIdentity.findUnique({ where: { client_id_identity_hash: key } });
    if (known && journey.accountId !== null && known.account_id !== journey.accountId) return elsewhere;
    const fresh = !known && journey.accountId === null;
    const accountId =
      known?.account_id ?? journey.accountId ?? (await newAccount(prisma, clientId, name, journey.tzid));
    const undo = async () => (fresh ? eraseNewAccount(pool, clientId, accountId) : undefined);
    const profileId = known?.profile_id ?? newConnectionIds().profileId;
    const answer = await ask({ accountId, profileId }).catch(async (error: unknown) => {
      await undo();
      throw error;
    });
    const target = answer.outcome === 'connected' ? { accountId, profileId: answer.profile.profile_id } : null;
    if (target && (await remember(prisma, clientId, hash, target))) {
      return { ...journey, ...target, newAccount: journey.newAccount || fresh };
    }
    await undo();
    if (answer.outcome === 'refused') return answer;
  }
}
