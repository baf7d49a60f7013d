import { z } from 'zod';
import { oauthError } from '../shared/errors.js';

export const tokenRefused = {
  description: 'Refused according to RFC 6749 §5.2',
  schema: oauthError,
  example: {
    error: 'invalid_grant',
    error_description: 'code has expired: start again at /oauth/authorize.',
  },
};

export const basicRefused = {
  description: 'Client credentials in HTTP Basic that identify no client (RFC 6749 §5.2)',
  schema: oauthError,
  headers: { 'WWW-Authenticate': 'Basic realm="kalends"' },
  example: { error: 'invalid_client', error_description: "client_secret is not one of this client's secrets." },
};

/**
 * A parameter of the token endpoint: visible ASCII and spaces (RFC 6749 appendix A), with a maximum length. One without
 * a value is treated as omitted (§3.2).
 */
export const tokenParameter = (name: string, max: number) =>
  z.preprocess(
    (value) => (value === null || value === '' ? undefined : value),
    z
      .string({ error: `${name} occurs more than once, or is not text` })
      .max(max, `${name} has more than ${max} characters`)
      .regex(/^[\x20-\x7e]*$/, `${name} contains characters other than visible ASCII`)
      .optional(),
  );

export const clientParameters = {
  client_id: tokenParameter('client_id', 128).describe(
    'The application, by its client_id. Required, unless HTTP Basic has it.',
  ),
  client_secret: tokenParameter('client_secret', 256).describe(
    'One of the secrets of the application. Required, except for a public client, or in HTTP Basic.',
  ),
};
