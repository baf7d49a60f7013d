import { formOf, redirect, type Answer, type SimulatorRequest } from '../../http/routing.js';
import type { MicrosoftUser } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { html } from '@kalends/design';
import { asked, hidden, page, signIn } from '../../http/layout.js';
import { isSingleTenant, usersAt } from './tenant.js';

const codeMs = 10 * 60_000;
const shownError = (number: number, text: string) =>
  page('Sorry, but we’re having trouble signing you in', html`<p>AADSTS${number}: ${text}</p>`, {
    status: 400,
    provider: 'Microsoft',
  });

/** Shows an invalid application request to the user: nothing is sent to an unknown address. */
function refusal(store: MicrosoftStore, word: string, query: URLSearchParams): Answer | undefined {
  if (!usersAt(store, word)) return shownError(90002, `Tenant '${word}' not found.`);
  const id = query.get('client_id') ?? '';
  const client = store.clients.get(id);
  if (id === '') return shownError(900144, "The request body must contain the following parameter: 'client_id'.");
  if (store.clients.size > 0 && !client) {
    return shownError(700016, `Application with identifier '${id}' was not found in the directory.`);
  }
  if (isSingleTenant(client, word)) return shownError(50194, `Application '${id}' is not configured as multi-tenant.`);
  const uri = query.get('redirect_uri') ?? '';
  if (!/^https?:/i.test(uri) || !URL.canParse(uri) || (client && !client.redirectUris.includes(uri))) {
    return shownError(50011, `The redirect URI '${uri}' specified in the request does not match.`);
  }
  return undefined;
}

/** Answers the application by `response_mode`: in the query, in the fragment, or with a form that posts itself. */
function respond(query: URLSearchParams, values: Record<string, string>): Answer {
  const state = query.get('state');
  const parameters = new URLSearchParams({ ...values, ...(state === null ? {} : { state }) });
  const target = new URL(query.get('redirect_uri')!);
  const mode = query.get('response_mode') ?? 'query';
  if (mode === 'form_post') {
    const form = html`<form method="post" action="${target.href}">
      ${hidden(parameters)}<button>Continue</button>
    </form>`;
    return page('Working…', form, { provider: 'Microsoft' });
  }
  if (mode === 'fragment') target.hash = parameters.toString();
  else for (const [name, value] of parameters) target.searchParams.set(name, value);
  return redirect(target.href);
}

const fail = (query: URLSearchParams, error: string, error_description: string) =>
  respond(query, { error, error_description });

function invalid(query: URLSearchParams): Answer | undefined {
  if (query.get('response_type') !== 'code') {
    return fail(query, 'unsupported_response_type', 'AADSTS700054: response_type must be code.');
  }
  if (!['query', 'fragment', 'form_post', null].includes(query.get('response_mode'))) {
    return shownError(900144, 'response_mode must be query, fragment or form_post.');
  }
  if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256') {
    return fail(query, 'invalid_request', 'AADSTS501491: code_challenge_method must be S256.');
  }
  if ((query.get('scope') ?? '').trim() === '') {
    return fail(
      query,
      'invalid_request',
      "AADSTS900144: The request body must contain the following parameter: 'scope'.",
    );
  }
  if (query.get('prompt') === 'none') {
    return fail(
      query,
      'interaction_required',
      'AADSTS50058: A silent sign-in request was sent but no user is signed in.',
    );
  }
  return undefined;
}

const scopesIn = (scope: string): string[] => scope.split(/\s+/).filter((one) => one !== '');

/** The authorization endpoint: the user chooses an account and whether to consent. */
export function authorize(store: MicrosoftStore, { url, params }: SimulatorRequest): Answer {
  const word = params['tenant']!;
  const query = url.searchParams;
  const refused = refusal(store, word, query) ?? invalid(query);
  if (refused) return refused;
  const hint = query.get('login_hint');
  const users = usersAt(store, word)!.sort((a, b) => Number(b.email === hint) - Number(a.email === hint));
  const form = signIn({ accounts: users, values: query, allow: () => 'Accept' });
  const body = html`${asked(query.get('redirect_uri')!, scopesIn(query.get('scope')!))} ${form}`;
  return page('Pick an account', body, { provider: 'Microsoft' });
}

/** Permissions that only an administrator can grant (Microsoft Graph permissions reference). */
const administrators = ['place.read.all', 'place.readwrite.all'];

const administratorsIn = (scope: string): string[] =>
  administrators.filter((one) =>
    scope.toLowerCase().replaceAll('https://graph.microsoft.com/', '').split(/\s+/).includes(one),
  );

/** Consents of an administrator without which a user cannot consent themself. */
function neededConsents({ kind, tid }: MicrosoftUser, clientId: string, scope: string): string[] {
  const all = `${tid} ${clientId}`;
  return [...(kind === 'admin-consent' ? [all] : []), ...administratorsIn(scope).map((one) => `${all} ${one}`)];
}

/** Handles the form: answers the application with a code, or with the error of a refusal. */
export function decide(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const form = formOf(request);
  const word = request.params['tenant']!;
  const refused = refusal(store, word, form) ?? invalid(form);
  if (refused) return refused;
  if (form.get('decision') !== 'allow') {
    return fail(form, 'access_denied', 'AADSTS65004: User declined to consent to access the app.');
  }
  const user = usersAt(store, word)!.find(({ email }) => email === form.get('email'));
  if (!user) return shownError(50020, 'User account does not exist in tenant and cannot access the application.');
  const clientId = form.get('client_id')!;
  if (neededConsents(user, clientId, form.get('scope')!).some((one) => !store.consents.has(one))) {
    return fail(form, 'access_denied', 'AADSTS90094: An administrator of the organization must grant permission.');
  }
  const code = `M.${store.newId('code')}`;
  store.codes.set(code, {
    email: user.email,
    clientId,
    redirectUri: form.get('redirect_uri')!,
    scope: form.get('scope')!.trim(),
    challenge: form.get('code_challenge') ?? '',
    nonce: form.get('nonce') ?? '',
    expires: store.clock.now() + codeMs,
    used: false,
  });
  return respond(form, { code });
}

const ofConsent = (query: URLSearchParams) => new URLSearchParams([...query, ['response_type', 'code']]);

/** The admin consent page: an administrator of a tenant grants the application's scopes for all of its users. */
export function adminConsent(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const word = request.params['tenant']!;
  const given = request.method === 'POST' ? formOf(request) : request.url.searchParams;
  const refused = refusal(store, word, ofConsent(given));
  if (refused) return refused;
  if (word === 'common' || word === 'consumers') return shownError(900144, 'Name organizations or a tenant.');
  const admins = usersAt(store, word)!.filter(({ kind }) => kind !== 'personal');
  if (request.method !== 'POST') {
    const form = signIn({ accounts: admins, values: given, allow: () => 'Accept' });
    const body = html`<p class="lead">Review for your organization</p>
      ${asked(given.get('redirect_uri')!, scopesIn(given.get('scope') ?? ''))} ${form}`;
    return page('Permissions requested', body, { provider: 'Microsoft' });
  }
  const admin = admins.find(({ email }) => email === given.get('email'));
  if (!admin || given.get('decision') !== 'allow') {
    return fail(given, 'access_denied', 'AADSTS65004: The administrator declined to consent to access the app.');
  }
  const all = `${admin.tid} ${given.get('client_id')!}`;
  for (const one of ['', ...administratorsIn(given.get('scope') ?? '')]) store.consents.add(`${all} ${one}`.trim());
  return respond(given, { admin_consent: 'True', tenant: admin.tid, scope: given.get('scope') ?? '' });
}
