import { z } from 'zod';
import { ProviderError, type RefusedRefresh, type TokenEndpoint } from '@kalends/provider-port/sync';

interface MicrosoftClient {
  /** Without a slash at its end. */
  authorityUrl: string;
  /** Tenant word, id or domain. */
  tenant: string;
  client: TokenEndpoint['client'];
}

/** RFC 6749 §5.2, and Microsoft's number at the beginning of the description. */
const errorBody = z.object({ error: z.string(), error_description: z.string().optional() });

/** The connection has ended: only its user can renew it. */
const ended = new Set(['invalid_grant', 'interaction_required', 'login_required', 'consent_required']);
const busy = new Set(['temporarily_unavailable', 'server_error']);

const expired = 'Microsoft no longer grants access: the permission has expired or was not used for too long.';
const confirm = 'Microsoft requires another confirmation of the sign-in (multi-factor authentication).';
const policy = "The user's organization blocks this access (Conditional Access).";

/** Why a connection has ended, by number; the generic text for others. */
const reasons = new Map(
  Object.entries<string>({
    50055: 'The password of the account at Microsoft has expired.',
    50057: 'The account at Microsoft is disabled.',
    50072: confirm,
    50074: confirm,
    50076: confirm,
    50079: confirm,
    50173: 'Microsoft no longer grants access: its user or an administrator has ended all sessions.',
    53000: policy,
    53001: policy,
    53002: policy,
    53003: policy,
    65001: 'The permission at Microsoft was withdrawn, or an administrator has to approve it.',
    70008: expired,
    70043: "The user's organization requires a new sign-in.",
    700082: expired,
  }),
);
const notGranted = 'Microsoft no longer grants access: the permission was revoked or has expired.';

/** Not the user's fault, and not to be repaired by them: profiles stay connected until the registration is corrected. */
const operatorReasons = new Map(
  Object.entries<string>({
    7000215: 'MICROSOFT_CLIENT_SECRET is wrong.',
    7000222: 'MICROSOFT_CLIENT_SECRET has expired.',
    700016: "The application is unknown in the user's organization.",
    50105: 'The user is not assigned to the application in their organization; an administrator there can change this.',
    50194: 'MICROSOFT_TENANT has to name the tenant: the application is not registered for several.',
  }),
);

function errorIn(text: string): { error: string; number: string | null } {
  try {
    const { error, error_description = '' } = errorBody.parse(JSON.parse(text));
    const number = /^AADSTS(\d{4,8})\b/.exec(error_description)?.[1] ?? null;
    return { error: /^[a-z_]{1,40}$/.exec(error)?.[0] ?? 'unknown', number };
  } catch {
    return { error: 'unknown', number: null };
  }
}

/** Decided on `error`; the number only selects the text. */
function failureOf({ status, text, retryAfterMs }: RefusedRefresh): ProviderError {
  const { error, number } = errorIn(text);
  const code = number === null ? error : `${error}, AADSTS${number}`;
  if (ended.has(error)) {
    const reason = (number !== null && reasons.get(number)) || notGranted;
    return new ProviderError('authentication-failed', `${reason} (${code})`, { isFinal: true });
  }
  const again = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 429 || status >= 500 || busy.has(error))
    return new ProviderError('unavailable', `Microsoft is not available now (${status}).`, again);
  const reason = (number !== null && operatorReasons.get(number)) || 'The registration there has to be corrected.';
  return new ProviderError('unavailable', `Microsoft rejects this service (${code}). ${reason}`, again);
}

/** Microsoft's token endpoint. Each refresh returns a new refresh token if `offline_access` is requested again. */
export const microsoftEndpoint = ({ authorityUrl, tenant, client }: MicrosoftClient): TokenEndpoint => ({
  provider: 'microsoft',
  name: 'Microsoft',
  url: `${authorityUrl}/${tenant}/oauth2/v2.0/token`,
  client,
  scopeFor: (granted) => (granted.length === 0 ? undefined : [...new Set([...granted, 'offline_access'])].join(' ')),
  failureOf,
});
