import { z } from 'zod';
import type { ResponseShape } from './endpoint.js';

/** 422 bodies: the errors of each invalid field, by its path. */
export const validationErrors = z
  .object({
    errors: z
      .record(
        z.string(),
        z.array(
          z.object({
            key: z.string().describe('What is wrong, for programs: errors.required, errors.must_be_time, …'),
            description: z.string().describe('What is wrong and what would be right, for the developer.'),
          }),
        ),
      )
      .describe('The errors of each invalid member, by its path: attendees.invite[0].email.'),
  })
  .meta({ id: 'ValidationErrors' });

export type ValidationErrors = z.infer<typeof validationErrors>;

/** RFC 6749 §5.2 (token endpoint). */
export const oauthError = z
  .object({
    error: z.string().describe('What is wrong, for programs (RFC 6749 §5.2).'),
    error_description: z.string().optional().describe('What is wrong, for the developer; names the parameter.'),
  })
  .meta({ id: 'OAuthError' });

/** All other errors: a short name and a sentence for the developer who reads it. */
export const problem = z
  .object({
    error: z.string().describe('What is wrong, for programs.'),
    description: z.string().describe('What is wrong and what to do next, for the developer.'),
  })
  .meta({ id: 'Problem' });

const invalidExample = {
  errors: {
    tzid: [{ key: 'errors.required', description: 'tzid must be specified' }],
  },
};

/** An error whose body is a {@link problem}, with the name that it has and a sentence of those it may have. */
const named = (description: string, example: { error: string; description: string }): ResponseShape => ({
  description,
  schema: problem,
  example,
});

export const unauthorized: ResponseShape = {
  ...named('No credentials, or unknown, expired or revoked ones. Refresh and retry.', {
    error: 'invalid_token',
    description: 'The credentials are unknown, expired or revoked.',
  }),
  headers: { 'WWW-Authenticate': 'The Bearer challenge (RFC 6750 §3)' },
};

export const forbidden = named('The credentials are known, but a scope or permission is missing.', {
  error: 'insufficient_scope',
  description: 'The user has not granted create_event: request it as scope at /oauth/authorize.',
});

export const planTooSmall = named("The application's plan lacks this.", {
  error: 'plan',
  description: 'This requires the plan emerging; an operator can change it.',
});

export const notFound = named('The resource does not exist for these credentials.', {
  error: 'not_found',
  description: 'There is no such calendar. GET /v1/calendars lists those of this account.',
});

export const unprocessable: ResponseShape = {
  description: 'Invalid parameters, each named.',
  schema: validationErrors,
  example: invalidExample,
};

export const malformed = named('The body is not JSON, or the request is unreadable.', {
  error: 'bad_request',
  description: 'The address contains a NUL character.',
});

export const tooLarge = named('The body is larger than 512 kB.', {
  error: 'too_large',
  description: 'The body is larger than 512 kB: send it in parts.',
});

export const unsupportedType = named('The Content-Type is neither JSON nor form-encoded.', {
  error: 'unsupported_media_type',
  description: 'Send the body as application/json.',
});

export const unavailable: ResponseShape = {
  ...named('The service behind the gateway is currently unavailable; nothing was done.', {
    error: 'unavailable',
    description: 'The service is currently unavailable; nothing was done.',
  }),
  headers: { 'Retry-After': 'Seconds to wait' },
};

export const rateLimited: ResponseShape = {
  ...named('The application exceeded its requests per second or per minute.', {
    error: 'too_many_requests',
    description: 'Too many requests; wait for the time in Retry-After.',
  }),
  headers: { 'Retry-After': 'Seconds to wait' },
};

export const tooManyAttempts: ResponseShape = {
  ...named('Too many wrong credentials from this address.', {
    error: 'too_many_requests',
    description: 'Too many wrong credentials; wait for the time in Retry-After.',
  }),
  headers: { 'Retry-After': 'Seconds to wait' },
};

export const timedOut = named('No response within 15 seconds; the same request may be sent again.', {
  error: 'timeout',
  description: 'No response within 15 seconds; send the same request again.',
});

/** Errors of every call with an access token. */
export const denied = { 401: unauthorized, 403: forbidden } as const;

/** The same with the admin key. */
export const adminDenied = {
  401: unauthorized,
  403: { ...notFound, description: "This requires the deployment's admin key." },
} as const;

/** Errors of a call that another service answers. */
export const busErrors = { ...denied, 503: unavailable, 504: timedOut } as const;

/** The same for a call that not every plan includes. */
export const planErrors = { ...busErrors, 402: planTooSmall } as const;

export const readErrors = { 401: unauthorized, 403: forbidden, 422: unprocessable } as const;

export const bodyErrors = { 400: malformed, 413: tooLarge, 415: unsupportedType, 422: unprocessable } as const;

/** The message of a zod issue with the contract's key: `errors.key|description`. */
export const keyed = (key: string, description: string) => `errors.${key}|${description}`;
