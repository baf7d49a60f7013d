import type { Scope } from '@kalends/contracts';
import { randomToken } from '@kalends/security';
import { createBuiltInProfile } from '../built-in-profile.js';
import { accessTokenLifetime, createAccessToken, createGrant, type Db } from '../../tokens/grants.js';

interface NewAccount {
  clientId: string;
  email: string;
  name: string | null;
  defaultTzid: string;
  scope: Scope[];
  /** Epoch ms. */
  now: number;
}

/** Creates an account with a built-in calendar and its first tokens, in the caller's transaction. */
export async function createAccountWithTokens(db: Db, wanted: NewAccount) {
  const accountId = `acc_${randomToken(24)}`;
  await db.account.create({
    data: {
      account_id: accountId,
      client_id: wanted.clientId,
      email: wanted.email,
      name: wanted.name,
      default_tzid: wanted.defaultTzid,
    },
  });
  const { profileId, calendarId } = await createBuiltInProfile(db, {
    accountId,
    profileName: wanted.email,
    calendarName: 'Calendar',
    tzid: wanted.defaultTzid,
    ownAddresses: [wanted.email],
  });
  const { grantId, refreshToken } = await createGrant(db, {
    accountId,
    scope: wanted.scope,
    publicClient: false,
    profileId,
  });
  const grant = { grant_id: grantId, account_id: accountId, scope: [...wanted.scope] };
  return {
    sub: accountId,
    access_token: await createAccessToken(db, grant, wanted.now),
    refresh_token: refreshToken,
    expires_in: accessTokenLifetime,
    scope: wanted.scope.join(' '),
    calendar_id: calendarId,
  };
}
