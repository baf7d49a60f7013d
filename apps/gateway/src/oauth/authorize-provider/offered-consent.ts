import { configToken, dependenciesToken } from '../../http/injection-tokens.js';
import { Inject, type OnModuleDestroy } from '@nestjs/common';
import { createEgress, type Egress } from '@kalends/security';
import type { GatewayConfig } from '../../config.js';
import { isConsentProvider, offers, type ConsentProviderId } from '../journey/consent-providers.js';
import { ConsentAtProvider, type ConsentDependencies } from './consent-at-provider.js';
import { google, microsoft, type ConsentProvider } from './consent-provider.js';
import { RelinkAtProvider } from './relink-at-provider.js';

type Shared = Omit<ConsentDependencies, 'provider' | 'egress'>;

/** The handlers of one provider. */
export interface Offered {
  provider: Pick<ConsentProvider, 'id' | 'name'>;
  consent: ConsentAtProvider;
  relink: RelinkAtProvider;
}

/** The consents at the providers that are offered; closes their connections with the program. */
export class OfferedConsent implements OnModuleDestroy {
  readonly egress: Egress;
  private readonly offered: Record<ConsentProviderId, Offered | null>;

  constructor(@Inject(configToken) config: GatewayConfig, @Inject(dependenciesToken) shared: Shared) {
    const egress = createEgress({ allowNetworks: config.ALLOW_NETWORKS ?? [] });
    const context = { config, egress, clock: shared.clock };
    const of = (id: ConsentProviderId, create: () => ConsentProvider) => {
      if (!offers(config, id)) return null;
      const dependencies = { ...shared, egress, provider: create() };
      const consent = new ConsentAtProvider(dependencies);
      return { provider: dependencies.provider, consent, relink: new RelinkAtProvider(consent, dependencies) };
    };
    this.egress = egress;
    this.offered = {
      google: of('google', () => google(context)),
      microsoft: of('microsoft', () => microsoft(context)),
    };
  }

  /** Null: not offered here, or no such provider. */
  at(id: unknown): Offered | null {
    return isConsentProvider(id) ? this.offered[id] : null;
  }

  onModuleDestroy(): Promise<void> {
    return this.egress.close();
  }
}
