import type { FastifyRequest } from 'fastify';
import type { CredentialKind, CredentialKinds } from '../../tokens/credential-kind.js';
import { unauthorized, type Refusal } from '../refusals.js';

/** The credential that a call takes. */
export type Needed = 'token' | 'key' | 'key-or-token' | 'admin';

const needs: Readonly<Record<Needed, string>> = {
  token: "This call takes a user's access token, from POST /oauth/token.",
  key: "This call takes an API key, which is one of the application's client secrets.",
  'key-or-token': "This call takes an API key (a client secret) or a user's access token.",
  admin: "This call takes the deployment's admin key or a developer's key.",
};

const names: Readonly<Record<CredentialKind, string>> = {
  'access-token': "This is a user's access token.",
  'expired-token': 'This access token has expired: refresh it at POST /oauth/token.',
  'refresh-token': 'This is a refresh token: exchange it for an access token at POST /oauth/token.',
  code: 'This is an authorization code: exchange it for an access token at POST /oauth/token.',
  'api-key': 'This is an API key (a client secret).',
  'client-id': 'This is a client_id, which admits nobody.',
  'developer-key': "This is a developer's key.",
  'admin-key': "This is the deployment's admin key.",
};

/** 401 for a request without a bearer credential: states which one and how (RFC 6750 §2.1). */
export function noCredential({ headers }: Pick<FastifyRequest, 'headers'>, needed: Needed): Refusal {
  const how = headers.authorization
    ? 'The Authorization header must be: Bearer, a space, the credential.'
    : 'Send the header Authorization: Bearer, a space, the credential.';
  return unauthorized(false, `${how} ${needs[needed]}`);
}

/**
 * 401 for a credential that does not admit: states what it is, if Kalends issued it (else `kind` is null), and which one the
 * call takes.
 */
export function wrongCredential(kind: CredentialKind | null, needed: Needed): Refusal {
  const what = kind === null ? 'The credential is unknown or revoked.' : names[kind];
  return unauthorized(true, kind === 'expired-token' && needed === 'token' ? what : `${what} ${needs[needed]}`);
}

const clientParts = {
  client_id: "client_id is not known: it is the application's, as the registration returned it.",
  client_secret: "client_secret is not one of this client's secrets.",
} as const;

/** Why `client_id` and `client_secret` of a body do not identify a client (RFC 6749 §2.3.1): names the wrong one. */
export async function wrongClient(
  kinds: CredentialKinds,
  { client_id: id, client_secret: secret }: { client_id?: string | undefined; client_secret?: string | undefined },
  refused: 'unknown-client' | 'wrong-secret',
): Promise<string> {
  const name = refused === 'unknown-client' ? 'client_id' : 'client_secret';
  const given = name === 'client_id' ? id : secret;
  if (!given) return `${name} is missing: client_id and client_secret belong in the body, or in HTTP Basic.`;
  const kind = await kinds.of(given);
  if (kind === null || (name === 'client_secret' && kind === 'api-key')) return clientParts[name];
  return `${clientParts[name]} ${names[kind].replace('This', 'What was sent')}`;
}
