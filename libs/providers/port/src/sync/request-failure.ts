import { EgressRefused, type EgressReason } from '@kalends/security';
import { ProviderError, type ProviderFailure } from './provider.port.js';

const egressFailures: Record<EgressReason, ProviderFailure> = {
  'malformed-url': 'address-refused',
  scheme: 'address-refused',
  userinfo: 'address-refused',
  port: 'address-refused',
  address: 'address-refused',
  unresolvable: 'unavailable',
  redirect: 'not-a-provider',
  'too-large': 'unavailable',
  timeout: 'unavailable',
};

export function egressRefusalIn(error: unknown): EgressRefused | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof EgressRefused) return current;
  }
  return undefined;
}

const untrusted = 'is not from an authority that is trusted here';

/** What is wrong with a certificate, by the code of Node's error. */
const certificateFaults = new Map([
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_NOT_YET_VALID', 'is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another server'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
]);

function certificateFaultIn(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const fault = certificateFaults.get(String((current as NodeJS.ErrnoException).code));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What a request without a response means. */
export function requestFailure(error: unknown, host: string): ProviderError {
  if (error instanceof ProviderError) return error;
  const refused = egressRefusalIn(error);
  if (refused) {
    return new ProviderError(egressFailures[refused.reason], `${host}: ${refused.message}`, { cause: error });
  }
  const fault = certificateFaultIn(error);
  if (fault !== undefined)
    return new ProviderError('unavailable', `The certificate of ${host} ${fault}.`, { cause: error });
  const timedOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  const message = timedOut ? `${host} did not answer in time.` : `${host} cannot be reached.`;
  return new ProviderError('unavailable', message, { cause: error });
}

/** RFC 9110 §10.2.3: seconds, or an HTTP date, which is compared with the server's own clock. */
export function retryAfterIn(headers: { get(name: string): string | null }): { retryAfterMs?: number } {
  const value = headers.get('retry-after')?.trim();
  if (!value) return {};
  if (/^\d+$/.test(value)) return { retryAfterMs: Math.min(Number(value), 86_400) * 1000 };
  const until = new Date(value).getTime() - new Date(headers.get('date') ?? value).getTime();
  return Number.isFinite(until) && until > 0 ? { retryAfterMs: Math.min(until, 86_400_000) } : {};
}
