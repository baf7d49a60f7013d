import { configToken, dependenciesToken } from '../../http/injection-tokens.js';
import { Inject, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { ConsentProviderId } from '@kalends/contracts';
import { providers } from '@kalends/provider-registry';
import { createEgress, sha256, type Egress } from '@kalends/security';
import type { GatewayConfig } from '../../config.js';
import type { Approvals, ApprovalUrl } from '../journey/approvals.js';
import type { Registration, Registrations } from '../journey/registrations.js';
import { offers } from '../journey/consent-providers.js';
import { ConsentAtProvider, type ConsentDependencies } from './consent-at-provider.js';
import type { ConsentProvider } from './consent-provider.js';
import { RelinkAtProvider } from './relink-at-provider.js';

type Shared = Omit<ConsentDependencies, 'provider' | 'egress'>;

/** The handlers of one provider. */
export interface Offered {
  provider: Pick<ConsentProvider, 'id' | 'name' | 'approvalUrl'>;
  registration: Registration;
  consent: ConsentAtProvider;
  relink: RelinkAtProvider;
}

/** Settings are compared as a whole, the secret among them, of which nothing can be read in a digest. */
const digestOf = (config: GatewayConfig, names: readonly string[], callbackUrl: string) => {
  const values = new Map(Object.entries(config));
  return sha256(JSON.stringify([callbackUrl, ...[...names].sort().map((name) => [name, values.get(name) ?? null])]));
};

/** The consents at the providers that are offered; closes their connections with the program. */
export class OfferedConsent implements Approvals, Registrations, OnModuleInit, OnModuleDestroy {
  readonly egress: Egress;
  private readonly offered = new Map<unknown, Offered>();

  constructor(
    @Inject(configToken) private readonly config: GatewayConfig,
    @Inject(dependenciesToken) private readonly shared: Shared,
  ) {
    this.egress = createEgress({ allowNetworks: config.ALLOW_NETWORKS ?? [] });
  }

  /** Loads the consent halves of the providers that are offered. */
  async onModuleInit(): Promise<void> {
    const { config, shared, egress } = this;
    for (const { id, name, consent, settings } of providers) {
      if (!consent || !offers(config, id)) continue;
      const callbackUrl = `${config.PUBLIC_URL}/oauth/providers/${id}/callback`;
      const half = (await consent.load()).create({ config, egress, clock: shared.clock, callbackUrl });
      const provider = { ...half, id: id as ConsentProviderId, name };
      const dependencies = { ...shared, egress, provider };
      const atProvider = new ConsentAtProvider(dependencies);
      this.offered.set(id, {
        provider,
        registration: {
          redirectAddress: callbackUrl,
          client: digestOf(config, Object.keys(settings.gateway), callbackUrl),
          check: half.check,
          ...(half.ending ? { ending: half.ending } : {}),
        },
        consent: atProvider,
        relink: new RelinkAtProvider(atProvider, dependencies),
      });
    }
  }

  /** Null: not offered here, or no such provider. */
  at(id: unknown): Offered | null {
    return this.offered.get(id) ?? null;
  }

  approvalUrlAt(id: unknown): ApprovalUrl | null {
    return this.at(id)?.provider.approvalUrl ?? null;
  }

  registrationAt(id: unknown): Registration | null {
    return this.at(id)?.registration ?? null;
  }

  onModuleDestroy(): Promise<void> {
    return this.egress.close();
  }
}
