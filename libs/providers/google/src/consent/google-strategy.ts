import type { Egress } from '@kalends/security';
import { z } from 'zod';
import {
  ConsentFailed,
  failureOfAnswer,
  ConsentStrategy,
  type Answers,
  type Consent,
  type OAuthClient,
  type StartOptions,
} from '@kalends/provider-port/consent';

interface GoogleClient extends OAuthClient {
  userinfoUrl: string;
}

const userinfoBody = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().min(1).max(320),
  /** OpenID Connect Core §5.1. */
  email_verified: z.unknown().optional(),
});
const tokenBody = z.object({
  expires_in: z.number().positive(),
  scope: z.string(),
  /** Of a client in Testing, or where the user permitted access for a time. */
  refresh_token_expires_in: z.unknown().optional(),
});

/** Throws ConsentFailed for unusable responses. */
function consentOf({ accessToken, refreshToken, answer, profile }: Answers): Consent {
  const tokens = tokenBody.safeParse(answer);
  const user = userinfoBody.safeParse(profile);
  if (!tokens.success || !user.success || typeof refreshToken !== 'string' || refreshToken === '')
    throw new ConsentFailed('server_error', "Google's response is invalid.");
  const scope = tokens.data.scope.split(' ').filter((one) => one !== '');
  const { sub: subject, email } = user.data;
  const emailVerified = user.data.email_verified === true;
  const { expires_in: expiresIn, refresh_token_expires_in: consentExpiresIn } = tokens.data;
  const person = { providerName: 'google', subject, email, emailVerified } as const;
  return { ...person, accessToken, refreshToken, expiresIn, consentExpiresIn, scope };
}

/** Google: a refresh token each time. */
export class GoogleStrategy extends ConsentStrategy {
  constructor(
    private readonly client: GoogleClient,
    egress: Pick<Egress, 'dispatcher'>,
  ) {
    super({ name: 'Google', client, egress, consentOf, failureOfAnswer: failureOfAnswer('Google') });
  }

  /** `access_type` and `prompt` yield a refresh token at every consent, not only at the first. */
  override authorizationParams({ locale, hint }: StartOptions) {
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
}
