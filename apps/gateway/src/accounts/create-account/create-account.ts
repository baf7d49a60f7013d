import type { Scope } from '@kalends/public-api';
import { randomToken } from '@kalends/security';
import { createBuiltInProfile } from '../built-in-profile.js';
import { accessTokenLifetime, createAccessToken, createGrant, type Db } from '../../tokens/grants.js';

interface NewAccount {
  clientId: string;
  email: string;
  /** Whether the address is the account's; otherwise it only names the calendar (ADM-4). */
  isVerified: boolean;
  name: string | null;
  defaultTzid: string;
  scope: Scope[];
  /** Epoch ms. */
  now: number;
}

/** Creates an account with a built-in calendar and its first tokens, in the caller's transaction. */
export async function createAccountWithTokens(db: Db, account: NewAccount) {
  const accountId = `acc_${randomToken(24)}`;
  await db.account.create({
    data: {
      account_id: accountId,
      client_id: account.clientId,
      email: account.isVerified ? account.email : null,
      name: account.name,
      default_tzid: account.defaultTzid,
    },
  });
  const { profileId, calendarId } = await createBuiltInProfile(db, {
    accountId,
    profileName: account.email,
    calendarName: 'Calendar',
    tzid: account.defaultTzid,
    ownAddresses: [account.email],
  });
  const { grantId, refreshToken } = await createGrant(db, {
    accountId,
    scope: account.scope,
    publicClient: false,
    profileId,
  });
  const grant = { grant_id: grantId, account_id: accountId, scope: [...account.scope] };
  return {
    sub: accountId,
    access_token: await createAccessToken(db, grant, account.now),
    refresh_token: refreshToken,
    expires_in: accessTokenLifetime,
    scope: account.scope.join(' '),
    calendar_id: calendarId,
  };
}
