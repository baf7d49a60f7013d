import { ProviderError } from '../port/provider.port.js';
import { egressRefusalIn, requestFailure, retryAfterIn } from '../port/request-failure.js';

/** The answer is longer than we read at once; asking for less may help. */
export class AnswerTooLarge extends ProviderError {
  constructor(cause: unknown) {
    super('unavailable', 'The server’s answer is too long.', { cause });
  }
}

/** What a request that got no answer means. */
export function failureOf(error: unknown, host: string): ProviderError {
  if (error instanceof ProviderError) return error;
  return egressRefusalIn(error)?.reason === 'too-large' ? new AnswerTooLarge(error) : requestFailure(error, host);
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
    return new ProviderError('unavailable', `${host} answered ${status}.`, retryAfterIn(response.headers));
  }
  return undefined;
}
