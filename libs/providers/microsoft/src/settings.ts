import { settingKinds, type SettingRule } from '@kalends/service-runtime';
import { z } from 'zod';

const optionalAccess = ['rooms', 'shared-calendars', 'working-hours'] as const;
/** Permissions at Microsoft that a deployment requests only if its operator wants them. */
export type MicrosoftAccess = (typeof optionalAccess)[number];

/** Personal accounts cannot grant what Microsoft has for organizations only; working hours they have. */
const forOrganizations: SettingRule = ({ MICROSOFT_OPTIONAL_ACCESS: access, MICROSOFT_TENANT: tenant }) =>
  (access as MicrosoftAccess[] | undefined)?.some((one) => one !== 'working-hours') &&
  (tenant === 'common' || tenant === 'consumers')
    ? 'MICROSOFT_OPTIONAL_ACCESS with rooms or shared-calendars needs a MICROSOFT_TENANT without personal accounts: organizations, or one tenant'
    : undefined;

/** The OAuth client at Microsoft, who can sign in with it, and where. */
const client = {
  ...settingKinds.oauthClient(
    'MICROSOFT_CLIENT_ID',
    'MICROSOFT_CLIENT_SECRET',
    "OAuth client at Microsoft (application id); without it, Microsoft's calendars are not offered",
  ),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,127}$/, { error: 'must be a tenant word, id or domain' })
    .transform((text) => text.toLowerCase())
    .default('common')
    .meta({
      description: 'who can sign in at Microsoft: common, organizations, consumers, or the id or domain of one tenant',
    }),
  MICROSOFT_AUTHORITY_URL: settingKinds.baseUrl(
    'https://login.microsoftonline.com',
    "Microsoft's sign-in and token endpoints",
  ),
  MICROSOFT_GRAPH_URL: settingKinds.baseUrl('https://graph.microsoft.com/v1.0', "Microsoft's calendar API"),
};

export const gatewaySettings = {
  ...client,
  MICROSOFT_OPTIONAL_ACCESS: settingKinds
    .list(optionalAccess.join(', '), (one) => (optionalAccess as readonly string[]).includes(one))
    .transform((all) => all as MicrosoftAccess[])
    .optional()
    .meta({
      description: `further permissions to request at Microsoft, comma-separated: ${optionalAccess.join(', ')}; with the first two, MICROSOFT_TENANT must permit organizations only`,
      rule: forOrganizations,
    }),
};

export const syncSettings = {
  ...client,
  MICROSOFT_REQUESTS_PER_MINUTE: settingKinds.limit(
    780_000,
    'requests to Graph in any minute that Microsoft permits the OAuth client; 0: no limit',
  ),
  MICROSOFT_REQUESTS_PER_DAY: settingKinds.limit(
    0,
    'the same for a day in UTC, for which Microsoft publishes no limit; 0: no limit',
  ),
  MICROSOFT_NOTIFICATION_URL: settingKinds.optionalUrl(
    'where Microsoft reaches /v1/provider_notifications/microsoft of the gateway; without it, changes are only polled',
  ),
};
