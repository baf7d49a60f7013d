import { z } from 'zod';
import { keyed } from '../shared/errors.js';

/**
 * RFC 6749 §2.1. A confidential client sends its secret to the token endpoint; a client that cannot keep a secret is
 * registered as public, and needs PKCE.
 */
export const clientType = z.enum(['confidential', 'public'], {
  error: keyed('not_recognized', 'client_type must be confidential or public'),
});

/** Requests to /v1; 0: no limit; null: the deployment's default. */
export const rateLimit = z.number().int().min(0).max(1_000_000).nullable();

/** Absolute, without a fragment (RFC 6749 §3.1.2); no scheme that a browser would execute. */
export const redirectUri = z
  .string()
  .max(2048, keyed('too_long', 'a redirect address may have at most 2048 characters'))
  .refine(
    (value) => URL.canParse(value) && !value.includes('#') && !/^(javascript|data|vbscript|file|blob):/i.test(value),
    { error: keyed('invalid_url', 'a redirect address must be an absolute URL without a fragment') },
  );
