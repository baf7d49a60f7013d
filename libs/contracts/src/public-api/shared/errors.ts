import { z } from 'zod';
import type { ResponseShape } from './endpoint.js';

/** 422 bodies: the errors of each invalid field, by its path. */
export const validationErrors = z
  .object({ errors: z.record(z.string(), z.array(z.object({ key: z.string(), description: z.string() }))) })
  .meta({ id: 'ValidationErrors' });

export type ValidationErrors = z.infer<typeof validationErrors>;

/** RFC 6749 §5.2 (token endpoint). */
export const oauthError = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .meta({ id: 'OAuthError' });

/** All other errors: a short name and a sentence for the developer who reads it. */
export const problem = z.object({ error: z.string(), description: z.string() }).meta({ id: 'Problem' });

const shape = (description: string, schema: z.ZodType = problem): ResponseShape => ({ description, schema });

export const unauthorized: ResponseShape = {
  ...shape('No credentials, or unknown, expired or revoked ones. Refresh and retry.'),
  headers: { 'WWW-Authenticate': 'The Bearer challenge (RFC 6750 §3)' },
};

export const forbidden = shape('The credentials are known, but a scope or permission is missing.');

export const planTooSmall = shape("The application's plan lacks this.");

export const notFound = shape('The resource does not exist for these credentials.');

export const unprocessable = shape('Invalid parameters, each named.', validationErrors);

export const malformed = shape('The body is not JSON, or the request is unreadable.');

export const tooLarge = shape('The body is larger than 512 kB.');

export const unsupportedType = shape('The Content-Type is neither JSON nor form-encoded.');

export const unavailable: ResponseShape = {
  ...shape('The service behind the gateway is currently unavailable; nothing was done.'),
  headers: { 'Retry-After': 'Seconds to wait' },
};

export const rateLimited: ResponseShape = {
  ...shape('The application exceeded its requests per second or per minute.'),
  headers: { 'Retry-After': 'Seconds to wait' },
};

export const tooManyAttempts: ResponseShape = {
  ...shape('Too many wrong credentials from this address.'),
  headers: { 'Retry-After': 'Seconds to wait' },
};

export const timedOut = shape('No response within 15 seconds; the same request may be sent again.');

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
