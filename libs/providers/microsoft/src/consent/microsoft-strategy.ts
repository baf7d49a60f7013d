import type { Egress } from '@kalends/security';
import { z } from 'zod';
import {
  ConsentFailed,
  ConsentStrategy,
  type Answers,
  type Consent,
  type OAuthClient,
  type StartOptions,
  type StrategyRequest,
  nonceOf,
} from '@kalends/provider-port/consent';
import { microsoftFailureOfAnswer } from './microsoft-failure.js';
import { identityIn, personalTenant } from './microsoft-identity.js';
import { microsoftScopesIn } from './microsoft-scopes.js';

export interface MicrosoftClient extends Omit<OAuthClient, 'authorizeUrl' | 'tokenUrl'> {
  /** Without a slash at its end. */
  authorityUrl: string;
  /** Tenant word, id or domain, in lower case. */
  tenant: string;
  /** Current time, epoch ms. */
  clock: () => number;
}

const tokenBody = z.object({
  expires_in: z.number().positive(),
  scope: z.string(),
  id_token: z.string(),
});

const unusable = (detail: string) =>
  new ConsentFailed('server_error', "Microsoft's response is invalid.", { detail, problem: 'sign-in' });

/** Throws ConsentFailed for unusable responses. */
const consentWith =
  ({ authorityUrl, tenant, id: clientId, clock }: MicrosoftClient) =>
  ({ accessToken, refreshToken, answer }: Answers, { state }: StrategyRequest): Consent => {
    const tokens = tokenBody.safeParse(answer);
    if (!tokens.success || typeof refreshToken !== 'string' || refreshToken === '')
      throw unusable('tokens are missing');
    const { id_token, expires_in: expiresIn, scope } = tokens.data;
    const expected = { authorityUrl, tenant, clientId, nonce: nonceOf(state), now: clock() };
    const check = identityIn(id_token, expected);
    if (check.outcome === 'refused') {
      const detail = `ID token: ${check.reason}`;
      if (check.reason !== 'tenant') throw unusable(detail);
      const message = 'Accounts of this kind or organization cannot be connected here.';
      throw new ConsentFailed('access_denied', message, { detail, problem: 'not-permitted' });
    }
    const { tid, oid, shownName: email } = check.identity;
    return {
      providerName: tid === personalTenant ? 'live_connect' : 'exchange',
      subject: `${tid}.${oid}`,
      email,
      emailVerified: false,
      accessToken,
      refreshToken,
      expiresIn,
      scope: microsoftScopesIn(scope),
    };
  };

/** Microsoft (Entra ID and personal accounts): the person is read from the ID token of the token endpoint. */
export class MicrosoftStrategy extends ConsentStrategy {
  constructor(client: MicrosoftClient, egress: Pick<Egress, 'dispatcher'>) {
    const base = `${client.authorityUrl}/${client.tenant}/oauth2/v2.0`;
    super({
      name: 'Microsoft',
      client: { ...client, authorizeUrl: `${base}/authorize`, tokenUrl: `${base}/token` },
      egress,
      consentOf: consentWith(client),
      failureOfAnswer: microsoftFailureOfAnswer,
    });
  }

  /** The user always chooses the account: a browser may be signed in with another one. */
  override authorizationParams({ hint, nonce }: StartOptions) {
    return { prompt: 'select_account', nonce, ...(hint ? { login_hint: hint } : {}) };
  }
}
