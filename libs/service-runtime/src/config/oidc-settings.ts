import { z } from 'zod';

const oidcRoles = ['viewer', 'operator', 'admin'] as const;
export type OidcRole = (typeof oidcRoles)[number];

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/** An issuer's responses are believed, so nobody between may change them. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) && search === '' && hash === '';
}

/** What `OIDC_ROLES` gives: the role by the value of the claim. Undefined: the text is not of that form. */
export function rolesByValue(text: string): ReadonlyMap<string, OidcRole> | undefined {
  const pairs = text.split(',').map((pair) => {
    const at = pair.lastIndexOf('=');
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()] as const;
  });
  const isPair = (pair: readonly [string, string]): pair is [string, OidcRole] =>
    pair[0] !== '' && oidcRoles.includes(pair[1] as OidcRole);
  return pairs.every(isPair) ? new Map(pairs) : undefined;
}

/** How people sign in to the console at an OpenID Connect issuer; without OIDC_ISSUER they do so with keys and links only. */
export const oidcSettings = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, { error: 'must be an https URL without query and fragment (http on loopback)' })
    .optional()
    .meta({
      description: 'OpenID Connect issuer at which people sign in to the console; keys and links only when absent',
      pairedWith: 'OIDC_CLIENT_ID',
    }),
  OIDC_CLIENT_ID: z.string().min(1).optional().meta({
    description: 'client at that issuer; its redirect URI is PUBLIC_URL/console/oidc/callback',
    pairedWith: 'OIDC_ISSUER',
  }),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "that client's secret; a public client, which uses PKCE alone, has none", secret: true }),
  OIDC_ROLES_CLAIM: z.string().min(1).default('roles').meta({
    description:
      "claim with a person's roles or groups, in the ID token or in userinfo; dots lead into objects (realm_access.roles)",
  }),
  OIDC_ROLES: z
    .string()
    .refine((text) => rolesByValue(text) !== undefined, {
      error: 'must be a comma-separated list of VALUE=ROLE, where ROLE is viewer, operator or admin',
    })
    .default('viewer=viewer,operator=operator,admin=admin')
    .meta({ description: 'which values of that claim give which role in the console: VALUE=ROLE, comma-separated' }),
};
