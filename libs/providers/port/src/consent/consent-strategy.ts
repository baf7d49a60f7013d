import type { ConsentProviderName } from '@kalends/contracts';
import { guardedRequest, type Egress } from '@kalends/security';
import OAuth2Strategy from 'passport-oauth2';
import { failureOfRequest, type ConsentFailed } from './consent-failure.js';

/** Who consented, and to what. */
export interface Consent {
  providerName: ConsentProviderName;
  /** The provider's own id of the person. */
  subject: string;
  /** As displayed; see {@link emailVerified}. */
  email: string;
  /** Whether the provider vouches for the address. */
  emailVerified: boolean;
  accessToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: number;
  /** After how many seconds the provider ends the consent; absent: it reports no end. */
  consentExpiresIn?: unknown;
  /** The scopes that the provider reports as granted. */
  scope: string[];
}

export interface OAuthClient {
  id: string;
  secret: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** The provider's redirect target. */
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

/** Options of a starting consent. */
export interface StartOptions {
  locale?: string | null;
  /** The e-mail address that the provider's page should suggest. */
  hint?: string | null;
  scope?: string[];
  /** Returned in the ID token, if there is one (OpenID Connect Core §3.1.2.1). */
  nonce?: string;
}

/** The provider's responses to a code: tokens, and their owner. */
export interface Answers {
  accessToken: string;
  refreshToken: unknown;
  answer: unknown;
  /** From the userinfo endpoint, if the provider has one. */
  profile: unknown;
}

/** What differs between providers. */
interface StrategyOptions {
  /** As displayed. */
  name: string;
  client: OAuthClient;
  egress: Pick<Egress, 'dispatcher'>;
  /** Throws ConsentFailed for unusable responses. */
  consentOf: (answers: Answers, request: StrategyRequest) => Consent;
  /** For a response other than 200. */
  failureOfAnswer: (status: number, text: string) => ConsentFailed;
}

const deadlineMs = 10_000;
const maxBodyBytes = 256 * 1024;

type Done<Result> = (error: unknown, result?: Result) => void;

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/* eslint-disable max-params -- passport-oauth2 calls these by position; their number of parameters decides what it passes */

/** node-oauth's request method; it is replaced, so that no request bypasses the egress guard. */
type Send = (
  method: string,
  url: string,
  headers: Record<string, string>,
  body: string | null,
  accessToken: string | null,
  done: Done<string>,
) => void;

/** Does not check the state: the caller has checked it before running the strategy. */
const stateStore = {
  store: (request: StrategyRequest, verifier: string, _state: unknown, _meta: unknown, done: Done<string>) => {
    request.keep?.(verifier);
    done(null, request.state);
  },
  verify: (request: StrategyRequest, state: string, _meta: unknown, done: Done<string | false>) =>
    done(null, request.state === state && request.verifier !== undefined ? request.verifier : false),
};

const verifyWith =
  (consentOf: StrategyOptions['consentOf']) =>
  (
    request: unknown,
    accessToken: string,
    refreshToken: string,
    answer: unknown,
    profile: unknown,
    done: Done<Consent>,
  ) =>
    done(null, consentOf({ accessToken, refreshToken, answer, profile }, request as StrategyRequest));

/* eslint-enable max-params */

/** A provider as an OAuth 2.0 authorization server: PKCE S256, outgoing calls through the egress guard. */
export abstract class ConsentStrategy extends OAuth2Strategy {
  constructor(private readonly options: StrategyOptions) {
    const { client } = options;
    super(
      {
        authorizationURL: client.authorizeUrl,
        tokenURL: client.tokenUrl,
        clientID: client.id,
        clientSecret: client.secret,
        callbackURL: client.callbackUrl,
        pkce: true,
        passReqToCallback: true,
        store: stateStore as unknown as OAuth2Strategy.StateStore,
      },
      verifyWith(options.consentOf),
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

  protected async request({ method, url, headers, body }: Sent): Promise<string> {
    const { name, egress, failureOfAnswer } = this.options;
    const answer = await guardedRequest(egress.dispatcher, {
      url: new URL(url),
      method,
      headers: { accept: 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(deadlineMs),
      maxBodyBytes,
    }).catch((error: unknown) => {
      throw failureOfRequest(name, error);
    });
    const text = answer.body.toString();
    if (answer.status !== 200) throw failureOfAnswer(answer.status, text);
    return text;
  }
}
