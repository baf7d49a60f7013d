import { away, ConsentFailed, declined, type ConsentError, type ConsentProblem } from '@kalends/provider-port/consent';

/** An error of Microsoft's authorization or token endpoint. */
export interface MicrosoftError {
  /** RFC 6749 §4.1.2.1 and §5.2. */
  error: string;
  /** Begins with AADSTS and a number. */
  description: string;
  /** HTTP status; absent: the error came in a redirect. */
  status?: number;
}

/**
 * Sub-cases by number, whatever the error: Microsoft answers a missing approval (90094, 900941, 65001), an unassigned or
 * foreign account (50105, 50020), conditional access (53000 to 53003) and a locked account (50055, 50057) with several.
 */
const byNumber = new Map(
  Object.entries<ConsentProblem>({
    90094: 'admin-consent',
    900941: 'admin-consent',
    65001: 'admin-consent',
    50105: 'not-permitted',
    50020: 'not-permitted',
    53000: 'not-permitted',
    53001: 'not-permitted',
    53002: 'not-permitted',
    53003: 'not-permitted',
    50055: 'locked',
    50057: 'locked',
  }),
);

const byError = new Map(
  Object.entries<ConsentProblem>({
    consent_required: 'admin-consent',
    invalid_grant: 'sign-in',
    interaction_required: 'sign-in',
    login_required: 'sign-in',
    temporarily_unavailable: 'away',
    server_error: 'away',
  }),
);

const errors: Readonly<Record<ConsentProblem, ConsentError>> = {
  'admin-consent': 'access_denied',
  'sign-in': 'server_error',
  locked: 'access_denied',
  'not-permitted': 'access_denied',
  operator: 'server_error',
  away: 'temporarily_unavailable',
};

const messages: Readonly<Record<ConsentProblem, string>> = {
  'admin-consent': "An administrator of the user's organization has to approve first.",
  'sign-in': 'Microsoft did not complete the sign-in.',
  locked: 'The account at Microsoft is disabled, or its password has expired.',
  'not-permitted': "The user's organization does not permit this account to use the application.",
  operator: "Microsoft rejects this service's registration.",
  away: away('Microsoft'),
};

/** The class of a failure: decided on `error`; numbers distinguish sub-cases only. Any other error is the operator's. */
export function problemOf({ error, description, status = 400 }: MicrosoftError): ConsentProblem | 'declined' {
  if (status === 429 || status >= 500) return 'away';
  const number = numberIn(description);
  const known = (number !== null && byNumber.get(number)) || byError.get(error);
  return known || (error === 'access_denied' ? 'declined' : 'operator');
}

const numberIn = (description: string): string | null => /^AADSTS(\d{4,8})\b/.exec(description)?.[1] ?? null;

/** The failure as value to throw; of Microsoft's text only error code and number are kept. */
export function microsoftFailure(failed: MicrosoftError): ConsentFailed {
  const problem = problemOf(failed);
  if (problem === 'declined') return declined('Microsoft');
  const number = numberIn(failed.description);
  const code = /^[a-z_]{1,40}$/.exec(failed.error)?.[0] ?? 'unknown';
  const detail = number === null ? code : `${code}, AADSTS${number}`;
  return new ConsentFailed(errors[problem], messages[problem], { detail, problem });
}

/** The same for the body of a response. */
export function microsoftFailureOfAnswer(status: number, text: string): ConsentFailed {
  const error = /"error"\s*:\s*"([a-z_]{1,40})"/.exec(text)?.[1] ?? 'no reason';
  const description = /"error_description"\s*:\s*"(AADSTS\d{4,8})\b/.exec(text)?.[1] ?? '';
  return microsoftFailure({ error, description, status });
}
