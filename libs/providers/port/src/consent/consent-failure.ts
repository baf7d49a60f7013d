/** The errors that a failed consent can report to the application (RFC 6749 §4.1.2.1). */
export type ConsentError = 'access_denied' | 'server_error' | 'temporarily_unavailable';

/**
 * What a user can do about a failed consent: have an administrator approve, sign in again, use another account or have
 * this one unlocked or permitted, wait for whoever operates Kalends, or try again later.
 */
export type ConsentProblem = 'admin-consent' | 'sign-in' | 'locked' | 'not-permitted' | 'operator' | 'away';

interface FailureDetails {
  /** For the log, and for the page: the provider's error code or number. */
  detail?: string | undefined;
  /** If given, the user sees a page before anything is reported to the application. */
  problem?: ConsentProblem;
}

/** A failed consent, reported to the application; `message` may be public. */
export class ConsentFailed extends Error {
  override name = 'ConsentFailed';
  readonly detail: string | undefined;
  readonly problem: ConsentProblem | undefined;
  constructor(
    readonly error: ConsentError,
    message: string,
    details: FailureDetails = {},
  ) {
    super(message);
    this.detail = details.detail;
    this.problem = details.problem;
  }
}

/** Status of a page that shows a failure. */
export function statusOf({ error, problem }: ConsentFailed): number {
  if (error === 'temporarily_unavailable') return 503;
  return problem === 'operator' ? 500 : 403;
}

export const away = (provider: string) => `${provider} cannot be reached now.`;

/** A request without a response. */
export function failureOfRequest(provider: string, error: unknown): ConsentFailed {
  const detail = error instanceof Error ? error.message : String(error);
  return new ConsentFailed('temporarily_unavailable', away(provider), { detail });
}

/** An error response; the provider's text may contain secrets, so only its error code is kept. */
export const failureOfAnswer =
  (provider: string) =>
  (status: number, text: string): ConsentFailed => {
    const code = /"error"\s*:\s*"([a-z_]{1,40})"/.exec(text)?.[1] ?? 'no reason';
    const detail = `status ${status}, ${code}`;
    if (status === 429 || status >= 500)
      return new ConsentFailed('temporarily_unavailable', away(provider), { detail });
    return new ConsentFailed('server_error', `${provider} rejected the exchange.`, { detail });
  };

/** The user denied the request at the provider. */
export const declined = (provider: string) =>
  new ConsentFailed('access_denied', `The user denied the request at ${provider}.`);

/** An error in the provider's redirect instead of a code. */
export const failureOfRedirect =
  (provider: string) =>
  (error: string): ConsentFailed => {
    if (error === 'access_denied') return declined(provider);
    if (error === 'temporarily_unavailable') return new ConsentFailed('temporarily_unavailable', away(provider));
    const detail = /^[a-z_]{1,40}$/.exec(error)?.[0] ?? 'unknown';
    return new ConsentFailed('server_error', `${provider} refused the request.`, { detail });
  };

/** Any thrown error as a failed consent: libraries wrap errors. */
export function failureIn(error: unknown): ConsentFailed {
  for (let current = error; current instanceof Error; current = inner(current))
    if (current instanceof ConsentFailed) return current;
  const detail = error instanceof Error ? error.message : String(error);
  return new ConsentFailed('server_error', 'The calendar could not be connected.', { detail });
}

const inner = (error: Error): unknown => error.cause ?? (error as { oauthError?: unknown }).oauthError;
