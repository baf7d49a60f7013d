import type { ConnectRefusal, StagedCredentials } from '@kalends/contracts';
import { losesRights, providerNamed, type CalendarRights } from '@kalends/provider-registry';
import type { Scope } from '@kalends/public-api';
import type { MessagingClient } from '@kalends/messaging';
import { toIso } from '@kalends/icalendar';
import { guardedRequest, type Egress, type Sealer } from '@kalends/security';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { oauthIdentityHash } from '../../accounts/identities.js';
import type { ConnectionRequest } from '../../accounts/stage-connection.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { Refusal } from '../../http/refusals.js';
import { connectInJourney } from '../journey/connect-in-journey.js';
import type { Journey } from '../journey/journey.js';
import {
  consentEnd,
  ConsentFailed,
  failureIn,
  type ConsentError,
  type Consent,
  driveStrategy,
} from '@kalends/provider-port/consent';
import type { ConsentProvider } from './consent-provider.js';
import { rightsFor } from './rights-for.js';

export interface ConsentDependencies {
  pool: Pool;
  prisma: PrismaClient;
  client: MessagingClient;
  sealer: Sealer;
  log: Logger;
  provider: ConsentProvider;
  egress: Pick<Egress, 'dispatcher'>;
  /** Current time, epoch ms. */
  clock: () => number;
}

/** What a consent is requested for. */
interface ConsentRequest {
  scope: readonly Scope[];
  /** The account that the calendar is connected to, if known. */
  accountId: string | null;
  locale: string | null;
  /** The e-mail address that the provider's page should suggest. */
  hint?: string | null;
  /** Whether only the person matters, not their calendars. */
  identityOnly?: boolean;
}

/** Parameters of the provider's redirect; its state has been checked. */
export interface ConsentResponse {
  state: string;
  verifier: string;
  code: string;
  error: string;
  /** For the provider's own half. */
  description: string;
}

type ConsentOutcome =
  | { outcome: 'connected'; journey: Journey }
  | { outcome: 'connected-elsewhere'; email: string }
  | { outcome: 'failed'; failure: ConsentFailed };

/** The user left a required box unticked. */
export const noCalendars = ({ name }: Pick<ConsentProvider, 'name'>) =>
  new ConsentFailed('access_denied', `The user did not allow access to the calendars at ${name}.`);

export const consentErrors: Record<ConnectRefusal, ConsentError> = {
  'authentication-failed': 'access_denied',
  'address-refused': 'server_error',
  'not-a-caldav-server': 'server_error',
  'address-unreachable': 'temporarily_unavailable',
  'identity-not-proved': 'server_error',
  'another-user': 'server_error',
  'unknown-profile': 'server_error',
};

/** calendar-sync or the bus cannot be reached: the consent fails. */
export function asConsentFailure(error: unknown): never {
  if (error instanceof Refusal)
    throw new ConsentFailed('temporarily_unavailable', 'The calendar cannot be connected now.');
  throw error;
}

/** A user's consent at a provider, from the redirect there to the profile that calendar-sync stores. */
export class ConsentAtProvider {
  constructor(private readonly dependencies: ConsentDependencies) {}

  /**
   * Returns the provider's address for the redirect. `keep` receives the PKCE verifier. The scopes of the account's existing
   * tokens are requested too, so that a later consent for less does not remove write access to a calendar.
   */
  async start(state: string, requested: ConsentRequest, keep: (verifier: string) => void): Promise<string> {
    const { provider } = this.dependencies;
    const { locale, hint = null, accountId, identityOnly = false } = requested;
    const scope = [...requested.scope, ...(accountId === null ? [] : await this.allowed(accountId))];
    const fewest = identityOnly ? provider.identityScopes : undefined;
    const options = { locale, hint, scope: [...(fewest ?? provider.scopesFor(rightsFor(scope)))] };
    const outcome = await driveStrategy(provider.strategy, { query: {}, state, keep }, options);
    if (outcome.outcome !== 'redirect') throw new Error('the strategy did not redirect');
    return outcome.location;
  }

  async finish(journey: Journey, response: ConsentResponse): Promise<ConsentOutcome> {
    const { log, provider } = this.dependencies;
    try {
      if (response.error !== '') throw provider.failureOfRedirect(response.error, response.description);
      const consent = await this.exchange(response);
      return await this.connect(journey, consent);
    } catch (error) {
      const failure = failureIn(error);
      const { error: code, detail = null } = failure;
      logEvent(log, 'consent.failed', { provider_name: provider.id, error: code, detail });
      return { outcome: 'failed', failure };
    }
  }

  /** Who signed in; the tokens are revoked. */
  async identify(response: ConsentResponse): Promise<{ identityHash: string } | ConsentFailed> {
    const { provider } = this.dependencies;
    try {
      if (response.error !== '') throw provider.failureOfRedirect(response.error, response.description);
      const consent = await this.exchange(response);
      await this.revokeTokens(consent);
      return { identityHash: oauthIdentityHash(provider.id, consent.subject) };
    } catch (error) {
      return failureIn(error);
    }
  }

  /** Tokens for a code, and their owner; throws ConsentFailed. */
  async exchange({ code, state, verifier }: ConsentResponse): Promise<Consent> {
    const { provider } = this.dependencies;
    const outcome = await driveStrategy(provider.strategy, { query: { code, state }, state, verifier });
    if (outcome.outcome !== 'consent') throw new ConsentFailed('server_error', `${provider.name} sent no code.`);
    return outcome.consent;
  }

  private async allowed(account_id: string): Promise<Scope[]> {
    const select = { scope: true };
    const grants = await this.dependencies.prisma.authorizationGrant.findMany({ where: { account_id }, select });
    return grants.flatMap(({ scope }) => scope as Scope[]);
  }

  private async connect(journey: Journey, consent: Consent): Promise<ConsentOutcome> {
    const { email } = consent;
    const { provider } = this.dependencies;
    const needed = rightsFor(journey.request.scope);
    if (!provider.covers(consent.scope, needed)) {
      await this.revokeTokens(consent);
      throw noCalendars(provider);
    }
    const endsAt = consentEnd(consent.consentExpiresIn, this.dependencies.clock());
    const outcome = await connectInJourney(this.dependencies, journey, {
      ...this.connectionOf(consent, needed),
      endsAt,
    }).catch(asConsentFailure);
    if (!('outcome' in outcome)) {
      this.report(consent);
      return { outcome: 'connected', journey: outcome };
    }
    if (outcome.refusal === 'connected-elsewhere') return { outcome: 'connected-elsewhere', email };
    await this.revokeTokens(consent);
    throw new ConsentFailed(consentErrors[outcome.refusal], outcome.description, { detail: outcome.refusal });
  }

  /** For the operator: a consent that its provider ends by itself. */
  report({ consentExpiresIn }: Consent): void {
    const { log, clock, provider } = this.dependencies;
    const ends = consentEnd(consentExpiresIn, clock());
    if (ends === undefined) return;
    const warning = `${provider.name} ends this consent by itself. ${provider.ending?.why ?? ''}`.trim();
    logEvent(log, 'consent.end_reported', { provider_name: provider.id, ends_at: toIso(ends), warning });
  }

  /** The connection to stage: tokens are sealed in transit, and the address counts only if the provider vouches for it. */
  connectionOf(consent: Consent, needed: CalendarRights): Pick<ConnectionRequest, 'credentials' | 'consented'> {
    const { sealer, clock, provider } = this.dependencies;
    const { providerName, subject, email, emailVerified, scope } = consent;
    const now = clock();
    const refresh_ends_at = consentEnd(consent.consentExpiresIn, now);
    const tokens = {
      access_token: consent.accessToken,
      refresh_token: consent.refreshToken,
      expires_at: now + consent.expiresIn * 1000,
      ...(refresh_ends_at === undefined ? {} : { refresh_ends_at }),
    };
    const rightsIn = providerNamed(providerName)?.rightsIn;
    const isLess =
      (rightsIn !== undefined && losesRights(needed, rightsIn(scope))) ||
      provider.coversOptional?.(scope, needed) === false;
    const credentials = (profileId: string): StagedCredentials => ({
      kind: 'oauth',
      provider_name: providerName,
      subject,
      profile_name: email,
      sealed_tokens: sealer.seal(JSON.stringify(tokens), `profile:${profileId}`),
      scope,
      ...(isLess ? { less_granted: true } : {}),
    });
    const identityHash = oauthIdentityHash(provider.id, subject);
    return { credentials, consented: { identityHash, email: emailVerified ? email : null } };
  }

  /**
   * Revokes unused tokens (RFC 7009), unless the person is connected here anyway: the provider would revoke those connections too.
   * Best effort; not every provider has an endpoint for it.
   */
  async revokeTokens({ subject, refreshToken }: Consent): Promise<void> {
    const { prisma, egress, provider, log } = this.dependencies;
    const { revokeUrl } = provider;
    if (revokeUrl === null) return;
    const identity_hash = oauthIdentityHash(provider.id, subject);
    if ((await prisma.profileIdentity.count({ where: { identity_hash } })) > 0) return;
    if ((await prisma.stagedConnection.count({ where: { identity_hash } })) > 0) return;
    await guardedRequest(egress.dispatcher, {
      url: new URL(revokeUrl),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: refreshToken }).toString(),
      signal: AbortSignal.timeout(5_000),
      maxBodyBytes: 65_536,
    }).catch((error: unknown) => logEvent(log, 'token.revocation_failed', { detail: String(error) }));
  }
}
