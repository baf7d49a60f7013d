import { settingKinds } from '@kalends/service-runtime';

const optionalAccess = ['working-hours'] as const;
/** Permissions at Google that a deployment requests only if its operator wants them. */
export type GoogleAccess = (typeof optionalAccess)[number];

/** The OAuth client at Google, and the endpoints for its tokens. */
const client = {
  ...settingKinds.oauthClient(
    'GOOGLE_CLIENT_ID',
    'GOOGLE_CLIENT_SECRET',
    "OAuth client at Google; without it, Google's calendars are not offered",
  ),
  GOOGLE_TOKEN_URL: settingKinds.url('https://oauth2.googleapis.com/token', "Google's token endpoint"),
};
const revocation = {
  GOOGLE_REVOKE_URL: settingKinds.url('https://oauth2.googleapis.com/revoke', "Google's revocation endpoint"),
};

export const gatewaySettings = {
  ...client,
  GOOGLE_AUTHORIZE_URL: settingKinds.url('https://accounts.google.com/o/oauth2/v2/auth', "Google's consent page"),
  GOOGLE_USERINFO_URL: settingKinds.url(
    'https://openidconnect.googleapis.com/v1/userinfo',
    "Google's userinfo endpoint",
  ),
  GOOGLE_OPTIONAL_ACCESS: settingKinds
    .list(optionalAccess.join(', '), (one) => (optionalAccess as readonly string[]).includes(one))
    .transform((all) => all as GoogleAccess[])
    .optional()
    .meta({ description: `further permissions to request at Google, comma-separated: ${optionalAccess.join(', ')}` }),
  ...revocation,
};

export const syncSettings = {
  ...client,
  ...revocation,
  GOOGLE_REQUESTS_PER_MINUTE: settingKinds.limit(
    10_000,
    'requests to the Calendar API in any minute that the project of the OAuth client has at Google; 0: no limit',
  ),
  GOOGLE_REQUESTS_PER_DAY: settingKinds.limit(1_000_000, 'the same for a day, which begins at midnight in California'),
  GOOGLE_API_URL: settingKinds.url('https://www.googleapis.com/calendar/v3', "Google's Calendar API"),
  GOOGLE_NOTIFICATION_URL: settingKinds.optionalUrl(
    'where Google reaches /v1/provider_notifications/google of the gateway; without it, changes are only polled',
  ),
};
