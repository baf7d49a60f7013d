import { logEvent } from '@kalends/service';
import { oauthIdentityHash } from '../accounts/oauth-identity.js';
import type { Relink } from '../journey/relink.js';
import type { Brought, ConsentAtGoogle, ConsentParts } from './consent-at-google.handler.js';
import { ConsentFailed, failureIn, failureOfRedirect } from './consent-failure.js';
import { hasCalendars } from './google-strategy.js';

export type RelinkOutcome =
  | { outcome: 'connected' }
  /** Somebody else than before consented. */
  | { outcome: 'another'; email: string }
  | { outcome: 'failed'; isAway: boolean };

/** A consent at Google that connects a disconnected profile again: only the same person's counts. */
export class RelinkAtGoogle {
  constructor(
    private readonly consent: ConsentAtGoogle,
    private readonly parts: Pick<ConsentParts, 'prisma' | 'log'>,
  ) {}

  async finish(relink: Relink, brought: Brought): Promise<RelinkOutcome> {
    try {
      if (brought.error !== '') throw failureOfRedirect(brought.error);
      return await this.connect(relink, brought);
    } catch (error) {
      const { error: code, detail } = failureIn(error);
      const fields = { provider_name: 'google', error: code, detail: detail ?? null, profile_id: relink.profileId };
      logEvent(this.parts.log, 'relink-failed', fields);
      return { outcome: 'failed', isAway: code === 'temporarily_unavailable' };
    }
  }

  private async connect(relink: Relink, brought: Brought): Promise<RelinkOutcome> {
    const consent = await this.consent.exchange(brought);
    const { accountId, clientId: client_id, profileId } = relink;
    const identity_hash = oauthIdentityHash('google', consent.subject);
    const where = { client_id, identity_hash, account_id: accountId, profile_id: profileId };
    const isSame = (await this.parts.prisma.profileIdentity.count({ where })) > 0;
    if (!isSame || !hasCalendars(consent)) {
      await this.consent.giveBack(consent);
      if (!isSame) return { outcome: 'another', email: consent.email };
      throw new ConsentFailed('access_denied', 'The user did not allow access to the calendars at Google.');
    }
    const reply = await this.consent.ask({ accountId, profileId }, consent, 'Etc/UTC');
    if (reply.outcome === 'connected') return { outcome: 'connected' };
    throw new ConsentFailed(
      reply.refusal === 'address-unreachable' ? 'temporarily_unavailable' : 'server_error',
      reply.description,
      reply.refusal,
    );
  }
}
