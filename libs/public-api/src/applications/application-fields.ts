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

const isAbsolute = (value: string): boolean =>
  URL.canParse(value) && !value.includes('#') && !/^(javascript|data|vbscript|file|blob):/i.test(value);

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** RFC 9700 §2.6: a code that is sent unencrypted is not a secret. */
const isEncrypted = (value: string): boolean => {
  if (!isAbsolute(value)) return true;
  const { protocol, hostname } = new URL(value);
  return protocol !== 'http:' || loopback.test(hostname);
};

/** A page's origin as browsers send it (RFC 6454 §6.2): scheme, host and port without a path; http only on this machine. */
export const allowedOrigin = z
  .string()
  .max(300, keyed('too_long', 'an origin may have at most 300 characters'))
  .refine((value) => /^https?:[^*]*$/.test(value) && URL.canParse(value) && new URL(value).origin === value, {
    error: keyed(
      'invalid_url',
      'an origin is scheme, host and port as browsers send it, such as https://app.example.com',
    ),
    abort: true,
  })
  .refine(isEncrypted, { error: keyed('invalid_url', 'an origin must use https, except on localhost') });

/** One that a Content-Security-Policy can name: its grammar has no form for an IPv6 address or an underscore (CSP Level 3 §2.3.1). */
export const frameOrigin = allowedOrigin.refine(
  (value) => /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(value),
  keyed('invalid_url', 'an origin of frames is scheme, host name and port, such as https://www.example.com'),
);

/** One leading `*.` of the host, before at least two labels. */
const isPattern = (value: string): boolean =>
  !value.includes('*') || /^https:\/\/\*(\.[a-z0-9-]+){2,}(:\d+)?(\/[^*]*)?$/.test(value);

/**
 * Absolute, without a fragment (RFC 6749 §3.1.2); no scheme that a browser would execute, and http only for this machine.
 * `https://*.example.com/…` stands for one label (AUTH-12).
 */
export const redirectUri = z
  .string()
  .max(2048, keyed('too_long', 'a redirect address may have at most 2048 characters'))
  .refine(isAbsolute, {
    error: keyed('invalid_url', 'a redirect address must be an absolute URL without a fragment'),
    abort: true,
  })
  .refine(isEncrypted, { error: keyed('invalid_url', 'a redirect address must use https, except on localhost') })
  .refine(isPattern, {
    error: keyed(
      'invalid_url',
      'the only * that a redirect address may have is in https://*. before a domain in lower case',
    ),
  });
