import { ProviderError, egressRefusalIn, requestFailure, retryAfterIn } from '@kalends/provider-port/sync';
import { appPasswordHint } from './app-passwords.js';
import { preconditionIn } from './preconditions.js';

/** The response is longer than the limit for one request; requesting less may help. */
export class AnswerTooLarge extends ProviderError {
  constructor(cause: unknown) {
    super('unavailable', 'The server’s response is too long.', { cause });
  }
}

/** The server fails to answer this request (5xx), without saying when to return. */
export class ServerFault extends ProviderError {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super('unavailable', message);
  }
}

/** The result of a request that a server may fail to answer; undefined: it did. */
export async function unlessFaulty<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServerFault) return undefined;
    throw error;
  }
}

/** The result of a request at an address that may not be a calendar server's; undefined: it is not. */
export async function optional<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'not-a-provider') return undefined;
    throw error;
  }
}

/**
 * The first result of requests at several addresses; where a server fails is no reason not to try the next one. Throws that
 * failure if there is no result.
 */
export async function firstThatAnswers<Value>(
  works: readonly (() => Promise<Value | undefined>)[],
): Promise<Value | undefined> {
  let fault: ServerFault | undefined;
  for (const work of works) {
    try {
      const found = await optional(work());
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof ServerFault)) throw error;
      fault ??= error;
    }
  }
  if (fault) throw fault;
  return undefined;
}

/** What a request without a response means. */
export function failureOf(error: unknown, host: string): ProviderError {
  if (error instanceof ProviderError) return error;
  return egressRefusalIn(error)?.reason === 'too-large' ? new AnswerTooLarge(error) : requestFailure(error, host);
}

/** Responses with the same meaning for every request; undefined for all others. */
export function failureIn(response: Response, url: URL, providerName: string): ProviderError | undefined {
  const { status } = response;
  const { host } = url;
  if (status === 401) {
    const challenge = response.headers.get('www-authenticate') ?? '';
    const hint = appPasswordHint({ url, challenge, providerName });
    const message = `${host} did not accept the user name and password.`;
    if (!hint) return new ProviderError('authentication-failed', message);
    return new ProviderError('authentication-failed', `${message} ${hint.text}`, { appPasswordsOf: hint.issuer });
  }
  if (status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 507)) {
    const [message, retry] = [`${host} answered ${status}.`, retryAfterIn(response.headers)];
    const isFault = status >= 500 && retry.retryAfterMs === undefined;
    return isFault ? new ServerFault(message, status) : new ProviderError('unavailable', message, retry);
  }
  return undefined;
}

/** As much of an error's body as is searched: one with many `<` takes time with the square of its length. */
export const beginningOf = (body: string): string => body.slice(0, 8_192);

/** The text in the body of an error, or the precondition that it names, up to 200 characters, to be added to a message. */
export function detailOf(body: string): string {
  const beginning = beginningOf(body);
  const named = preconditionIn(beginning);
  // with a precondition the path of an object means nothing to people
  const text = (named === '' ? beginning : beginning.replace(/(<(?:[\w-]+:)?href(?:\s[^<>]*)?>)[^<>]*(?=<)/gi, '$1'))
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
  const detail = text === '' ? named : text;
  return detail === '' ? '' : `: ${detail}`;
}
