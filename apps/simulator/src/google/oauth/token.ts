import { createHash } from 'node:crypto';
import { formOf, json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import type { Grant } from '../model.js';
import type { GoogleStore } from '../store.js';

const refuse = (error: string, error_description: string, status = 400): Answer =>
  json({ error, error_description }, status);
const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An ID token without a signature (RFC 7519 §6): clients that receive it directly from this endpoint need none. */
function idToken(store: GoogleStore, request: SimulatorRequest, grant: Grant): string {
  const user = store.users.get(grant.email)!;
  const iat = Math.floor(store.clock.now() / 1000);
  const claims = {
    iss: request.url.origin,
    aud: grant.clientId,
    sub: user.sub,
    email: user.email,
    email_verified: true,
  };
  return `${segment({ alg: 'none', typ: 'JWT' })}.${segment({ ...claims, name: user.name, iat, exp: iat + 3600 })}.`;
}

function accessTokenFor(store: GoogleStore, grant: Grant): Record<string, unknown> {
  const token = `ya29.${store.newId('access')}`;
  const expires_in = store.limits.tokenSeconds;
  store.accessTokens.set(token, { grant, expires: store.clock.now() + expires_in * 1000 });
  return { access_token: token, expires_in, scope: grant.scope, token_type: 'Bearer', ...store.remaining(grant) };
}

interface Exchange {
  form: URLSearchParams;
  clientId: string;
}

function exchange(store: GoogleStore, request: SimulatorRequest, { form, clientId }: Exchange): Answer {
  const code = form.get('code') ?? '';
  const stored = store.codes.get(code);
  store.codes.delete(code);
  if (!stored || stored.clientId !== clientId) return refuse('invalid_grant', 'Malformed auth code.');
  if (stored.redirectUri !== form.get('redirect_uri')) return refuse('redirect_uri_mismatch', 'Bad Request');
  if (stored.challenge !== undefined) {
    const digest = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (digest !== stored.challenge) return refuse('invalid_grant', 'Invalid code verifier.');
  }
  const { isFresh, offline } = stored;
  const isKnown = store.grants.some(
    (one) => one.isOffline && !one.revoked && one.email === stored.email && one.clientId === clientId,
  );
  const isOffline = offline && (isFresh || !isKnown);
  const refreshToken = `1//${store.newId('refresh')}`;
  const grant = {
    email: stored.email,
    clientId,
    scope: stored.scope,
    refreshToken,
    isOffline,
    revoked: false,
    ...store.consentEnd(),
  };
  store.grants.push(grant);
  const refresh = isOffline ? { refresh_token: refreshToken } : {};
  return json({ ...accessTokenFor(store, grant), ...refresh, id_token: idToken(store, request, grant) });
}

function refresh(store: GoogleStore, form: URLSearchParams, clientId: string): Answer {
  const token = form.get('refresh_token') ?? '';
  const grant = store.grants.find((one) => one.refreshToken === token && one.clientId === clientId);
  const hasEnded = grant?.ends !== undefined && grant.ends <= store.clock.now();
  if (!grant || grant.revoked || hasEnded) return refuse('invalid_grant', 'Token has been expired or revoked.');
  if (!store.rotateRefreshTokens) return json(accessTokenFor(store, grant));
  grant.refreshToken = `1//${store.newId('refresh')}`;
  return json({ ...accessTokenFor(store, grant), refresh_token: grant.refreshToken });
}

/** The token endpoint (RFC 6749 §3.2): codes with PKCE (RFC 7636), and refresh tokens, which rotate on request. */
export function token(store: GoogleStore, request: SimulatorRequest): Answer {
  const form = formOf(request);
  const clientId = form.get('client_id') ?? '';
  const client = store.clients.get(clientId);
  if (store.clients.size > 0 && (!client || client.secret !== form.get('client_secret'))) {
    return refuse('invalid_client', 'The OAuth client was not found.', 401);
  }
  const grantType = form.get('grant_type');
  if (grantType === 'authorization_code') return exchange(store, request, { form, clientId });
  if (grantType === 'refresh_token') return refresh(store, form, clientId);
  return refuse('unsupported_grant_type', 'Invalid grant_type.');
}

/** Revokes a grant by one of its tokens (RFC 7009). */
export function revoke(store: GoogleStore, request: SimulatorRequest): Answer {
  const given = formOf(request).get('token') ?? request.url.searchParams.get('token') ?? '';
  const grant = store.accessTokens.get(given)?.grant ?? store.grants.find((one) => one.refreshToken === given);
  if (!grant || grant.revoked) return refuse('invalid_token', 'Token expired or revoked');
  grant.revoked = true;
  return json({});
}
