import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { notFound, tooLarge, unsupportedType } from './errors.js';

const page = (description: string) => ({ description, contentType: 'text/html', schema: z.string() });
const redirect = {
  description: 'Back to the application with code and state, or with an error (RFC 6749 §4.1.2)',
  headers: { Location: 'The redirect_uri with its answer' },
};

export const authorize = endpoint({
  method: 'get',
  path: '/oauth/authorize',
  operation: 'authorize',
  summary: 'The page on which a user connects a calendar and consents (RFC 6749 §4.1.1; PKCE S256, RFC 7636)',
  tag: 'oauth',
  credential: 'browser',
  query: z.object({
    response_type: z.string(),
    client_id: z.string(),
    redirect_uri: z.string(),
    scope: z.string(),
    state: z.string().optional(),
    code_challenge: z.string().optional(),
    code_challenge_method: z.string().optional(),
    avoid_linking: z.string().optional(),
    link_token: z.string().optional(),
    provider_name: z.string().optional(),
    locale: z.string().optional(),
  }),
  responses: {
    200: page('The journey page'),
    302: redirect,
    303: { description: 'Straight to the provider that provider_name names', headers: { Location: 'Its consent' } },
    400: page('The application or its redirect address is unknown: the user is told, nobody is redirected'),
    429: page('Too many requests for unknown applications came from this address; Retry-After tells when'),
  },
});

const journeyResponses = {
  200: page('The next page, or the same one saying what was wrong'),
  302: redirect,
  303: redirect,
  400: page('The journey is unknown, over, or of another browser'),
  409: page('Meanwhile the calendar has come to belong to another account of the application'),
  413: tooLarge,
  415: unsupportedType,
  422: page('What was typed cannot be used; the page says why'),
  429: page('Too many wrong passwords, or new accounts, came from this address; Retry-After tells when'),
};
const journeyForm = ['application/x-www-form-urlencoded'] as const;

const nextPage = {
  200: page('The page'),
  400: page('The journey is unknown, over, or of another browser'),
};

export const chooseAgain = endpoint({
  method: 'get',
  path: '/oauth/authorize/choose',
  operation: 'chooseAgain',
  summary: 'Journey page: the calendars to choose from, once more',
  tag: 'oauth',
  credential: 'browser',
  query: z.object({ journey: z.string() }),
  responses: nextPage,
});

export const review = endpoint({
  method: 'get',
  path: '/oauth/authorize/consent',
  operation: 'review',
  summary: "Journey page after a provider's consent: which calendars are shared, with which scopes",
  tag: 'oauth',
  credential: 'browser',
  query: z.object({ journey: z.string() }),
  responses: nextPage,
});

export const startGoogleConsent = endpoint({
  method: 'get',
  path: '/oauth/providers/google/start',
  operation: 'startGoogleConsent',
  summary: "To Google's consent page, with PKCE and a state that only this browser can bring back",
  tag: 'oauth',
  credential: 'browser',
  query: z.object({ journey: z.string().optional(), relink: z.string().optional() }),
  responses: {
    302: { description: 'To Google', headers: { Location: "Google's consent page" } },
    400: nextPage[400],
    404: page('Google is not offered here'),
  },
});

export const finishGoogleConsent = endpoint({
  method: 'get',
  path: '/oauth/providers/google/callback',
  operation: 'finishGoogleConsent',
  summary: 'Where Google sends the user back to; register this address at Google',
  tag: 'oauth',
  credential: 'browser',
  query: z.object({ state: z.string(), code: z.string().optional(), error: z.string().optional() }),
  responses: {
    302: redirect,
    200: page('A disconnected profile is connected again'),
    303: { description: 'To the next page of the journey', headers: { Location: '/oauth/authorize/consent' } },
    400: page('The state is missing, forged, used already, or of another browser: nobody is redirected'),
    404: page('Google is not offered here'),
    403: page('A profile was not connected again: Google refused'),
    409: page('The Google account belongs to another account of the application, or is not the one to connect again'),
    503: page('A profile was not connected again: Google or calendar-sync is away'),
  },
});

export const connectCalendar = endpoint({
  method: 'post',
  path: '/oauth/authorize/connect',
  operation: 'connectCalendar',
  summary: 'Journey form: connect the built-in calendar, a CalDAV or Apple account, or go on to Google',
  tag: 'oauth',
  credential: 'browser',
  body: z.object({
    journey: z.string(),
    provider_name: z.string(),
    url: z.string().optional(),
    username: z.string().optional(),
    password: z.string().optional(),
    tzid: z.string().optional(),
  }),
  bodyTypes: journeyForm,
  responses: journeyResponses,
});

export const consent = endpoint({
  method: 'post',
  path: '/oauth/authorize/consent',
  operation: 'consent',
  summary: 'Journey form: allow or deny the named scopes',
  tag: 'oauth',
  credential: 'browser',
  body: z.object({ journey: z.string(), decision: z.enum(['allow', 'deny']) }),
  bodyTypes: journeyForm,
  responses: journeyResponses,
});

export const askToRelink = endpoint({
  method: 'get',
  path: '/oauth/relink/{profile_id}/{token}',
  operation: 'askToRelink',
  summary: 'The page that profile_relink_url leads to: its owner connects a disconnected profile again, ids stay',
  tag: 'oauth',
  credential: 'browser',
  params: z.object({ profile_id: z.string(), token: z.string() }),
  query: z.object({ locale: z.string().optional() }),
  responses: {
    200: page('The page; it asks for what the provider wants, or says that there is nothing to do'),
    404: page('There is no such address'),
  },
});

export const relink = endpoint({
  method: 'post',
  path: '/oauth/relink',
  operation: 'relink',
  summary: 'Form: another password for the same user at the same CalDAV server, or on to Google',
  tag: 'oauth',
  credential: 'browser',
  body: z.object({ relink: z.string(), password: z.string().optional() }),
  bodyTypes: journeyForm,
  responses: {
    200: page('The profile is connected'),
    303: { description: 'To Google', headers: { Location: '/oauth/providers/google/start' } },
    400: page('The form is over, or of another browser'),
    413: tooLarge,
    415: unsupportedType,
    422: page('The server did not take the password; the page says so'),
    429: page('Too many wrong passwords came from this address, or for this profile; Retry-After tells when'),
    503: page('calendar-sync cannot be reached now'),
    504: page('No answer within 15 seconds'),
  },
});

export const listConnectedApplications = endpoint({
  method: 'get',
  path: '/connected-applications',
  operation: 'listConnectedApplications',
  summary: 'The page on which a user sees and revokes the applications they connected in this browser',
  tag: 'oauth',
  credential: 'browser',
  responses: { 200: page('The applications') },
});

export const revokeConnectedApplication = endpoint({
  method: 'post',
  path: '/connected-applications/revoke',
  operation: 'revokeConnectedApplication',
  summary: 'Form: take back what an application was granted',
  tag: 'oauth',
  credential: 'browser',
  body: z.object({ account_id: z.string(), token: z.string() }),
  bodyTypes: journeyForm,
  responses: {
    303: { description: 'Back to the list', headers: { Location: '/connected-applications' } },
    400: page('The form is not of this browser'),
    404: page('There is no such connection in this browser'),
    413: tooLarge,
    415: unsupportedType,
  },
});

export const authorizationServerMetadata = endpoint({
  method: 'get',
  path: '/.well-known/oauth-authorization-server',
  operation: 'authorizationServerMetadata',
  summary: 'RFC 8414 metadata',
  tag: 'oauth',
  credential: 'none',
  responses: { 200: { description: 'Metadata', schema: z.record(z.string(), z.unknown()) }, 404: notFound },
});
