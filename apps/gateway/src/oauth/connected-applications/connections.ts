import { Inject, Injectable } from '@nestjs/common';
import { isBuiltIn, providerNamed } from '@kalends/provider-registry';
import type { Pool } from 'pg';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.js';
import { clockToken, poolToken, prismaToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { readConnections } from '../../read-model/connections.js';
import { endGrants } from '../../tokens/grants.js';
import { tokenHash } from '../../tokens/hash.js';
import { brandOf } from '../journey/brand.js';
import { isReading } from '../journey/shared-calendars.js';
import type { Proof } from '../journey/proved-accounts.js';
import type { Connection, Revoked } from './connected-applications.pages.js';

type Found = Omit<Connection, 'token'>;

const withApplication = { application: true } as const;
type Account = Prisma.AccountGetPayload<{ include: typeof withApplication }>;

/** Most accounts of one person that the page lists. */
const most = 200;

/** What a browser, or a proof, may see and revoke. */
@Injectable()
export class UserConnections {
  constructor(
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  ofBrowser(browserId: string): Promise<Found[]> {
    return this.find({ browsers: { some: { browser_id: tokenHash(browserId) } } });
  }

  ofProof(proof: Proof): Promise<Found[]> {
    return this.find(
      'accountId' in proof
        ? { account_id: proof.accountId }
        : { identities: { some: { identity_hash: proof.identityHash } } },
    );
  }

  /** Ends the access. False: there was none. `browserId`: it is no longer linked to the account; null: a proof allows it. */
  async revoke(account_id: string, browserId: string | null): Promise<boolean> {
    const isRevoked = await this.prisma.$transaction(async (db) => {
      const count =
        browserId === null
          ? await db.authorizationGrant.count({ where: { account_id } })
          : (await db.browserAccount.deleteMany({ where: { browser_id: tokenHash(browserId), account_id } })).count;
      if (count === 0) return false;
      // a code that the application has not redeemed yet may not become a grant any more
      await db.authorizationCode.deleteMany({ where: { account_id, grant_id: null } });
      await endGrants(db, { account_id }, this.clock());
      return true;
    });
    if (isRevoked) this.relay.wake();
    return isRevoked;
  }

  /** What the page reports of an account after its revocation; null: it has been deleted since. */
  async revoked(account_id: string): Promise<Revoked | null> {
    const account = await this.prisma.account.findUnique({ where: { account_id }, include: withApplication });
    if (!account) return null;
    const { profiles } = await readConnections(this.pool, account_id);
    const atProviders = profiles.filter((profile) => !isBuiltIn(profile));
    return {
      application: account.application.name,
      profiles: atProviders.map(({ profile_name }) => profile_name),
      hasBuiltIn: atProviders.length < profiles.length,
      withdrawals: [
        ...new Set(atProviders.flatMap(({ provider_name }) => providerNamed(provider_name)?.consent?.withdrawal ?? [])),
      ],
    };
  }

  private async find(where: Prisma.AccountWhereInput): Promise<Found[]> {
    const accounts = await this.prisma.account.findMany({
      where: { ...where, grants: { some: {} } },
      include: withApplication,
      orderBy: { created_at: 'asc' },
      take: most,
    });
    return Promise.all(accounts.map((account) => this.present(account)));
  }

  private async present(account: Account): Promise<Found> {
    const connected = await readConnections(this.pool, account.account_id);
    const { profiles, calendars } = connected;
    // how its owner recognises an account that has neither a verified address nor a name
    const names = profiles.map(({ profile_name }) => profile_name).join(', ') || account.account_id;
    return {
      brand: brandOf(account.application),
      account: account.email ?? account.name ?? names,
      accountId: account.account_id,
      since: account.created_at,
      calendars: calendars.map(({ calendar_name }) => calendar_name),
      isReading: isReading(connected),
    };
  }
}
