import { guardedRequest, type Egress } from '@kalends/security';

/** What is examined of a registration at a provider. */
export const registrationChecks = [
  'client',
  'secret',
  'redirect',
  'tenant',
  'secret_lifetime',
  'consent_lifetime',
] as const;
export type RegistrationCheck = (typeof registrationChecks)[number];

/** What was found: `warning`: it works, but not for long; `unknown`: the provider did not answer that question. */
export interface RegistrationFinding {
  check: RegistrationCheck;
  result: 'ok' | 'failed' | 'warning' | 'unknown';
  /** In a sentence, without text of the provider but its error code. */
  detail: string;
  /** What to click, in order; empty if there is nothing to do. */
  steps: readonly string[];
}

export const fine = (check: RegistrationCheck, detail: string): RegistrationFinding => ({
  check,
  result: 'ok',
  detail,
  steps: [],
});

interface Question {
  egress: Pick<Egress, 'dispatcher'>;
  url: URL;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

const deadlineMs = 10_000;
const maxBodyBytes = 1_048_576;

/** A response of a provider; null: it cannot be reached, or answers that it is not available. */
export async function requestOnce({ egress, url, form, headers = {} }: Question) {
  const type: Record<string, string> =
    form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await guardedRequest(egress.dispatcher, {
    url,
    method: form === undefined ? 'GET' : 'POST',
    headers: { ...type, ...headers },
    body: form === undefined ? undefined : new URLSearchParams(form).toString(),
    signal: AbortSignal.timeout(deadlineMs),
    maxBodyBytes,
  }).catch(() => null);
  if (!answer || answer.status === 429 || answer.status >= 500) return null;
  const location = [answer.headers.location].flat()[0] ?? '';
  return { status: answer.status, text: answer.body.toString(), location };
}

/** The members `error` and `error_description` of a token endpoint's refusal (RFC 6749 §5.2). */
export function refusalOf(text: string): { error: string; description: string } {
  const error = /"error"\s*:\s*"([a-z_]{1,40})"/.exec(text)?.[1] ?? '';
  const description = /"error_description"\s*:\s*"([^"]{0,400})/.exec(text)?.[1] ?? '';
  return { error, description };
}

/** The sign-in page's address as a journey requests it, with the fewest parameters. */
export function signInUrl(base: string, client: { id: string; callbackUrl: string }, scope: string): URL {
  const url = new URL(base);
  const parameters = { client_id: client.id, redirect_uri: client.callbackUrl, response_type: 'code', scope };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}
