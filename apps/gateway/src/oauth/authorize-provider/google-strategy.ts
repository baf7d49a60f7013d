import { guardedRequest, type Egress } from '@kalends/security';
import OAuth2Strategy from 'passport-oauth2';
import { z } from 'zod';
import { ConsentFailed, failureOfAnswer, failureOfRequest } from './consent-failure.js';

/** Who consented, and to what. */
export interface GoogleConsent {
  subject: string;
  /** As displayed; see {@link emailVerified}. */
  email: string;
  /** Whether Google has verified the address (OpenID Connect Core §5.1). */
  emailVerified: boolean;
  accessToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: number;
  /** The scopes that Google reports as granted. */
  scope: string[];
}

interface GoogleClient {
  id: string;
  secret: string;
  authorizeUrl: string;
  tokenUrl: string;
  userinfoUrl: string;
  /** Google's redirect target. */
  callbackUrl: string;
}

/** Input of the strategy; `state` and `verifier` are stored in the cookie, not in a session. */
export interface StrategyRequest {
  query: Record<string, string>;
  state: string;
  /** For a returning consent. */
  verifier?: string;
  /** For a starting consent. */
  keep?: (verifier: string) => void;
}

const deadlineMs = 10_000;
const maxBodyBytes = 256 * 1024;
const userinfoBody = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().min(1).max(320),
  email_verified: z.unknown().optional(),
});
const tokenBody = z.object({ expires_in: z.number().positive(), scope: z.string() });

type Done<Result> = (error: unknown, result?: Result) => void;

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** node-oauth's request method; it is replaced, so that no request bypasses the egress guard. */
type Send = (
  method: string,
  url: string,
  headers: Record<string, string>,
  body: string | null,
  accessToken: string | null,
  done: Done<string>,
) => void;

/** Google's responses to a code: tokens, and their owner. */
interface Answers {
  accessToken: string;
  refreshToken: unknown;
  answer: unknown;
  profile: unknown;
}

/** Throws ConsentFailed for unusable responses. */
function consentOf({ accessToken, refreshToken, answer, profile }: Answers): GoogleConsent {
  const tokens = tokenBody.safeParse(answer);
  const user = userinfoBody.safeParse(profile);
  if (!tokens.success || !user.success || typeof refreshToken !== 'string' || refreshToken === '')
    throw new ConsentFailed('server_error', "Google's response is invalid.");
  const scope = tokens.data.scope.split(' ').filter((one) => one !== '');
  const { sub: subject, email } = user.data;
  const emailVerified = user.data.email_verified === true;
  return { subject, email, emailVerified, accessToken, refreshToken, expiresIn: tokens.data.expires_in, scope };
}

/* eslint-disable no-restricted-syntax -- passport-oauth2 calls these by position; their number of parameters decides what it passes */

/** Does not check the state: the caller has checked it before running the strategy. */
const stateStore = {
  store: (request: StrategyRequest, verifier: string, _state: unknown, _meta: unknown, done: Done<string>) => {
    request.keep?.(verifier);
    done(null, request.state);
  },
  verify: (request: StrategyRequest, state: string, _meta: unknown, done: Done<string | false>) =>
    done(null, request.state === state && request.verifier !== undefined ? request.verifier : false),
};

const verify = (
  accessToken: string,
  refreshToken: string,
  answer: unknown,
  profile: unknown,
  done: Done<GoogleConsent>,
) => done(null, consentOf({ accessToken, refreshToken, answer, profile }));

/* eslint-enable no-restricted-syntax */

/** Google as an OAuth 2.0 provider: PKCE S256, a refresh token each time, outgoing calls through the egress guard. */
export class GoogleStrategy extends OAuth2Strategy {
  constructor(
    private readonly client: GoogleClient,
    private readonly egress: Pick<Egress, 'dispatcher'>,
  ) {
    super(
      {
        authorizationURL: client.authorizeUrl,
        tokenURL: client.tokenUrl,
        clientID: client.id,
        clientSecret: client.secret,
        callbackURL: client.callbackUrl,
        pkce: true,
        store: stateStore as unknown as OAuth2Strategy.StateStore,
      },
      verify,
    );
    const _request: Send = (...sent) => {
      const [method, url, headers, body, , done] = sent;
      this.request({ method, url, headers, body: body || undefined }).then(
        (text) => done(null, text),
        (error: unknown) => done(error),
      );
    };
    Object.assign(this._oauth2, { _request });
  }

  /** `access_type` and `prompt` yield a refresh token at every consent, not only at the first. */
  override authorizationParams({ locale, hint }: { locale?: string | null; hint?: string | null }) {
    const shown = { ...(locale ? { hl: locale } : {}), ...(hint ? { login_hint: hint } : {}) };
    return { access_type: 'offline', prompt: 'consent', ...shown };
  }

  override userProfile(accessToken: string, done: (error?: unknown, profile?: unknown) => void): void {
    const headers = { authorization: `Bearer ${accessToken}` };
    this.request({ method: 'GET', url: this.client.userinfoUrl, headers })
      .then((text) => JSON.parse(text) as unknown)
      .then(
        (profile) => done(null, profile),
        (error: unknown) => done(error),
      );
  }

  private async request({ method, url, headers, body }: Sent): Promise<string> {
    const answer = await guardedRequest(this.egress.dispatcher, {
      url: new URL(url),
      method,
      headers: { accept: 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(deadlineMs),
      maxBodyBytes,
    }).catch(failureOfRequest);
    const text = answer.body.toString();
    if (answer.status !== 200) throw failureOfAnswer(answer.status, text);
    return text;
  }
}
