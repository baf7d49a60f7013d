import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { resourcesQuery, type ResourcesQuery, type ResourcesReply } from '@kalends/contracts';
import { OnRequest } from '@kalends/messaging';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { logToken, poolToken, providerOfToken } from '../../injection-tokens.js';
import { ProviderError, type ProviderFailure } from '@kalends/provider-port/sync';
import type { ProviderOf } from '../../stored-credentials/provider-of.js';
import { findConnectedProfile } from '../../published-state/find-connected-profile.js';

type Refused = Extract<ResourcesReply, { outcome: 'refused' }>;

const refusals: Record<ProviderFailure, Refused['refusal']> = {
  'authentication-failed': 'not-connected',
  'address-refused': 'not-connected',
  'not-a-provider': 'not-supported',
  refused: 'not-supported',
  'calendar-gone': 'not-supported',
  'identity-not-proved': 'not-supported',
  unavailable: 'unavailable',
};

/** Shorter than the request's own deadline, as for the creation of a calendar. */
const deadlineMs = 12_000;

const refuse = (refusal: Refused['refusal'], description: string): Refused => ({
  outcome: 'refused',
  refusal,
  description,
});

/** Lists the rooms that a profile may list at its provider, as they are there now: nothing of them is stored. */
@Controller()
export class ListResourcesHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(providerOfToken) private readonly providerOf: ProviderOf,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @OnRequest(resourcesQuery)
  async list(@Payload() { account_id, profile_id }: ResourcesQuery): Promise<ResourcesReply> {
    const profile = await findConnectedProfile(this.pool, { account_id, profile_id });
    if ('refusal' in profile) return refuse(profile.refusal, profile.description);
    try {
      const listed = await this.providerOf(profile, 'write', AbortSignal.timeout(deadlineMs)).resources?.();
      return listed ? { outcome: 'listed', ...listed } : refuse('not-supported', 'The provider lists no rooms.');
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      logEvent(this.log, 'resources.refused', { profile_id, failure: error.failure, reason: error.message });
      return refuse(refusals[error.failure], error.message);
    }
  }
}
