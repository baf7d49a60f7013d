import { poolToken, prismaToken } from '../../http/injection-tokens.js';
import { Inject } from '@nestjs/common';
import { isBuiltIn } from '@kalends/provider-registry';
import type { Pool } from 'pg';
import { findBuiltIn } from '../../accounts/built-in-profile.js';
import { findIdentity } from '../../accounts/identities.js';
import { identityIn } from '../../accounts/published-calendar.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { readConnections } from '../../read-model/connections.js';
import { tokenHash } from '../../tokens/hash.js';
import { brandOf, type Brand } from './brand.js';
import type { Journey } from './journey.js';
import { isReading, sharedCalendars, type StagedCalendars } from './shared-calendars.js';
import type { Texts } from './texts/texts.js';

export interface Linked {
  accountId: string;
  /** How its owner recognises it: a verified address, a name, or what is connected. */
  name: string;
  profileNames: string[];
  /** Whether the name is one of a person; that of a built-in calendar is not. */
  isPerson: boolean;
}

/** The calendars of a consent. */
interface Shared {
  /** Their names, for people. */
  calendars: string[];
  isReading: boolean;
}

/** The journey's reads of applications, accounts and profiles. */
export class JourneyAccounts {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
  ) {}

  application(clientId: unknown) {
    if (typeof clientId !== 'string' || clientId === '' || clientId.length > 128) return Promise.resolve(null);
    return this.prisma.application.findUnique({ where: { client_id: clientId } });
  }

  /** How an application presents itself; null: there is none. */
  async brand(clientId: unknown): Promise<Brand | null> {
    const application = await this.application(clientId);
    return application && brandOf(application);
  }

  /**
   * The account of this application that this browser has connected before. One whose access has ended has nothing that is
   * still connected, except built-in calendars: its user connects again, and gets the same account.
   */
  async linked(clientId: string, browserId: string): Promise<Linked | null> {
    const links = await this.prisma.browserAccount.findMany({
      where: { browser_id: tokenHash(browserId), account: { client_id: clientId } },
      include: { account: { select: { access_ended: true } } },
      orderBy: { linked_at: 'desc' },
    });
    for (const { account_id, account } of links) {
      if (!account.access_ended || (await findBuiltIn(this.prisma, account_id)) !== null)
        return this.linkedAccount(account_id);
    }
    return null;
  }

  /** Whether this browser has connected the account before. */
  async isLinked(account_id: string, browserId: string): Promise<boolean> {
    const browser_id = tokenHash(browserId);
    return (await this.prisma.browserAccount.count({ where: { browser_id, account_id } })) > 0;
  }

  /** The name of the account to which a link token leads a browser that is not linked to it; else null. */
  async foreign({ accountId, unlinked }: Journey): Promise<string | null> {
    return unlinked && accountId !== null ? ((await this.linkedAccount(accountId))?.name ?? accountId) : null;
  }

  /** An account by its id; null when it was deleted. */
  async linkedAccount(accountId: string): Promise<Linked | null> {
    const account = await this.prisma.account.findUnique({ where: { account_id: accountId } });
    if (!account) return null;
    const { profiles } = await readConnections(this.pool, accountId);
    const profileNames = profiles.map(({ profile_name }) => profile_name);
    const name = account.email ?? account.name ?? (profileNames.join(', ') || accountId);
    const isPerson = account.email !== null || account.name !== null || profiles.some((one) => !isBuiltIn(one));
    return { accountId, name, profileNames, isPerson };
  }

  /**
   * What an application would see: one line per calendar, and per profile whose calendars are not known yet. `isReading`: those of one are
   * being read.
   */
  async shared(t: Texts, { accountId, stagedId, builtIn, request }: Journey): Promise<Shared> {
    const none = { profiles: [], calendars: [] };
    const connections = accountId === null ? none : await readConnections(this.pool, accountId);
    const staged = await this.stagedOf({ stagedId, accountId, request });
    const lines = sharedCalendars(t, connections, staged);
    return { calendars: builtIn ? [...lines, t.builtIn] : lines, isReading: isReading(connections) };
  }

  /** What the journey connects, which is not published yet; null: nothing. */
  stagedOf({
    stagedId,
    accountId,
    request,
  }: Pick<Journey, 'stagedId' | 'accountId' | 'request'>): Promise<StagedCalendars | null> {
    return stagedId === null ? Promise.resolve(null) : this.staged(request.clientId, { stagedId, accountId });
  }

  private async staged(
    clientId: string,
    { stagedId: profile_id, accountId }: { stagedId: string; accountId: string | null },
  ): Promise<StagedCalendars | null> {
    const row = await this.prisma.stagedConnection.findUnique({ where: { profile_id } });
    if (!row?.identity_hash || row.profile_name === null) return null;
    const { provider_name, identity_hash } = row;
    const identity = identityIn({ provider_name, identity_hash }, accountId);
    const known = identity === null ? null : await findIdentity(this.prisma, clientId, identity);
    const profileId = known?.profile_id ?? profile_id;
    return { profileId, profileName: row.profile_name, calendarNames: row.calendar_names };
  }
}
