import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CredentialKinds } from '../../tokens/credential-kind.js';
import { Strangers } from '../rate-limit/strangers.js';
import type { Refusal } from '../refusals.js';
import { noCredential, wrongCredential, type Needed } from './wrong-credential.js';

type Sent = Pick<FastifyRequest, 'headers' | 'ip'>;

/** Refuses requests that no credential admits, and counts those of strangers: 401, or 429 when there are too many. */
@Injectable()
export class CredentialRefusals {
  constructor(
    private readonly kinds: CredentialKinds,
    private readonly strangers: Strangers,
  ) {}

  /** The refusal of a request without a credential. */
  async missing(request: Sent, needed: Needed): Promise<Refusal> {
    await this.strangers.count(request.ip);
    return noCredential(request, needed);
  }

  /**
   * The refusal of a credential. One of an application, expired or of the wrong kind, counts as a request of that application
   * instead: its client must learn that it has to refresh it, whoever shares its address.
   */
  async wrong(request: Sent, given: string, needed: Needed): Promise<Refusal> {
    const kind = await this.kinds.of(given);
    const isKnown = kind === 'access-token' || kind === 'expired-token' || kind === 'api-key';
    if (!isKnown) await this.strangers.count(request.ip);
    return wrongCredential(kind, needed);
  }
}
