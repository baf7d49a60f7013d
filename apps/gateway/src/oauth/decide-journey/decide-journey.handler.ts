import { sqlOfPrisma } from '@kalends/messaging';
import { randomToken } from '@kalends/security';
import { createBuiltInProfile, findBuiltIn } from '../../accounts/built-in-profile.js';
import { newAccount } from '../../accounts/new-account.js';
import { dropStaged, lockStaged, ownerOf, publishStaged } from '../../accounts/staged-connections.js';
import { newBrowserId } from '../../http/browser/browser.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import type { Journey } from '../journey/journey.js';
import { lockAccess, resumeAccess } from '../../tokens/account-access.js';
import type { Db } from '../../tokens/grants.js';
import { tokenHash } from '../../tokens/hash.js';
import { timestamp } from '../../tokens/timestamp.js';

const codeLifetime = 10 * 60_000;

interface Target {
  accountId: string;
  profileId: string | null;
}

/** What a code grants. */
type Granted = Target & Pick<Journey, 'request'>;

/**
 * `over`: the connection to allow no longer exists. `denied`: it was denied before. `elsewhere`: the identity meanwhile
 * belongs to another account. `review`: it meanwhile belongs to an account whose calendars the user has not been shown.
 */
export type Allowed =
  | { outcome: 'allowed'; code: string; newBrowserId: string }
  | { outcome: 'over' }
  | { outcome: 'denied' }
  | { outcome: 'elsewhere' }
  | { outcome: 'review'; journey: Journey };

type NotAllowed = Exclude<Allowed, { outcome: 'allowed' }>;

/** Locks the journey against other decisions until the caller's transaction ends. */
const lockJourney = (db: Db, { id }: Journey) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${id}, 14))`;

type Account = 'deleted' | 'ended' | 'usable';

/** Locks the account against the end of its access until the caller's transaction ends. `ended`: and nothing is connected. */
async function lockAccount(db: Db, account_id: string): Promise<Account> {
  await lockAccess(sqlOfPrisma(db), [account_id]);
  const account = await db.account.findUnique({ where: { account_id }, select: { access_ended: true } });
  if (!account) return 'deleted';
  return account.access_ended && (await findBuiltIn(db, account_id)) === null ? 'ended' : 'usable';
}

async function makeBuiltIn(db: Db, { request, accountId: linked }: Journey, tzid: string): Promise<Target> {
  const accountId = linked ?? (await newAccount(db, { clientId: request.clientId, email: null, tzid }));
  const names = { profileName: 'Calendar', calendarName: 'Calendar' };
  const { profileId } = await createBuiltInProfile(db, { accountId, ...names, tzid, ownAddresses: [] });
  return { accountId, profileId };
}

/** A journey in which a connection was made. */
type Staged = Journey & { stagedId: string };

/** Publishes the journey's connection in the account. */
async function publish(db: Db, journey: Staged, now: number): Promise<Target | NotAllowed> {
  const row = await lockStaged(db, journey.stagedId, now);
  if (!row) return { outcome: 'over' };
  const owner = await ownerOf(db, row);
  if (owner && journey.accountId === null)
    return { outcome: 'review', journey: { ...journey, accountId: owner.account_id } };
  if (owner && owner.account_id !== journey.accountId) return { outcome: 'elsewhere' };
  const { client_id: clientId, email } = row;
  const accountId = journey.accountId ?? (await newAccount(db, { clientId, email, tzid: journey.tzid }));
  const target = { accountId, profileId: owner?.profile_id ?? row.profile_id };
  await resumeAccess(sqlOfPrisma(db), accountId);
  await publishStaged(db, row, target);
  if (email !== null) await db.account.updateMany({ where: { account_id: accountId, email: null }, data: { email } });
  return target;
}

/** The user's decision at the end of a journey: made once; pressing a button twice has the same outcome. */
export class DecideJourney {
  constructor(private readonly prisma: PrismaClient) {}

  /**
   * Publishes what was connected and creates the code that the application redeems. The browser and its connections get a
   * new id, so that knowing or planting the old one gains nothing. `now`: epoch ms.
   */
  allow(journey: Journey, browserId: string, now: number): Promise<Allowed> {
    return this.prisma.$transaction(async (db) => {
      await lockJourney(db, journey);
      const target = await this.targetOf(db, journey, now);
      if ('outcome' in target) return target;
      const { id: journey_id, expires } = journey;
      const end = { account_id: target.accountId, profile_id: target.profileId, allowed: true };
      const data = { journey_id, ...end, expires_at: timestamp(expires) };
      await db.journeyEnd.createMany({ data: [data], skipDuplicates: true });
      await dropStaged(db, { journey_id });
      await resumeAccess(sqlOfPrisma(db), target.accountId);
      const code = await this.newCode(db, { ...target, request: journey.request }, now);
      const newId = await this.rename(db, { browserId, accountId: target.accountId }, now);
      return { outcome: 'allowed', code, newBrowserId: newId };
    });
  }

  /** Erases what was connected, including tokens at the provider. False: it was allowed before, which this does not undo. */
  deny({ id: journey_id, expires }: Journey): Promise<boolean> {
    return this.prisma.$transaction(async (db) => {
      await lockJourney(db, { id: journey_id } as Journey);
      const data = { journey_id, allowed: false, expires_at: timestamp(expires) };
      await db.journeyEnd.createMany({ data: [data], skipDuplicates: true });
      await dropStaged(db, { journey_id });
      const end = await db.journeyEnd.findUniqueOrThrow({ where: { journey_id } });
      return !end.allowed;
    });
  }

  private async targetOf(db: Db, journey: Journey, now: number): Promise<Target | NotAllowed> {
    const { id, accountId: linked, stagedId, builtIn } = journey;
    const end = await db.journeyEnd.findUnique({ where: { journey_id: id } });
    if (end && !end.allowed) return { outcome: 'denied' };
    const accountId = end?.account_id ?? linked;
    const account = accountId === null ? 'deleted' : await lockAccount(db, accountId);
    if (accountId !== null && account === 'deleted') return { outcome: 'over' };
    const isUsable = accountId !== null && account === 'usable';
    if (end && accountId !== null) return isUsable ? { accountId, profileId: end.profile_id } : { outcome: 'over' };
    if (builtIn) return makeBuiltIn(db, journey, builtIn.tzid);
    if (stagedId !== null) return publish(db, { ...journey, stagedId }, now);
    return isUsable ? { accountId, profileId: null } : { outcome: 'over' };
  }

  private async newCode(db: Db, { accountId, profileId, request }: Granted, now: number): Promise<string> {
    const code = randomToken(32);
    await db.authorizationCode.create({
      data: {
        code_hash: tokenHash(code),
        client_id: request.clientId,
        account_id: accountId,
        profile_id: profileId,
        redirect_uri: request.redirectUri,
        scope: request.scope,
        code_challenge: request.codeChallenge,
        expires_at: timestamp(now + codeLifetime),
      },
    });
    return code;
  }

  private async rename(db: Db, known: { browserId: string; accountId: string }, now: number): Promise<string> {
    const { browserId, accountId: account_id } = known;
    const nextBrowserId = newBrowserId();
    const browser_id = tokenHash(nextBrowserId);
    await db.browserAccount.updateMany({ where: { browser_id: tokenHash(browserId) }, data: { browser_id } });
    const key = { browser_id, account_id };
    await db.browserAccount.upsert({
      where: { browser_id_account_id: key },
      create: key,
      update: { linked_at: timestamp(now) },
    });
    return nextBrowserId;
  }
}
