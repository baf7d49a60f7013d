import { formOf, redirect, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { html } from '@kalends/design';
import { asked, page, signIn } from '../../http/layout.js';
import type { GoogleStore } from '../store.js';

const forwarded = ['client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'access_type', 'prompt'];

/** Shows an invalid application request to the user: nothing is sent to an unknown address. */
function refusal(store: GoogleStore, query: URLSearchParams): Answer | undefined {
  const client = store.clients.get(query.get('client_id') ?? '');
  const error = (code: string, text: string) =>
    page(`Error 400: ${code}`, html`<p>${text}</p>`, { status: 400, provider: 'Google' });
  if (store.clients.size > 0 && !client) return error('invalid_client', 'The OAuth client was not found.');
  const uri = query.get('redirect_uri') ?? '';
  if (!URL.canParse(uri) || (client && !client.redirectUris.includes(uri))) {
    return error('redirect_uri_mismatch', 'The redirect URI is not one of the application.');
  }
  if (query.get('response_type') !== 'code') return error('invalid_request', 'response_type must be code.');
  const method = query.get('code_challenge_method');
  if (query.has('code_challenge') && method !== 'S256') {
    return error('invalid_request', 'code_challenge_method must be S256.');
  }
  return undefined;
}

/** The authorization endpoint (RFC 6749 §3.1): the user chooses an account and whether to consent. */
export function authorize(store: GoogleStore, { url }: SimulatorRequest): Answer {
  const query = url.searchParams;
  const refused = refusal(store, query);
  if (refused) return refused;
  const hint = query.get('login_hint');
  const accounts = [...store.users.values()].sort((a, b) => Number(b.email === hint) - Number(a.email === hint));
  const scopes = (query.get('scope') ?? '').split(' ').filter((one) => one !== '');
  const form = signIn({
    action: '/o/oauth2/v2/auth/callback',
    accounts,
    values: forwarded.map((name) => [name, query.get(name) ?? '']),
    allow: ({ email }) => `Continue as ${email}`,
  });
  const body = html`${asked(query.get('redirect_uri')!, scopes)} ${form}`;
  return page('Choose an account', body, { provider: 'Google' });
}

/** Handles the form: redirects to the application with a code, or with `access_denied` (RFC 6749 §4.1.2.1). */
export function decide(store: GoogleStore, request: SimulatorRequest): Answer {
  const form = formOf(request);
  const value = (name: string) => form.get(name) ?? '';
  const check = new URLSearchParams({
    client_id: value('client_id'),
    redirect_uri: value('redirect_uri'),
    response_type: 'code',
  });
  const refused = refusal(store, check);
  if (refused) return refused;
  const target = new URL(value('redirect_uri'));
  if (value('state') !== '') target.searchParams.set('state', value('state'));
  if (value('decision') === 'deny' || !store.users.has(value('email'))) {
    target.searchParams.set('error', 'access_denied');
    return redirect(target.href);
  }
  const code = `4/${store.newId('code')}`;
  store.codes.set(code, {
    email: value('email'),
    clientId: value('client_id'),
    redirectUri: value('redirect_uri'),
    scope: form.getAll('granted').length > 0 ? form.getAll('granted').join(' ') : value('scope'),
    challenge: value('code_challenge') || undefined,
    offline: value('access_type') === 'offline',
    isFresh: value('prompt').split(' ').includes('consent'),
  });
  target.searchParams.set('code', code);
  target.searchParams.set('scope', store.codes.get(code)!.scope);
  return redirect(target.href);
}
