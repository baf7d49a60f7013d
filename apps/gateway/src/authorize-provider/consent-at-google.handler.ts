import { connectOauthProfile, type ConnectProfileReply, type Scope } from '@kalends/contracts';
import { AskFailed, BrokerUnavailable, DeadlineExceeded, type MessagingClient } from '@kalends/messaging';
import { guardedRequest, logEvent, type Egress, type Logger, type Sealer } from '@kalends/service';
import type { Pool } from 'pg';
import { oauthIdentityHash } from '../accounts/oauth-identity.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { connectIdentity, type ConnectionTarget } from '../journey/connect-identity.js';
import type { Journey } from '../journey/journey.js';
import { ConsentFailed, failureIn, failureOfRedirect, type ConsentError } from './consent-failure.js';
import { driveStrategy } from './drive-strategy.js';
import { googleScopesFor, hasCalendars, type GoogleConsent, type GoogleStrategy } from './google-strategy.js';

export interface ConsentParts {
  pool: Pool;
  prisma: PrismaClient;
  client: MessagingClient;
  sealer: Sealer;
  log: Logger;
  strategy: GoogleStrategy;
  egress: Pick<Egress, 'dispatcher'>;
  revokeUrl: string;
  /** Epoch ms of now. */
  clock: () => number;
}

/** What Google's redirect brought; its state has been checked. */
export interface Brought {
  state: string;
  verifier: string;
  code: string;
  error: string;
}

export type ConsentOutcome =
  | { outcome: 'connected'; journey: Journey }
  | { outcome: 'connected-elsewhere'; email: string }
  | { outcome: 'failed'; error: ConsentError; description: string };

type Refusal = Extract<ConnectProfileReply, { outcome: 'refused' }>;

const errors: Record<Exclude<Refusal['refusal'], 'connected-elsewhere'>, ConsentError> = {
  'authentication-failed': 'access_denied',
  'address-refused': 'server_error',
  'not-a-caldav-server': 'server_error',
  'address-unreachable': 'temporarily_unavailable',
};

/** A user's consent at Google, from the redirect there to the profile that calendar-sync keeps. */
export class ConsentAtGoogle {
  constructor(private readonly parts: ConsentParts) {}

  /** Where to send the browser. `keep` is given the PKCE verifier. */
  async start(
    state: string,
    wanted: { scope: readonly Scope[]; locale: string | null; hint?: string | null },
    keep: (verifier: string) => void,
  ): Promise<string> {
    const { locale, hint = null } = wanted;
    const options = { locale, hint, scope: googleScopesFor(wanted.scope) };
    const outcome = await driveStrategy(this.parts.strategy, { query: {}, state, keep }, options);
    if (outcome.outcome !== 'redirect') throw new Error('the strategy did not redirect');
    return outcome.location;
  }

  async finish(journey: Journey, brought: Brought): Promise<ConsentOutcome> {
    const { log } = this.parts;
    try {
      if (brought.error !== '') throw failureOfRedirect(brought.error);
      const consent = await this.exchange(brought);
      return await this.connect(journey, consent);
    } catch (error) {
      const failure = failureIn(error);
      const { detail } = failure;
      logEvent(log, 'consent-failed', { provider_name: 'google', error: failure.error, detail: detail ?? null });
      return { outcome: 'failed', error: failure.error, description: failure.message };
    }
  }

  /** Tokens for a code, and whose they are; throws ConsentFailed. */
  async exchange({ code, state, verifier }: Brought): Promise<GoogleConsent> {
    const outcome = await driveStrategy(this.parts.strategy, { query: { code, state }, state, verifier });
    if (outcome.outcome !== 'consent') throw new ConsentFailed('server_error', 'Google sent no code.');
    return outcome.consent;
  }

  private async connect(journey: Journey, consent: GoogleConsent): Promise<ConsentOutcome> {
    const { email, subject } = consent;
    if (!hasCalendars(consent)) {
      await this.giveBack(consent);
      throw new ConsentFailed('access_denied', 'The user did not allow access to the calendars at Google.');
    }
    const identity = { hash: oauthIdentityHash('google', subject), name: email };
    const outcome = await connectIdentity(this.parts, journey, identity, (target) =>
      this.ask(target, consent, journey.tzid),
    );
    if (!('outcome' in outcome)) return { outcome: 'connected', journey: outcome };
    if (outcome.refusal === 'connected-elsewhere') return { outcome: 'connected-elsewhere', email };
    await this.giveBack(consent);
    throw new ConsentFailed(errors[outcome.refusal], outcome.description, outcome.refusal);
  }

  /** Has calendar-sync try the tokens and keep them; they travel sealed. */
  async ask(target: ConnectionTarget, consent: GoogleConsent, tzid: string): Promise<ConnectProfileReply> {
    const { client, sealer, clock } = this.parts;
    const tokens = {
      access_token: consent.accessToken,
      refresh_token: consent.refreshToken,
      expires_at: clock() + consent.expiresIn * 1000,
    };
    const answer = await client.ask(connectOauthProfile, {
      account_id: target.accountId,
      profile_id: target.profileId,
      provider_name: 'google' as const,
      subject: consent.subject,
      profile_name: consent.email,
      sealed_tokens: sealer.seal(JSON.stringify(tokens), `profile:${target.profileId}`),
      scope: consent.scope,
      default_tzid: tzid,
    });
    const isAway = answer instanceof DeadlineExceeded || answer instanceof BrokerUnavailable;
    if (isAway) throw new ConsentFailed('temporarily_unavailable', 'The calendar cannot be connected now.');
    if (answer instanceof AskFailed) throw answer;
    return answer;
  }

  /**
   * Revokes tokens that nobody keeps (RFC 7009), unless the person is connected here anyway: Google would take those
   * connections with them. Nothing depends on its success.
   */
  async giveBack({ subject, refreshToken }: GoogleConsent): Promise<void> {
    const { prisma, egress, revokeUrl, log } = this.parts;
    const identity_hash = oauthIdentityHash('google', subject);
    if ((await prisma.profileIdentity.count({ where: { identity_hash } })) > 0) return;
    await guardedRequest(egress.dispatcher, {
      url: new URL(revokeUrl),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: refreshToken }).toString(),
      signal: AbortSignal.timeout(5_000),
      maxBodyBytes: 65_536,
    }).catch((error: unknown) => logEvent(log, 'revocation-failed', { detail: String(error) }));
  }
}
