import { guardedRequest, toResponse, type Egress } from '@kalends/security';
import {
  readJson,
  ProviderError,
  refusalIn,
  requestFailure,
  retryAfterIn,
  type AccessTokens,
  type Requests,
} from '@kalends/provider-port/sync';

export interface GoogleApiOptions {
  egress: Pick<Egress, 'dispatcher'>;
  /** Without a trailing slash. */
  baseUrl: string;
  tokens: AccessTokens;
  signal?: AbortSignal;
  /** What each request goes through. */
  requests?: Requests;
  /** How long an answer may take; a minute if absent. */
  deadlineMs?: number;
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, string | undefined>;
  body?: unknown;
  ifMatch?: string;
  /** Statuses that the caller interprets, beside 404, 409, 410 and 412. */
  understands?: readonly number[];
}

/** A response that the caller must interpret: the requested data, or an understood status. */
interface ApiAnswer<Body> {
  status: number;
  body: Body;
}

const timeoutMs = 60_000;
const maxBodyBytes = 16 * 1_048_576;
const understood = [404, 409, 410, 412];
const quotas = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'calendarUsageLimitsExceeded',
]);
/** These are limits of the client; the others are of a user. */
const clientQuotas = new Set(['rateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);
const scopes = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT']);

interface ErrorBody {
  error?: { message?: string; errors?: { reason?: string }[] };
}

/** `push.webhookUrlUnauthorized` concerns the notification address and is unrelated to the token. */
const isAboutPush = ({ error }: ErrorBody) => (error?.errors?.[0]?.reason ?? '').startsWith('push.');

const reasonOf = ({ error }: ErrorBody): string => error?.errors?.[0]?.reason ?? '';

/** Responses with the same meaning for every request. */
function failureIn(
  response: Response,
  body: ErrorBody,
  { method = 'GET', understands = [] }: Call,
): ProviderError | undefined {
  const { status } = response;
  if (response.ok || [...understood, ...understands].includes(status)) return undefined;
  const reason = reasonOf(body);
  const summary = `Google answered ${status} ${reason}`.trim();
  const isBusy = status === 408 || status === 429 || status >= 500 || (status === 403 && quotas.has(reason));
  if (isBusy) return new ProviderError('unavailable', `${summary}.`, retryAfterIn(response.headers));
  if (status === 401 && isAboutPush(body)) return new ProviderError('refused', `${summary}.`);
  // a token that was just refreshed: only the token endpoint reports a revoked permission (invalid_grant)
  if (status === 401)
    return new ProviderError('unavailable', 'Google refused an access token that it had just issued.');
  if (status === 403 && scopes.has(reason)) {
    // a user who granted only read access stays connected
    if (method !== 'GET')
      return new ProviderError('refused', 'The user has not permitted this at Google.', refusalIn(status));
    return new ProviderError('authentication-failed', 'The user did not grant permission to read calendars.');
  }
  const failure = status >= 300 && status < 400 ? 'not-a-provider' : 'refused';
  const why = reason === 'forbiddenForNonOrganizer' ? { refusal: 'organizer_only' as const } : refusalIn(status);
  return new ProviderError(failure, `${summary}: ${body.error?.message ?? ''}`.slice(0, 300), why);
}

const isOfClient = (status: number, body: ErrorBody): boolean =>
  (status === 403 || status === 429) && clientQuotas.has(reasonOf(body));

/** Google's Calendar API for one profile, over the egress guard. */
export class GoogleApi {
  constructor(private readonly options: GoogleApiOptions) {}

  /** Throws ProviderErrors for all responses except those of {@link ApiAnswer}; an expired token is refreshed once. */
  async call<Body>(path: string, call: Call = {}): Promise<ApiAnswer<Body>> {
    const { requests, signal } = this.options;
    // the token is read after the wait: it may have ended meanwhile
    await requests?.admit(signal);
    const token = await this.options.tokens.current();
    let { response, body } = await this.requestOnce(path, call, token);
    if (response.status === 401 && !isAboutPush(body as ErrorBody)) {
      await requests?.admit(signal);
      ({ response, body } = await this.requestOnce(path, call, await this.options.tokens.renewed(token)));
    }
    const failure = failureIn(response, body as ErrorBody, call);
    if (failure && isOfClient(response.status, body as ErrorBody)) requests?.limited(failure.options.retryAfterMs);
    if (failure) throw failure;
    return { status: response.status, body: body as Body };
  }

  private async requestOnce(path: string, call: Call, token: string) {
    const url = this.urlOf(path, call);
    const response = await this.send(url, call, token);
    return { response, body: await readJson(response, url) };
  }

  private urlOf(path: string, { query = {} }: Call): URL {
    const url = new URL(`${this.options.baseUrl}${path}`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    return url;
  }

  private async send(url: URL, { method = 'GET', body, ifMatch }: Call, token: string) {
    const { egress, signal, deadlineMs = timeoutMs } = this.options;
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      const answer = await guardedRequest(egress.dispatcher, {
        url,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'accept-encoding': 'gzip',
          // Google compresses only if the User-Agent mentions gzip, too
          'user-agent': 'kalends (gzip)',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        maxBodyBytes,
      });
      return toResponse(answer, url);
    } catch (error) {
      throw requestFailure(error, url.host);
    }
  }
}

export const eventsPath = (calendarId: string): string => `/calendars/${encodeURIComponent(calendarId)}/events`;
export const eventPath = (calendarId: string, id: string): string =>
  `${eventsPath(calendarId)}/${encodeURIComponent(id)}`;
