import { Inject, Injectable } from '@nestjs/common';
import type { ConsentProviderId } from '@kalends/contracts';
import type { Sealer } from '@kalends/security';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { browserOf } from '../../http/browser/browser.js';
import { clockToken, configToken, sealerToken, type Clock } from '../../http/injection-tokens.js';
import { openState, sealState } from './sealed-state.js';

/** What a browser proves for a short time, without being linked to the account: an identity, or the application's word. */
export type Proof = { accountId: string } | { identityHash: string; provider: string };

type Expiring = { expires: number };

const minutes = 60_000;
const proofLifetime = 15 * minutes;

const labels = {
  proof: (browserId: string) => `proved-account:${browserId}`,
  signIn: (browserId: string, id: ConsentProviderId) => `${id}-list-state:${browserId}`,
};

/**
 * Proofs of whose accounts somebody may see and revoke in a browser that did not connect them. They are bound to the browser and expire,
 * so that nothing remains on a shared computer.
 */
@Injectable()
export class ProvedAccounts {
  constructor(
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  /** The list of the proved accounts. */
  addressOf(proof: Proof, browserId: string): string {
    const state = { ...proof, expires: this.clock() + proofLifetime };
    return `/connected-applications?proved=${encodeURIComponent(sealState(this.sealer, state, labels.proof(browserId)))}`;
  }

  open(request: FastifyRequest, sealed: unknown): Proof | null {
    return this.read<Proof>(request, sealed, labels.proof);
  }

  /** The state of a sign-in at a provider that only lists what is connected. */
  signInState(browserId: string, id: ConsentProviderId): string {
    return sealState(this.sealer, { expires: this.clock() + proofLifetime }, labels.signIn(browserId, id));
  }

  isSignIn(request: FastifyRequest, state: string, id: ConsentProviderId): boolean {
    return this.read(request, state, (browserId) => labels.signIn(browserId, id)) !== null;
  }

  private read<State>(request: FastifyRequest, sealed: unknown, labelOf: (browserId: string) => string): State | null {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const state = browserId === null ? null : openState<State & Expiring>(this.sealer, sealed, labelOf(browserId));
    return state !== null && state.expires > this.clock() ? state : null;
  }
}
