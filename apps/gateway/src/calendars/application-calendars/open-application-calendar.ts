import type { GatewayConfig } from '../../config.js';
import { configToken, prismaToken } from '../../http/injection-tokens.js';
import { Inject } from '@nestjs/common';
import { scopes } from '@kalends/public-api';
import { randomToken } from '@kalends/security';
import { createBuiltInProfile, findBuiltIn } from '../../accounts/built-in-profile.js';
import { refuseMoreAccounts } from '../../accounts/refuse-more-accounts.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { createAccessToken, createGrant, type Db } from '../../tokens/grants.js';

interface OpenedCalendar {
  accountId: string;
  profileId: string;
  accessToken: string;
  refreshToken: string;
  scope: readonly string[];
}

interface Requested {
  clientId: string;
  name: string;
  /** Most accounts of the application. */
  most: number;
}

/** The account and its profile; created on first use, by one of several concurrent requests. */
async function findOrMake(db: Db, { clientId, name, most }: Requested) {
  await db.$queryRaw`SELECT 1 FROM application WHERE client_id = ${clientId} FOR UPDATE`;
  const key = { client_id: clientId, application_calendar_id: name };
  const existing = await db.account.findUnique({
    where: { client_id_application_calendar_id: key },
    include: { grants: { take: 1 } },
  });
  // grants may all have been revoked
  const profileId = existing && (existing.grants[0]?.profile_id ?? (await findBuiltIn(db, existing.account_id)));
  if (existing && profileId) return { accountId: existing.account_id, profileId };
  const accountId = existing?.account_id ?? `apc_${randomToken(24)}`;
  if (!existing) {
    await refuseMoreAccounts(db, { clientId, field: 'application_calendar_id' }, most);
    await db.account.create({ data: { account_id: accountId, default_tzid: 'Etc/UTC', ...key } });
  }
  const profile = { accountId, profileName: name, calendarName: name, tzid: 'Etc/UTC', ownAddresses: [] };
  return { accountId, profileId: (await createBuiltInProfile(db, profile)).profileId };
}

export class OpenApplicationCalendar {
  constructor(
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'ACCOUNTS_PER_APPLICATION'>,
  ) {}

  /** Tokens for an application's own calendar (CAL-3). `now`: epoch ms. */
  open(clientId: string, applicationCalendarId: string, now: number): Promise<OpenedCalendar> {
    return this.prisma.$transaction(async (db) => {
      const { accountId, profileId } = await findOrMake(db, {
        clientId,
        name: applicationCalendarId,
        most: this.config.ACCOUNTS_PER_APPLICATION,
      });
      const grant = { accountId, scope: scopes, publicClient: false, profileId };
      const { grantId, refreshToken } = await createGrant(db, grant);
      const accessToken = await createAccessToken(
        db,
        { grant_id: grantId, account_id: accountId, scope: [...scopes] },
        now,
      );
      return { accountId, profileId, accessToken, refreshToken, scope: scopes };
    });
  }
}
