import { EgressRefused, type EgressReason } from '@kalends/service';
import { ProviderError, type ProviderFailure } from '../provider/provider.port.js';

/** The answer is longer than we read at once; asking for less may help. */
export class AnswerTooLarge extends ProviderError {
  constructor(cause: unknown) {
    super('unavailable', 'The server’s answer is too long.', { cause });
  }
}

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

function refusalIn(error: unknown): EgressRefused | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof EgressRefused) return current;
  }
  return undefined;
}

/** What a request that got no answer means. */
export function failureOf(error: unknown, host: string): ProviderError {
  if (error instanceof ProviderError) return error;
  const refused = refusalIn(error);
  if (refused?.reason === 'too-large') return new AnswerTooLarge(error);
  if (refused)
    return new ProviderError(egressFailures[refused.reason], `${host}: ${refused.message}`, { cause: error });
  const timedOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  const message = timedOut ? `${host} did not answer in time.` : `${host} cannot be reached.`;
  return new ProviderError('unavailable', message, { cause: error });
}

/** RFC 9110 §10.2.3: seconds, or an HTTP date, which is read against the server's own clock. */
function retryAfterOf(response: Response): { retryAfterMs?: number } {
  const value = response.headers.get('retry-after')?.trim();
  if (!value) return {};
  if (/^\d+$/.test(value)) return { retryAfterMs: Math.min(Number(value), 86_400) * 1000 };
  const until = new Date(value).getTime() - new Date(response.headers.get('date') ?? value).getTime();
  return Number.isFinite(until) && until > 0 ? { retryAfterMs: Math.min(until, 86_400_000) } : {};
}

const passwordHint =
  'Apple accepts app-specific passwords only: make one at https://account.apple.com (Sign-In and Security).';

/** Answers that mean the same whatever was asked; undefined for all others. */
export function failureIn(response: Response, host: string, providerName: string): ProviderError | undefined {
  const { status } = response;
  if (status === 401) {
    const hint = providerName === 'apple' ? ` ${passwordHint}` : '';
    const message = `${host} did not accept the user name and password.${hint}`;
    return new ProviderError('authentication-failed', message);
  }
  if (status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 507)) {
    return new ProviderError('unavailable', `${host} answered ${status}.`, retryAfterOf(response));
  }
  return undefined;
}
