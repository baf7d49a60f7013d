import type { ConnectProfileReply } from '@kalends/contracts';
import type { MessagingClient } from '@kalends/messaging';
import { inTransaction, randomToken, type Sealer } from '@kalends/service';
import type { Pool } from 'pg';
import { createBuiltInProfile, newConnectionIds } from '../accounts/built-in-profile.js';
import { askToConnect, findIdentity, identityHash, type CaldavCredentials } from '../accounts/connect-caldav.js';
import { eraseAccount } from '../accounts/erase-account.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { readConnections } from '../read-model/connections.js';
import { tokenHash } from '../tokens/hash.js';
import { timestamp } from '../tokens/timestamp.js';
import type { Journey } from './journey.js';

const codeLifetime = 10 * 60_000;

export interface Linked {
  accountId: string;
  profileNames: string[];
}

/** What the journey does to accounts, profiles and codes. */
export class AuthorizeHandler {
  constructor(
    private readonly pool: Pool,
    private readonly prisma: PrismaClient,
    private readonly client: MessagingClient,
    private readonly sealer: Sealer,
  ) {}

  application(clientId: unknown) {
    if (typeof clientId !== 'string' || clientId === '') return Promise.resolve(null);
    return this.prisma.application.findUnique({ where: { client_id: clientId } });
  }

  /** The account of this application that this browser has connected before. */
  async linked(clientId: string, browserId: string): Promise<Linked | null> {
    const held = await this.prisma.browserAccount.findFirst({
      where: { browser_id: browserId, account: { client_id: clientId } },
      orderBy: { linked_at: 'desc' },
    });
    return held && this.linkedAccount(held.account_id);
  }

  /** An account that is known by its id; null when it has gone. */
  async linkedAccount(accountId: string): Promise<Linked | null> {
    const account = await this.prisma.account.findUnique({ where: { account_id: accountId } });
    if (!account) return null;
    const { profiles } = await readConnections(this.pool, accountId);
    return { accountId, profileNames: profiles.map(({ profile_name }) => profile_name) };
  }

  async profileNames(accountId: string): Promise<string[]> {
    const { profiles, calendars } = await readConnections(this.pool, accountId);
    const names = calendars.map(({ calendar_name }) => calendar_name);
    return names.length > 0 ? names : profiles.map(({ profile_name }) => profile_name);
  }

  /**
   * Connects a CalDAV account. The profile's own account when the application knows it, else the journey's, else a new
   * one. Answers the refusal, or the journey that goes on.
   */
  async connect(
    journey: Journey,
    credentials: CaldavCredentials,
    tzid: string,
  ): Promise<Journey | Extract<ConnectProfileReply, { outcome: 'refused' }>> {
    const { clientId } = journey.request;
    const known = await findIdentity(this.prisma, clientId, credentials);
    const accountId =
      known?.account_id ?? journey.accountId ?? (await this.newAccount(clientId, credentials.username, tzid));
    const fresh = !known && journey.accountId === null;
    const profileId = known?.profile_id ?? newConnectionIds().profileId;
    const answer = await askToConnect(
      this.client,
      this.sealer,
      { accountId, profileId, defaultTzid: tzid },
      credentials,
    ).catch(async (error: unknown) => {
      if (fresh) await this.erase(clientId, accountId);
      throw error;
    });
    if (answer.outcome === 'refused') {
      if (fresh) await this.erase(clientId, accountId);
      return answer;
    }
    await this.remember(clientId, identityHash(credentials), accountId, answer.profile.profile_id);
    return { ...journey, accountId, profileId: answer.profile.profile_id, newAccount: journey.newAccount || fresh };
  }

  /** Makes the code that the application redeems; the built-in calendar now, if that was chosen. `now`: epoch ms. */
  async allow(journey: Journey, browserId: string, now: number): Promise<string> {
    const { request, builtIn } = journey;
    const code = randomToken(32);
    await this.prisma.$transaction(async (db) => {
      let { accountId, profileId } = journey;
      if (builtIn) {
        accountId ??= await this.newAccount(request.clientId, null, builtIn.tzid, db);
        const made = await createBuiltInProfile(db, {
          accountId,
          profileName: 'Calendar',
          calendarName: 'Calendar',
          tzid: builtIn.tzid,
          ownAddresses: [],
        });
        profileId = made.profileId;
      }
      await db.authorizationCode.create({
        data: {
          code_hash: tokenHash(code),
          client_id: request.clientId,
          account_id: accountId!,
          profile_id: profileId,
          redirect_uri: request.redirectUri,
          scope: request.scope,
          code_challenge: request.codeChallenge,
          expires_at: timestamp(now + codeLifetime),
        },
      });
      const key = { browser_id: browserId, account_id: accountId! };
      await db.browserAccount.upsert({
        where: { browser_id_account_id: key },
        create: key,
        update: { linked_at: timestamp(now) },
      });
    });
    return code;
  }

  /** An account that this journey made goes again. */
  async deny({ newAccount, accountId, request: { clientId } }: Journey): Promise<void> {
    if (newAccount && accountId) await this.erase(clientId, accountId);
  }

  private erase(clientId: string, accountId: string): Promise<void> {
    return inTransaction(this.pool, (client) => eraseAccount(client, clientId, accountId));
  }

  private async newAccount(
    clientId: string,
    username: string | null,
    tzid: string,
    db: Pick<PrismaClient, 'account'> = this.prisma,
  ) {
    const account_id = `acc_${randomToken(24)}`;
    const email = username && /^[^\s@]+@[^\s@]+$/.test(username) ? username : null;
    await db.account.create({ data: { account_id, client_id: clientId, email, name: username, default_tzid: tzid } });
    return account_id;
  }

  private async remember(client_id: string, identity_hash: string, account_id: string, profile_id: string) {
    await this.prisma.profileIdentity.upsert({
      where: { client_id_identity_hash: { client_id, identity_hash } },
      create: { client_id, identity_hash, account_id, profile_id },
      update: { profile_id },
    });
  }
}
