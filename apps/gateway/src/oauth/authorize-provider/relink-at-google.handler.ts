import { logEvent } from '@kalends/service-runtime';
import { randomToken } from '@kalends/security';
import { oauthIdentityHash } from '../../accounts/identities.js';
import { stageConnection } from '../../accounts/stage-connection.js';
import { lockStaged, publishStaged } from '../../accounts/staged-connections.js';
import type { Relink } from '../journey/relink.js';
import {
  consentErrors,
  asConsentFailure,
  type ConsentResponse,
  type ConsentAtGoogle,
  type ConsentDependencies,
} from './consent-at-google.handler.js';
import { ConsentFailed, failureIn, failureOfRedirect } from './consent-failure.js';
import { hasCalendars } from './google-scopes.js';
import type { GoogleConsent } from './google-strategy.js';

export type RelinkOutcome =
  | { outcome: 'connected' }
  /** A different person than before consented. */
  | { outcome: 'another'; email: string }
  | { outcome: 'failed'; isAway: boolean };

/** A consent at Google that connects a disconnected profile again: only the same person's counts. */
export class RelinkAtGoogle {
  constructor(
    private readonly consent: ConsentAtGoogle,
    private readonly dependencies: Pick<ConsentDependencies, 'prisma' | 'client' | 'clock' | 'log'>,
  ) {}

  async finish(relink: Relink, response: ConsentResponse): Promise<RelinkOutcome> {
    try {
      if (response.error !== '') throw failureOfRedirect(response.error);
      return await this.connect(relink, response);
    } catch (error) {
      const { error: code, detail } = failureIn(error);
      const fields = { provider_name: 'google', error: code, detail: detail ?? null, profile_id: relink.profileId };
      logEvent(this.dependencies.log, 'profile.relink_failed', fields);
      return { outcome: 'failed', isAway: code === 'temporarily_unavailable' };
    }
  }

  private async connect(relink: Relink, response: ConsentResponse): Promise<RelinkOutcome> {
    const consent = await this.consent.exchange(response);
    const { accountId, clientId: client_id, profileId } = relink;
    const identity_hash = oauthIdentityHash('google', consent.subject);
    const where = { client_id, identity_hash, account_id: accountId, profile_id: profileId };
    const isSame = (await this.dependencies.prisma.profileIdentity.count({ where })) > 0;
    if (!isSame || !hasCalendars(consent.scope, relink.scope)) {
      await this.consent.revokeTokens(consent);
      if (!isSame) return { outcome: 'another', email: consent.email };
      throw new ConsentFailed('access_denied', 'The user did not allow access to the calendars at Google.');
    }
    await this.publish(relink, consent);
    return { outcome: 'connected' };
  }

  /** The owner requested it, and Google reports the same person: no further decision is needed. */
  private async publish({ accountId, clientId, profileId, expires }: Relink, consent: GoogleConsent): Promise<void> {
    const { prisma } = this.dependencies;
    const connection = { clientId, journeyId: randomToken(24), expires, defaultTzid: 'Etc/UTC' };
    const stagedId = await stageConnection(this.dependencies, {
      ...connection,
      ...this.consent.connectionOf(consent),
    }).catch(asConsentFailure);
    if (typeof stagedId !== 'string') {
      const { refusal, description } = stagedId;
      const error = refusal === 'connected-elsewhere' ? 'server_error' : consentErrors[refusal];
      throw new ConsentFailed(error === 'access_denied' ? 'server_error' : error, description, refusal);
    }
    await prisma.$transaction(async (db) => {
      const row = await lockStaged(db, stagedId, this.dependencies.clock());
      if (!row) throw new ConsentFailed('temporarily_unavailable', 'It took too long.', 'expired');
      await publishStaged(db, row, { accountId, profileId });
    });
  }
}
