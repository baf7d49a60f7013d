import { setTimeout } from 'node:timers/promises';
import type { MessagingClient } from '@kalends/messaging';
import { randomToken, type Sealer } from '@kalends/service';
import type { Pool } from 'pg';
import { createBuiltInProfile } from '../accounts/built-in-profile.js';
import { askToConnect, identityHash, type CaldavCredentials } from '../accounts/connect-caldav.js';
import { newBrowserId } from '../browser/browser.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { connectIdentity, eraseNewAccount, newAccount } from '../journey/connect-identity.js';
import type { Journey } from '../journey/journey.js';
import type { Texts } from '../journey/texts/texts.js';
import { readConnections, type Connections } from '../read-model/connections.js';
import { tokenHash } from '../tokens/hash.js';
import { timestamp } from '../tokens/timestamp.js';
import { sharedCalendars } from './shared-calendars.js';

const codeLifetime = 10 * 60_000;
/** How long a page waits for the calendars of a profile just connected, and between two looks. */
const patienceMs = 2_000;
const pauseMs = 100;

export interface Linked {
  accountId: string;
  profileNames: string[];
}

/** What the journey does to accounts, profiles and codes. */
export class AuthorizeHandler {
  constructor(
    readonly pool: Pool,
    readonly prisma: PrismaClient,
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

  /**
   * What an application would see: one line per calendar, and per profile whose calendars are not known yet. Those of
   * the profile just connected are waited for a little.
   */
  async shared(t: Texts, { accountId, profileId, builtIn }: Journey): Promise<string[]> {
    const connections = accountId === null ? null : await this.connectionsWith(accountId, profileId);
    const held = connections ? sharedCalendars(t, connections, profileId) : [];
    return builtIn ? [...held, t.builtIn] : held;
  }

  private async connectionsWith(accountId: string, profileId: string | null): Promise<Connections> {
    for (let waited = 0; ; waited += pauseMs) {
      const connections = await readConnections(this.pool, accountId);
      const isThere = connections.calendars.some(({ profile_id }) => profile_id === profileId);
      if (profileId === null || isThere || waited >= patienceMs) return connections;
      await setTimeout(pauseMs);
    }
  }

  /** Connects a CalDAV account. Answers the refusal, or the journey that goes on. */
  connect(journey: Journey, credentials: CaldavCredentials, tzid: string) {
    const identity = { hash: identityHash(credentials), name: credentials.username };
    return connectIdentity(this, { ...journey, tzid }, identity, ({ accountId, profileId }) =>
      askToConnect(this.client, this.sealer, { accountId, profileId, defaultTzid: tzid }, credentials),
    );
  }

  /**
   * Makes the code that the application redeems; the built-in calendar now, if that was chosen. The browser, with what
   * it has connected, is known by a new id from now on: who knew or planted the old one gains nothing. `now`: epoch ms.
   */
  async allow(journey: Journey, browserId: string, now: number): Promise<{ code: string; newBrowserId: string }> {
    const { request, builtIn } = journey;
    const code = randomToken(32);
    const browser_id = newBrowserId();
    await this.prisma.$transaction(async (db) => {
      let { accountId, profileId } = journey;
      if (builtIn) {
        accountId ??= await newAccount(db, request.clientId, null, builtIn.tzid);
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
      await db.browserAccount.updateMany({ where: { browser_id: browserId }, data: { browser_id } });
      const key = { browser_id, account_id: accountId! };
      await db.browserAccount.upsert({
        where: { browser_id_account_id: key },
        create: key,
        update: { linked_at: timestamp(now) },
      });
    });
    return { code, newBrowserId: browser_id };
  }

  /** An account that this journey made goes again. */
  async deny({ newAccount: isNew, accountId, request: { clientId } }: Journey): Promise<void> {
    if (isNew && accountId) await eraseNewAccount(this.pool, clientId, accountId);
  }
}
