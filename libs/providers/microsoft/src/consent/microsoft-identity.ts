import { z } from 'zod';

/** Tenant id of all personal accounts. */
export const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** The only claims that are read. `oid` comes with the scope `profile`. */
const claimsBody = z.object({
  iss: z.string().max(1_024),
  aud: z.string().max(255),
  exp: z.number(),
  nonce: z.string().max(255),
  tid: z.guid().transform((id) => id.toLowerCase()),
  oid: z.guid().transform((id) => id.toLowerCase()),
  email: z.string().min(1).max(320).optional().catch(undefined),
  preferred_username: z.string().min(1).max(320).optional().catch(undefined),
});

/** What an ID token must state to be the answer to one request of this deployment. */
export interface ExpectedToken {
  authorityUrl: string;
  clientId: string;
  /** Tenant word, id or domain, in lower case. */
  tenant: string;
  nonce: string;
  /** Epoch ms. */
  now: number;
}

export interface MicrosoftIdentity {
  tid: string;
  oid: string;
  /** For display: it can change, and nothing proves it. */
  shownName: string;
}

export type IdentityCheck =
  | { outcome: 'proved'; identity: MicrosoftIdentity }
  | { outcome: 'refused'; reason: 'unreadable' | 'issuer' | 'audience' | 'expired' | 'nonce' | 'tenant' };

const skewMs = 5 * 60_000;
const longestToken = 64 * 1024;
const isGuid = (text: string) => z.guid().safeParse(text).success;

function claimsIn(idToken: unknown) {
  if (typeof idToken !== 'string' || idToken.length > longestToken) return null;
  try {
    return (
      claimsBody.safeParse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())).data ?? null
    );
  } catch {
    return null;
  }
}

/** A domain cannot be compared with an id: Microsoft only signs in members of it, who are never personal. */
function isOfTenant(tenant: string, tid: string): boolean {
  if (tenant === 'common') return true;
  if (tenant === 'consumers') return tid === personalTenant;
  return isGuid(tenant) ? tid === tenant : tid !== personalTenant;
}

/**
 * The person of an ID token that came from the token endpoint itself, in response to a code: there TLS proves the issuer, in
 * place of the signature (OpenID Connect Core §3.1.3.7 rule 6). Issuer, audience, expiry, nonce and tenant are compared.
 */
export function identityIn(idToken: unknown, expected: ExpectedToken): IdentityCheck {
  const claims = claimsIn(idToken);
  const refused = (reason: Extract<IdentityCheck, { outcome: 'refused' }>['reason']) =>
    ({ outcome: 'refused', reason }) as const;
  if (!claims) return refused('unreadable');
  const { iss, aud, exp, nonce, tid, oid } = claims;
  if (iss.toLowerCase() !== `${expected.authorityUrl.toLowerCase()}/${tid}/v2.0`) return refused('issuer');
  if (aud !== expected.clientId) return refused('audience');
  if (exp * 1000 + skewMs <= expected.now) return refused('expired');
  if (nonce !== expected.nonce) return refused('nonce');
  if (!isOfTenant(expected.tenant, tid)) return refused('tenant');
  const shownName = claims.email ?? claims.preferred_username ?? oid;
  return { outcome: 'proved', identity: { tid, oid, shownName } };
}
