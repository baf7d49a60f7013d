import { createHash } from 'node:crypto';
import { formOf, headerOf, json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import type { MicrosoftGrant } from '../model.js';
import type { MicrosoftClient, MicrosoftStore } from '../store.js';
import { aadsts } from './aadsts.js';
import { isSingleTenant, usersAt } from './tenant.js';

const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const has = (grant: MicrosoftGrant, scope: string) => grant.scope.split(/\s+/).includes(scope);
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** An ID token without a signature (RFC 7519 §6): clients that receive it directly from this endpoint need none. */
function idToken(store: MicrosoftStore, request: SimulatorRequest, grant: MicrosoftGrant & { nonce: string }): string {
  const { oid, tid, email, name } = store.users.get(grant.email)!;
  const iat = Math.floor(store.clock.now() / 1000);
  const sub = sha256(`${oid} ${grant.clientId}`);
  const claims = { iss: `${request.url.origin}/${tid}/v2.0`, aud: grant.clientId, sub, tid, ver: '2.0', iat, nbf: iat };
  const profile = has(grant, 'profile') ? { oid, name, preferred_username: email } : {};
  const more = { ...(has(grant, 'email') ? { email } : {}), ...(grant.nonce === '' ? {} : { nonce: grant.nonce }) };
  return `${segment({ alg: 'none', typ: 'JWT' })}.${segment({ ...claims, ...profile, ...more, exp: iat + 3600 })}.`;
}

/** New tokens of a grant; the refresh token only with `offline_access`. Earlier refresh tokens stay valid. */
export function issue(store: MicrosoftStore, grant: MicrosoftGrant): Record<string, unknown> {
  const access_token = `EwB${store.newId('access')}`;
  const expires_in = store.limits.tokenSeconds;
  store.accessTokens.set(access_token, { grant, expires: store.clock.now() + expires_in * 1000 });
  const scope = grant.scope.split(/\s+/).filter((one) => one !== 'offline_access');
  const tokens = { token_type: 'Bearer', scope: scope.join(' '), expires_in, ext_expires_in: expires_in, access_token };
  if (!has(grant, 'offline_access')) return tokens;
  const refresh_token = `M.C5${store.newId('refresh')}`;
  store.refreshTokens.set(refresh_token, grant);
  return { ...tokens, refresh_token };
}

interface Exchange {
  form: URLSearchParams;
  clientId: string;
}

function exchange(store: MicrosoftStore, request: SimulatorRequest, { form, clientId }: Exchange): Answer {
  const code = store.codes.get(form.get('code') ?? '');
  if (!code || code.clientId !== clientId) return aadsts(store, 70000, 'The provided value for the code is not valid.');
  if (code.used) return aadsts(store, 54005, 'OAuth2 Authorization code was already redeemed.');
  if (code.expires <= store.clock.now()) return aadsts(store, 70008, 'The authorization code has expired.');
  if (code.redirectUri !== form.get('redirect_uri')) return aadsts(store, 70000, 'The redirect URI does not match.');
  if (code.challenge !== '' && sha256(form.get('code_verifier') ?? '') !== code.challenge) {
    return aadsts(store, 501481, 'The Code_Verifier does not match the code_challenge.');
  }
  code.used = true;
  const { email, scope, nonce } = code;
  const grant = { email, clientId, scope, revoked: false };
  const id = has(grant, 'openid') ? { id_token: idToken(store, request, { ...grant, nonce }) } : {};
  return json({ ...issue(store, grant), ...id });
}

function refresh(store: MicrosoftStore, request: SimulatorRequest, { form, clientId }: Exchange): Answer {
  const grant = store.refreshTokens.get(form.get('refresh_token') ?? '');
  if (!grant || grant.clientId !== clientId) return aadsts(store, 70000, 'The refresh token is not valid.');
  if (grant.revoked) return aadsts(store, 50173, 'The provided grant has expired due to it being revoked.');
  const id = has(grant, 'openid') ? { id_token: idToken(store, request, { ...grant, nonce: '' }) } : {};
  return json({ ...issue(store, grant), ...id });
}

/** The application itself (RFC 6749 §4.4): only in one tenant. */
function asItself(store: MicrosoftStore, word: string, client: MicrosoftClient | undefined): Answer {
  if (['common', 'organizations', 'consumers'].includes(word) || !client)
    return aadsts(store, 90002, `Tenant '${word}' cannot be used by an application itself.`);
  const access_token = `EwA${store.newId('application')}`;
  const expires_in = store.limits.tokenSeconds;
  store.ownTokens.set(access_token, { clientId: client.id, expires: store.clock.now() + expires_in * 1000 });
  return json({ token_type: 'Bearer', expires_in, ext_expires_in: expires_in, access_token });
}

/** The client's id and secret, from the body or from HTTP Basic (RFC 6749 §2.3.1). */
function credentials(request: SimulatorRequest, form: URLSearchParams): [id: string, secret: string | null] {
  const basic = /^Basic (.+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
  if (basic === undefined) return [form.get('client_id') ?? '', form.get('client_secret')];
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':');
  return [id, secret];
}

/** The token endpoint: codes once, with PKCE (RFC 7636), and refresh tokens, which rotate. */
export function token(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const form = formOf(request);
  const scripted = store.tokenErrors.shift();
  if (scripted !== undefined) return aadsts(store, scripted, 'A scripted fault.');
  const word = request.params['tenant']!;
  if (!usersAt(store, word)) return aadsts(store, 90002, `Tenant '${word}' not found.`);
  const [clientId, secret] = credentials(request, form);
  const client = store.clients.get(clientId);
  if (store.clients.size > 0 && !client) return aadsts(store, 700016, `Application '${clientId}' was not found.`);
  if (client && client.secret !== secret) return aadsts(store, 7000215, 'Invalid client secret provided.');
  if (client?.secretEnds !== undefined && client.secretEnds <= store.clock.now())
    return aadsts(store, 7000222, 'The provided client secret keys for the app are expired.');
  if (isSingleTenant(client, word)) return aadsts(store, 50194, `'${clientId}' is not configured as multi-tenant.`);
  const grantType = form.get('grant_type');
  if (grantType === 'authorization_code') return exchange(store, request, { form, clientId });
  if (grantType === 'refresh_token') return refresh(store, request, { form, clientId });
  if (grantType === 'client_credentials') return asItself(store, word, client);
  return aadsts(store, 70003, 'The app requested an unsupported grant type.');
}
