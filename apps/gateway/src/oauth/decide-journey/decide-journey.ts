import type { GatewayConfig } from '../../config.js';
import { configToken, prismaToken } from '../../http/injection-tokens.js';
import { Inject } from '@nestjs/common';
import { sqlOfPrisma } from '@kalends/messaging';
import { randomToken } from '@kalends/security';
import { createBuiltInProfile, findBuiltIn } from '../../accounts/built-in-profile.js';
import { newAccount } from '../../accounts/new-account.js';
import { fullOfAccounts, hasRoomForAccount } from '../../accounts/refuse-more-accounts.js';
import { fullOfProfiles, hasRoomForProfile } from '../../accounts/refuse-more-profiles.js';
import { isRedeemed, keepStaged } from '../../accounts/settle-connection.js';
import { dropStaged, lockStaged, ownerOf } from '../../accounts/staged-connections.js';
import { newBrowserId } from '../../http/browser/browser.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { chooseCalendar } from '../journey/additions.js';
import { choosesZone, type Journey } from '../journey/journey.js';
import { lockAccess } from '../../tokens/account-access.js';
import type { Db } from '../../tokens/grants.js';
import { tokenHash } from '../../tokens/hash.js';
import { timestamp } from '../../tokens/timestamp.js';

const codeLifetime = 10 * 60_000;

interface Target {
  accountId: string;
  profileId: string | null;
  /** The connection that is published when the code is redeemed. */
  stagedId: string | null;
}

/** What a code grants. */
type Granted = Target & Pick<Journey, 'request'>;

/**
 * `over`: the connection to allow no longer exists. `denied`: it was denied before. `elsewhere`: the identity meanwhile
 * belongs to another account. `review`: it meanwhile belongs to an account whose calendars the user has not been shown.
 * `full`: the account has as many profiles, or the application as many accounts, as it may have.
 */
export type Allowed =
  | { outcome: 'allowed'; code: string; newBrowserId: string }
  | { outcome: 'over' }
  | { outcome: 'denied' }
  | { outcome: 'elsewhere' }
  | { outcome: 'full'; description: string }
  | { outcome: 'review'; journey: Journey };

type NotAllowed = Exclude<Allowed, { outcome: 'allowed' }>;

/** Locks the journey against other decisions until the caller's transaction ends. */
const lockJourney = (db: Db, { id }: Pick<Journey, 'id'>) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${id}, 14))`;

type Account = 'deleted' | 'ended' | 'usable';

/** Locks the account against the end of its access until the caller's transaction ends. `ended`: and nothing is connected. */
async function lockAccount(db: Db, account_id: string): Promise<Account> {
  await lockAccess(sqlOfPrisma(db), [account_id]);
  const account = await db.account.findUnique({ where: { account_id }, select: { access_ended: true } });
  if (!account) return 'deleted';
  return account.access_ended && (await findBuiltIn(db, account_id)) === null ? 'ended' : 'usable';
}

/** The account of a journey that adds a profile: a new one if none is linked. */
async function accountWithRoom(
  db: Db,
  { request: { clientId }, accountId: linked }: Journey,
  { tzid, maxAccounts }: { tzid: string; maxAccounts: number },
): Promise<string | NotAllowed> {
  if (linked !== null) {
    if (await hasRoomForProfile(sqlOfPrisma(db), linked)) return linked;
    return { outcome: 'full', description: fullOfProfiles };
  }
  if (await hasRoomForAccount(db, clientId, maxAccounts)) return newAccount(db, { clientId, email: null, tzid });
  return { outcome: 'full', description: fullOfAccounts(maxAccounts) };
}

async function makeBuiltIn(
  db: Db,
  accountId: string,
  { tzid, name = 'Calendar' }: NonNullable<Journey['builtIn']>,
): Promise<Target> {
  const names = { profileName: name, calendarName: name };
  const { profileId } = await createBuiltInProfile(db, { accountId, ...names, tzid, ownAddresses: [] });
  return { accountId, profileId, stagedId: null };
}

/** A journey in which a connection was made. */
type Staged = Journey & { stagedId: string };

/** The owner of the journey's connection; null: it gets one when its code is redeemed. */
async function ownerOfStaged(db: Db, journey: Staged, now: number): Promise<Target | NotAllowed | null> {
  const { stagedId } = journey;
  const row = await lockStaged(db, stagedId, now);
  if (!row) return { outcome: 'over' };
  const owner = await ownerOf(db, row, journey.accountId);
  if (owner && journey.accountId === null)
    return { outcome: 'review', journey: { ...journey, accountId: owner.account_id } };
  if (owner && owner.account_id !== journey.accountId) return { outcome: 'elsewhere' };
  return owner && { accountId: owner.account_id, profileId: owner.profile_id, stagedId };
}

/** What an earlier Allow of the same journey led to. */
async function again(db: Db, end: Target, now: number): Promise<Target | NotAllowed> {
  const { stagedId } = end;
  if (stagedId === null || (await lockStaged(db, stagedId, now)) || (await isRedeemed(db, stagedId))) return end;
  return { outcome: 'over' };
}

/** The user's decision at the end of a journey: made once; pressing a button twice has the same outcome. */
export class DecideJourney {
  constructor(
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'ACCOUNTS_PER_APPLICATION'>,
  ) {}

  /**
   * Creates the code that the application redeems, which publishes what was connected. The browser and its connections get a
   * new id, so that knowing or planting the old one gains nothing. `now`: epoch ms.
   */
  allow(journey: Journey, browserId: string, now: number): Promise<Allowed> {
    return this.prisma.$transaction(async (db) => {
      await lockJourney(db, journey);
      const target = await this.targetOf(db, journey, now);
      if ('outcome' in target) return target;
      const { accountId, stagedId } = target;
      await this.end(db, journey, target);
      await dropStaged(db, { journey_id: journey.id, ...(stagedId === null ? {} : { profile_id: { not: stagedId } }) });
      await this.choose(db, journey, { accountId, profileId: target.profileId, now });
      const tzid = choosesZone(journey) ? journey.tzid : undefined;
      if (stagedId !== null) await keepStaged(db, { stagedId, expires: now + codeLifetime, tzid });
      const code = await this.newCode(db, { ...target, request: journey.request }, now);
      const linked = journey.unlinked ? null : accountId;
      return { outcome: 'allowed', code, newBrowserId: await this.rename(db, { browserId, linked }, now) };
    });
  }

  /** Erases what was connected, including tokens at the provider. False: it was allowed before, which this does not undo. */
  deny(journey: Pick<Journey, 'id' | 'expires'>): Promise<boolean> {
    return this.prisma.$transaction(async (db) => {
      await lockJourney(db, journey);
      const end = await this.end(db, journey, null);
      if (!end.allowed) await dropStaged(db, { journey_id: journey.id });
      return !end.allowed;
    });
  }

  /** Stores how the journey ended, unless it ended before; returns its end. */
  private async end(db: Db, { id: journey_id, expires }: Pick<Journey, 'id' | 'expires'>, target: Target | null) {
    const { accountId: account_id = null, profileId: profile_id = null, stagedId: staged_id = null } = target ?? {};
    const end = { account_id, profile_id, staged_id, allowed: target !== null };
    const data = { journey_id, ...end, expires_at: timestamp(expires) };
    await db.journeyEnd.createMany({ data: [data], skipDuplicates: true });
    return db.journeyEnd.findUniqueOrThrow({ where: { journey_id } });
  }

  private async targetOf(db: Db, journey: Journey, now: number): Promise<Target | NotAllowed> {
    const { id, accountId: linked, stagedId, builtIn } = journey;
    const end = await db.journeyEnd.findUnique({ where: { journey_id: id } });
    if (end && !end.allowed) return { outcome: 'denied' };
    const accountId = end?.account_id ?? linked;
    const account = accountId === null ? 'deleted' : await lockAccount(db, accountId);
    if (accountId !== null && account === 'deleted') return { outcome: 'over' };
    const isUsable = accountId !== null && account === 'usable';
    if (end && accountId !== null) {
      const { profile_id: profileId, staged_id: known } = end;
      return known !== null || isUsable
        ? again(db, { accountId, profileId, stagedId: known }, now)
        : { outcome: 'over' };
    }
    const owned = stagedId !== null && !builtIn && (await ownerOfStaged(db, { ...journey, stagedId }, now));
    if (owned) return owned;
    if (builtIn || stagedId !== null) return this.add(db, journey);
    return isUsable ? { accountId, profileId: null, stagedId: null } : { outcome: 'over' };
  }

  private async add(db: Db, journey: Journey): Promise<Target | NotAllowed> {
    const { builtIn, stagedId } = journey;
    const tzid = builtIn?.tzid ?? journey.tzid;
    const accountId = await accountWithRoom(db, journey, { tzid, maxAccounts: this.config.ACCOUNTS_PER_APPLICATION });
    if (typeof accountId !== 'string') return accountId;
    return builtIn ? makeBuiltIn(db, accountId, builtIn) : { accountId, profileId: stagedId, stagedId };
  }

  /** The event that the user has seen is added to the calendar that they have chosen, once (SCH-15). */
  private async choose(
    db: Db,
    { request, chosen }: Journey,
    at: { accountId: string; profileId: string | null; now: number },
  ) {
    const { accountId, profileId, now } = at;
    if (!request.addition || !chosen) return;
    await chooseCalendar(db, request.addition, { choice: { accountId, profileId, ...chosen }, now });
  }

  private async newCode(db: Db, { accountId, profileId, stagedId, request }: Granted, now: number): Promise<string> {
    const code = randomToken(32);
    await db.authorizationCode.create({
      data: {
        code_hash: tokenHash(code),
        client_id: request.clientId,
        account_id: accountId,
        profile_id: profileId,
        staged_id: stagedId,
        redirect_uri: request.redirectUri,
        scope: request.scope,
        code_challenge: request.codeChallenge,
        expires_at: timestamp(now + codeLifetime),
      },
    });
    return code;
  }

  /** `linked`: the account that the browser's user owns; null: the browser proved nothing about it. */
  private async rename(db: Db, known: { browserId: string; linked: string | null }, now: number): Promise<string> {
    const { browserId, linked: account_id } = known;
    const nextBrowserId = newBrowserId();
    const browser_id = tokenHash(nextBrowserId);
    await db.browserAccount.updateMany({ where: { browser_id: tokenHash(browserId) }, data: { browser_id } });
    if (account_id === null) return nextBrowserId;
    const key = { browser_id, account_id };
    await db.browserAccount.upsert({
      where: { browser_id_account_id: key },
      create: key,
      update: { linked_at: timestamp(now) },
    });
    return nextBrowserId;
  }
}
