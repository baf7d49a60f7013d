import { z } from 'zod';
import { endpoint, type Endpoint } from './endpoint.js';
import { bodyErrors, keyed, notFound, timedOut, unauthorized, unavailable } from './errors.js';
import { email, filled, httpUrl, plainText, zone } from './fields.js';

const tag = 'admin';
const credential = 'admin-key';
const denied = {
  401: unauthorized,
  403: { ...notFound, description: "Only the deployment's admin key may do this." },
};

const applicationShape = z
  .object({
    client_id: z.string(),
    name: z.string(),
    redirect_uris: z.array(z.string()),
    plan: z.string(),
    client_type: z.enum(['confidential', 'public']),
    rate_limit_per_second: z.number().int().nullable(),
    rate_limit_per_minute: z.number().int().nullable(),
  })
  .meta({ id: 'Application' });

/**
 * RFC 6749 §2.1. A confidential client shows its secret at the token endpoint; one that cannot keep a secret is registered
 * as public, and needs PKCE.
 */
const clientType = z.enum(['confidential', 'public'], {
  error: keyed('not_recognized', 'client_type is confidential or public'),
});

/** Requests to /v1; 0: no limit; null: the deployment's default. */
const rateLimit = z.number().int().min(0).max(1_000_000).nullable();

/** Absolute, without fragment (RFC 6749 §3.1.2); no scheme that a browser would run. */
const redirectUri = z
  .string()
  .max(2048, keyed('too_long', 'a redirect address may have at most 2048 characters'))
  .refine(
    (value) => URL.canParse(value) && !value.includes('#') && !/^(javascript|data|vbscript|file|blob):/i.test(value),
    { error: keyed('invalid_url', 'a redirect address is an absolute URL without fragment') },
  );

export const createDeveloper = endpoint({
  method: 'post',
  path: '/admin/v1/developers',
  operation: 'createDeveloper',
  summary: 'Create a developer account, whose key manages only its own applications',
  tag,
  credential,
  body: z.object({ name: filled('name', 200) }).meta({ id: 'DeveloperWrite' }),
  responses: {
    201: {
      description: 'The key is shown only here',
      schema: z.object({ developer_id: z.string(), name: z.string(), key: z.string() }),
    },
    ...bodyErrors,
    ...denied,
  },
});

export const createApplication = endpoint({
  method: 'post',
  path: '/admin/v1/applications',
  operation: 'createApplication',
  summary: 'Create an application',
  tag,
  credential,
  body: z
    .object({
      name: filled('name', 200),
      redirect_uris: z.array(redirectUri).max(50),
      plan: z.enum(['starter', 'emerging']).default('emerging'),
      client_type: clientType.default('confidential'),
      hide_managed_events: z.boolean().default(false),
      rate_limit_per_second: rateLimit.default(null),
      rate_limit_per_minute: rateLimit.default(null),
    })
    .meta({ id: 'ApplicationWrite' }),
  responses: {
    201: {
      description: 'The secret is shown only here',
      schema: applicationShape.extend({ secret_id: z.string(), client_secret: z.string() }),
    },
    ...bodyErrors,
    ...denied,
  },
});

export const changeApplication = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}',
  operation: 'changeApplication',
  summary: 'Change what is given of an application; the rest stays',
  tag,
  credential,
  params: z.object({ client_id: z.string() }),
  body: z
    .object({
      name: filled('name', 200).optional(),
      redirect_uris: z.array(redirectUri).max(50).optional(),
      plan: z.enum(['starter', 'emerging']).optional(),
      client_type: clientType.optional(),
      hide_managed_events: z.boolean().optional(),
      rate_limit_per_second: rateLimit.optional(),
      rate_limit_per_minute: rateLimit.optional(),
    })
    .meta({ id: 'ApplicationChange' }),
  responses: {
    200: { description: 'As it is now', schema: applicationShape },
    ...bodyErrors,
    ...denied,
    404: notFound,
  },
});

export const listApplications = endpoint({
  method: 'get',
  path: '/admin/v1/applications',
  operation: 'listApplications',
  summary: 'List the applications that the key manages',
  tag,
  credential,
  responses: {
    200: { description: 'The applications', schema: z.object({ applications: z.array(applicationShape) }) },
    ...denied,
  },
});

export const deleteApplication = endpoint({
  method: 'delete',
  path: '/admin/v1/applications/{client_id}',
  operation: 'deleteApplication',
  summary: 'Delete an application with its accounts and everything of them',
  tag,
  credential,
  params: z.object({ client_id: z.string() }),
  responses: { 204: { description: 'Gone' }, 404: notFound, ...denied },
});

export const createSecret = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}/secrets',
  operation: 'createSecret',
  summary: 'Add a client secret; the old ones stay valid until dropped',
  tag,
  credential,
  params: z.object({ client_id: z.string() }),
  responses: {
    201: {
      description: 'The secret is shown only here',
      schema: z.object({ secret_id: z.string(), client_secret: z.string() }),
    },
    404: notFound,
    ...denied,
  },
});

export const deleteSecret = endpoint({
  method: 'delete',
  path: '/admin/v1/applications/{client_id}/secrets/{secret_id}',
  operation: 'deleteSecret',
  summary: 'Drop a client secret; the last one cannot be dropped',
  tag,
  credential,
  params: z.object({ client_id: z.string(), secret_id: z.string() }),
  responses: { 204: { description: 'Dropped' }, 404: notFound, 422: bodyErrors[422], ...denied },
});

export const createAccount = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}/accounts',
  operation: 'createAccount',
  summary: 'Create an account with tokens and a built-in calendar',
  tag,
  credential,
  params: z.object({ client_id: z.string() }),
  body: z
    .object({
      email: email('email'),
      name: plainText('name', 200).optional(),
      default_tzid: zone('default_tzid').optional(),
      scope: z.string().optional(),
    })
    .meta({ id: 'AccountWrite' }),
  responses: {
    201: {
      description: 'The account and its first tokens',
      schema: z.object({
        sub: z.string(),
        access_token: z.string(),
        refresh_token: z.string(),
        expires_in: z.number(),
        scope: z.string(),
        calendar_id: z.string(),
      }),
    },
    404: notFound,
    ...bodyErrors,
    ...denied,
  },
});

export const deleteAccount = endpoint({
  method: 'delete',
  path: '/admin/v1/accounts/{sub}',
  operation: 'deleteAccount',
  summary: 'Delete an account and everything of it',
  tag,
  credential,
  params: z.object({ sub: z.string() }),
  responses: { 204: { description: 'Gone' }, 404: notFound, ...denied },
});

export const connectedProfileShape = z
  .object({
    profile_id: z.string(),
    provider_name: z.string(),
    profile_name: z.string(),
    connected: z.boolean(),
    initial_sync: z.enum(['pending', 'done', 'failed']),
    last_sync: z.string().nullable(),
    error: z.string().optional(),
  })
  .meta({ id: 'ConnectedProfile' });

export const connectProfileEndpoint = endpoint({
  method: 'post',
  path: '/admin/v1/accounts/{sub}/profiles',
  operation: 'connectProfile',
  summary: 'Connect a CalDAV or Apple account to an account',
  tag,
  credential,
  params: z.object({ sub: z.string() }),
  body: z
    .object({
      provider_name: z.enum(['apple', 'caldav'], {
        error: keyed('not_recognized', 'provider_name is apple or caldav'),
      }),
      url: httpUrl('url').optional(),
      username: filled('username', 320),
      password: z.string().min(1, keyed('required', 'password must be specified')).max(1024),
    })
    .superRefine((body, context) => {
      if (body.provider_name === 'caldav' && !body.url) {
        context.addIssue({ code: 'custom', path: ['url'], message: keyed('required', 'url must be specified') });
      }
    })
    .meta({ id: 'ProfileWrite' }),
  responses: {
    201: { description: 'Connected; its first sync goes on', schema: connectedProfileShape },
    404: notFound,
    ...bodyErrors,
    ...denied,
    503: unavailable,
    504: timedOut,
  },
});

export const listConnectedProfiles = endpoint({
  method: 'get',
  path: '/admin/v1/accounts/{sub}/profiles',
  operation: 'listConnectedProfiles',
  summary: 'What an operator asks when an event is missing',
  tag,
  credential,
  params: z.object({ sub: z.string() }),
  responses: {
    200: { description: 'The profiles', schema: z.object({ profiles: z.array(connectedProfileShape) }) },
    404: notFound,
    ...denied,
  },
});

const health = z.object({ status: z.string() }).loose().meta({ id: 'Health' });
const operations = (path: string, operation: string, summary: string): Endpoint =>
  endpoint({
    method: 'get',
    path,
    operation,
    summary,
    tag: 'operations',
    credential: 'none',
    responses: { 200: { description: 'Yes', schema: health }, 503: { description: 'No', schema: health } },
  });

export const live = operations('/health/live', 'live', 'Is the process alive');
export const ready = operations('/health/ready', 'ready', 'Can it take requests');
export const openapiEndpoint = endpoint({
  method: 'get',
  path: '/openapi.json',
  operation: 'openapi',
  summary: 'This document',
  tag: 'operations',
  credential: 'none',
  responses: { 200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
});
