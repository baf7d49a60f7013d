/** The errors that a failed consent can report to the application (RFC 6749 §4.1.2.1). */
export type ConsentError = 'access_denied' | 'server_error' | 'temporarily_unavailable';

/** A failed consent, reported to the application; `message` may be public. */
export class ConsentFailed extends Error {
  override name = 'ConsentFailed';
  constructor(
    readonly error: ConsentError,
    message: string,
    /** For the log. */
    readonly detail?: string,
  ) {
    super(message);
  }
}

const away = 'Google cannot be reached now.';

/** A request without a response. */
export function failureOfRequest(error: unknown): never {
  throw new ConsentFailed('temporarily_unavailable', away, error instanceof Error ? error.message : String(error));
}

/** An error response; Google's text may contain secrets, so only its error code is kept. */
export function failureOfAnswer(status: number, text: string): ConsentFailed {
  const code = /"error"\s*:\s*"([a-z_]{1,40})"/.exec(text)?.[1] ?? 'no reason';
  const detail = `status ${status}, ${code}`;
  if (status === 429 || status >= 500) return new ConsentFailed('temporarily_unavailable', away, detail);
  return new ConsentFailed('server_error', 'Google rejected the exchange.', detail);
}

/** An error in Google's redirect instead of a code. */
export function failureOfRedirect(error: string): ConsentFailed {
  if (error === 'access_denied') return new ConsentFailed('access_denied', 'The user denied the request at Google.');
  if (error === 'temporarily_unavailable') return new ConsentFailed('temporarily_unavailable', away);
  const code = /^[a-z_]{1,40}$/.exec(error)?.[0] ?? 'unknown';
  return new ConsentFailed('server_error', 'Google refused the request.', code);
}

/** Any thrown error as a failed consent: libraries wrap errors. */
export function failureIn(error: unknown): ConsentFailed {
  for (let current = error; current instanceof Error; current = inner(current))
    if (current instanceof ConsentFailed) return current;
  const detail = error instanceof Error ? error.message : String(error);
  return new ConsentFailed('server_error', 'The calendar could not be connected.', detail);
}

const inner = (error: Error): unknown => error.cause ?? (error as { oauthError?: unknown }).oauthError;
