import type { Scope } from '@kalends/public-api';
import { knownScopes, parseScope, unknownScopes } from '../../tokens/parse-scope.js';
import { isRegistered } from './registered-address.js';

/** A valid request for authorization (RFC 6749 §4.1.1). */
export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  scope: Scope[];
  state: string | null;
  codeChallenge: string | null;
  avoidLinking: boolean;
  /** The account to add to, as sealed by `/v1/link_tokens`. */
  linkToken: string | null;
  provider: string | null;
  /** The token of an event that is added (SCH-15). Absent in journeys of earlier releases. */
  addition?: string | null;
  /** The language of the pages, if Kalends or a provider supports it (BCP 47). */
  locale: string | null;
}

type AuthorizationCheck =
  | { outcome: 'valid'; request: AuthorizationRequest }
  /** The user sees an error; there is no redirect (RFC 6749 §4.1.2.1: the redirect address cannot be trusted). */
  | { outcome: 'show-error'; reason: 'unknownApplication' | 'unregisteredAddress' }
  | { outcome: 'redirect-error'; redirectUri: string; state: string | null; error: string; description: string };

type Input = Record<string, unknown>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** The maximum length of each parameter; other parameters are ignored (RFC 6749 §3.1). */
const longest = new Map(
  Object.entries<number>({
    response_type: 64,
    client_id: 128,
    redirect_uri: 2_048,
    scope: 1_024,
    state: 4_096,
    code_challenge: 128,
    code_challenge_method: 16,
    avoid_linking: 16,
    link_token: 2_048,
    provider_name: 64,
    addition: 64,
    locale: 64,
  }),
);
const tooLong = (input: Input) =>
  [...longest.keys()].find((name) => (text(input[name]) ?? '').length > longest.get(name)!) ?? null;

const localeOf = (input: Input) => /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/.exec(text(input.locale) ?? '')?.[0] ?? null;
const repeated = (input: Input) => Object.keys(input).filter((name) => Array.isArray(input[name]));

function challengeOf(input: Input): { challenge: string | null } | { error: string } {
  const challenge = text(input.code_challenge);
  const method = text(input.code_challenge_method);
  if (challenge === null) return method === null ? { challenge } : { error: 'code_challenge is missing.' };
  if (method !== 'S256') return { error: 'code_challenge_method must be S256 (RFC 7636 §4.3).' };
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) return { error: 'code_challenge is not a SHA-256 digest in base64url.' };
  return { challenge };
}

/** Registration of a client. */
interface RegisteredClient {
  redirect_uris: readonly string[];
  client_type: string;
}

/** The unknown names, as far as RFC 6749 §4.1.2.1 allows them in a description, and the known ones. */
function wrongScope(given: string | null): string {
  if (given === null) return `scope is missing; known are ${knownScopes.join(', ')}.`;
  const named = unknownScopes(given)
    .join(', ')
    .slice(0, 128)
    .replaceAll(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, '?');
  return `scope names what is not known: ${named}; known are ${knownScopes.join(', ')}.`;
}

/** An organization's calendars would be missed: HTTP-29. */
const noDelegation = 'delegated_scope is not supported: every user connects their own calendar.';

/** Checks the query of `/oauth/authorize`. `client`: null when it is unknown. */
export function checkAuthorization(input: Input, client: RegisteredClient | null): AuthorizationCheck {
  const redirectUri = text(input.redirect_uri);
  if (client === null) return { outcome: 'show-error', reason: 'unknownApplication' };
  if (redirectUri === null || !isRegistered(client.redirect_uris, redirectUri)) {
    return { outcome: 'show-error', reason: 'unregisteredAddress' };
  }
  const overlong = tooLong(input);
  const state = overlong === 'state' ? null : text(input.state);
  const refuse = (error: string, description: string): AuthorizationCheck => ({
    outcome: 'redirect-error',
    redirectUri,
    state,
    error,
    description,
  });
  const twice = repeated(input);
  if (overlong !== null)
    return refuse('invalid_request', `${overlong} has more than ${longest.get(overlong)!} characters.`);
  if (twice.length > 0) return refuse('invalid_request', `${twice[0]} is given more than once.`);
  if (text(input.response_type) === null) return refuse('invalid_request', 'response_type is missing.');
  if (input.response_type !== 'code') return refuse('unsupported_response_type', 'response_type must be code.');
  if (text(input.delegated_scope) !== null) return refuse('invalid_request', noDelegation);
  const scope = parseScope(text(input.scope) ?? '');
  if (!scope) return refuse('invalid_scope', wrongScope(text(input.scope)));
  const pkce = challengeOf(input);
  if ('error' in pkce) return refuse('invalid_request', pkce.error);
  if (pkce.challenge === null && client.client_type === 'public')
    return refuse('invalid_request', 'code_challenge is missing: a public client needs PKCE (RFC 9700 section 2.1.1).');
  return {
    outcome: 'valid',
    request: {
      clientId: String(input.client_id),
      redirectUri,
      scope,
      state,
      codeChallenge: pkce.challenge,
      avoidLinking: text(input.avoid_linking)?.toLowerCase() === 'true',
      linkToken: text(input.link_token),
      provider: text(input.provider_name),
      ...(text(input.addition) === null ? {} : { addition: text(input.addition) }),
      locale: localeOf(input),
    },
  };
}

/** The redirect address with the response's parameters added to its query. */
export function answerTo(redirectUri: string, answer: Record<string, string | null>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.append(name, value);
  return url.toString();
}
