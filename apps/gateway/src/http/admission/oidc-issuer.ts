import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { createEgress } from '@kalends/security';
import { rolesByValue } from '@kalends/service-runtime';
import * as oidc from 'openid-client';
import type { GatewayConfig } from '../../config.js';
import { configToken } from '../injection-tokens.js';
import type { Role } from './administrators.js';
import { actorOfClaims, roleOfClaims, type Claims } from './role-of-claims.js';

/** What the browser keeps while its person is at the issuer. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

/** A person whose identity the issuer has proved. */
export interface Person {
  subject: string;
  actor: string;
  /** Undefined: the issuer gives none. */
  role: Role | undefined;
  refreshToken: string | undefined;
}

/** cancelled: the person, or the issuer, did not consent. refused: the response proves nothing. unreachable: no usable response. */
export type OidcFailure = 'cancelled' | 'refused' | 'unreachable';

class IssuerUnreachable extends Error {}

const deadlineMs = 10_000;
const maxBodyBytes = 1024 * 1024;

function failureOf(error: unknown): OidcFailure {
  if (error instanceof oidc.AuthorizationResponseError) return 'cancelled';
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof IssuerUnreachable) return 'unreachable';
  return 'refused';
}

/** The OpenID Connect issuer of `OIDC_ISSUER`, by the authorization code flow with PKCE (OpenID Connect Core §3.1, RFC 7636). */
@Injectable()
export class OidcIssuer implements OnModuleDestroy {
  private readonly egress;
  private readonly byValue: ReadonlyMap<string, Role>;
  private discovered: Promise<oidc.Configuration> | undefined;
  /** The redirect URI to register at the issuer. */
  readonly redirectUri: string;
  /** As displayed; undefined: no issuer is set. */
  readonly host: string | undefined;

  constructor(@Inject(configToken) private readonly config: GatewayConfig) {
    this.egress = createEgress({ allowNetworks: config.ALLOW_NETWORKS ?? [], timeoutMs: deadlineMs, maxBodyBytes });
    this.byValue = rolesByValue(config.OIDC_ROLES)!;
    this.redirectUri = `${config.PUBLIC_URL}/console/oidc/callback`;
    this.host = config.OIDC_ISSUER && new URL(config.OIDC_ISSUER).host;
  }

  onModuleDestroy = () => this.egress.close();

  /** Where the browser goes to sign in, and what it keeps until it returns. */
  async authorizationUrl(): Promise<{ address: URL; pending: PendingSignIn } | { failure: OidcFailure }> {
    try {
      const configuration = await this.configuration();
      const verifier = oidc.randomPKCECodeVerifier();
      const pending = { verifier, state: oidc.randomState(), nonce: oidc.randomNonce() };
      const isOffline = configuration.serverMetadata().scopes_supported?.includes('offline_access');
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: this.redirectUri,
        scope: `openid profile email${isOffline ? ' offline_access' : ''}`,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
      });
      return { address, pending };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }

  /** Who has returned. `query`: of the request to the redirect URI, without the question mark. */
  async exchange(query: string, { state, nonce, verifier }: PendingSignIn): Promise<Person | { failure: OidcFailure }> {
    try {
      const configuration = await this.configuration();
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${this.redirectUri}?${query}`), checks);
      return await this.person(configuration, tokens, tokens.claims()!.sub);
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }

  /** The same person as of now. A refusal means that the issuer no longer vouches for them. */
  async renew(refreshToken: string, subject: string): Promise<Person | { failure: OidcFailure }> {
    try {
      const configuration = await this.configuration();
      const tokens = await oidc.refreshTokenGrant(configuration, refreshToken);
      const person = await this.person(configuration, tokens, subject);
      return { ...person, refreshToken: person.refreshToken ?? refreshToken };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }

  private async person(
    configuration: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
    subject: string,
  ): Promise<Person> {
    const { OIDC_ROLES_CLAIM: claim } = this.config;
    const fromToken: Claims = tokens.claims() ?? { sub: subject };
    if (fromToken.sub !== subject) throw new Error('the token is about somebody else');
    // many issuers put roles into the ID token, and addresses into userinfo only (OpenID Connect Core §5.4)
    const hasUserinfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const userinfo = hasUserinfo ? await oidc.fetchUserInfo(configuration, tokens.access_token, subject) : {};
    const claims = { ...fromToken, ...userinfo };
    return {
      subject,
      actor: actorOfClaims(claims),
      role: roleOfClaims(claims, claim, this.byValue),
      refreshToken: tokens.refresh_token,
    };
  }

  private configuration(): Promise<oidc.Configuration> {
    this.discovered ??= this.discover().catch((error: unknown) => {
      this.discovered = undefined;
      throw error;
    });
    return this.discovered;
  }

  private discover(): Promise<oidc.Configuration> {
    const { OIDC_ISSUER: issuer = '', OIDC_CLIENT_ID: id = '', OIDC_CLIENT_SECRET: secret } = this.config;
    const isPlain = issuer.startsWith('http:');
    return oidc.discovery(new URL(issuer), id, undefined, secret ? oidc.ClientSecretBasic(secret) : oidc.None(), {
      // signatures are checked, although TLS has proved where the token comes from
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
      [oidc.customFetch]: (url, init) => this.send(url, init),
    });
  }

  private async send(url: string, init: oidc.CustomFetchOptions): Promise<Response> {
    let response: Response;
    try {
      response = await this.egress.fetch(url, init as RequestInit);
    } catch (cause) {
      throw new IssuerUnreachable('no response from the OpenID Connect issuer', { cause });
    }
    if (response.status < 500 && response.status !== 429) return response;
    throw new IssuerUnreachable(`the OpenID Connect issuer answered ${response.status}`);
  }
}
