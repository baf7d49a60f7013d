import { logEvent } from '@kalends/service-runtime';
import { randomToken } from '@kalends/security';
import { oauthIdentityHash } from '../../accounts/identities.js';
import { stageConnection } from '../../accounts/stage-connection.js';
import { lockStaged, publishStaged } from '../../accounts/staged-connections.js';
import type { Relink } from '../journey/relink.js';
import {
  consentErrors,
  asConsentFailure,
  noCalendars,
  type ConsentResponse,
  type ConsentAtProvider,
  type ConsentDependencies,
} from './consent-at-provider.js';
import { rightsFor } from './rights-for.js';
import { ConsentFailed, failureIn, type Consent } from '@kalends/provider-port/consent';

export type RelinkOutcome =
  | { outcome: 'connected' }
  /** A different person than before consented. */
  | { outcome: 'another'; email: string }
  | { outcome: 'failed'; failure: ConsentFailed };

/** A consent at a provider that connects a disconnected profile again: only the same person's counts. */
export class RelinkAtProvider {
  constructor(
    private readonly consent: ConsentAtProvider,
    private readonly dependencies: Pick<ConsentDependencies, 'prisma' | 'client' | 'clock' | 'log' | 'provider'>,
  ) {}

  async finish(relink: Relink, response: ConsentResponse): Promise<RelinkOutcome> {
    const { log, provider } = this.dependencies;
    try {
      if (response.error !== '') throw provider.failureOfRedirect(response.error, response.description);
      return await this.connect(relink, response);
    } catch (error) {
      const failure = failureIn(error);
      const { error: code, detail = null } = failure;
      const fields = { provider_name: provider.id, error: code, detail, profile_id: relink.profileId };
      logEvent(log, 'profile.relink_failed', fields);
      return { outcome: 'failed', failure };
    }
  }

  private async connect(relink: Relink, response: ConsentResponse): Promise<RelinkOutcome> {
    const consent = await this.consent.exchange(response);
    const { accountId, clientId: client_id, profileId } = relink;
    const { prisma, provider } = this.dependencies;
    const identity_hash = oauthIdentityHash(provider.id, consent.subject);
    const where = { client_id, identity_hash, account_id: accountId, profile_id: profileId };
    const isSame = (await prisma.profileIdentity.count({ where })) > 0;
    if (!isSame || !provider.covers(consent.scope, rightsFor(relink.scope))) {
      await this.consent.revokeTokens(consent);
      if (!isSame) return { outcome: 'another', email: consent.email };
      throw noCalendars(provider);
    }
    await this.publish(relink, consent);
    this.consent.report(consent);
    return { outcome: 'connected' };
  }

  /** The owner requested it, and the provider reports the same person: no further decision is needed. */
  private async publish({ accountId, clientId, profileId, expires, scope }: Relink, consent: Consent): Promise<void> {
    const { prisma } = this.dependencies;
    const connection = { clientId, journeyId: randomToken(24), expires, defaultTzid: 'Etc/UTC' };
    const stagedId = await stageConnection(this.dependencies, {
      ...connection,
      ...this.consent.connectionOf(consent, rightsFor(scope)),
    }).catch(asConsentFailure);
    if (typeof stagedId !== 'string') {
      const { refusal, description } = stagedId;
      const error = refusal === 'connected-elsewhere' ? 'server_error' : consentErrors[refusal];
      throw new ConsentFailed(error === 'access_denied' ? 'server_error' : error, description, { detail: refusal });
    }
    const published = await prisma.$transaction(async (db) => {
      const row = await lockStaged(db, stagedId, this.dependencies.clock());
      if (!row) throw new ConsentFailed('temporarily_unavailable', 'It took too long.', { detail: 'expired' });
      return publishStaged(db, row, { accountId, profileId });
    });
    if (published !== 'published')
      throw new ConsentFailed('access_denied', 'The application no longer has access to the account.');
  }
}
