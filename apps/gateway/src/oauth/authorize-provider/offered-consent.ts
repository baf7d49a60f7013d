import type { OnModuleDestroy } from '@nestjs/common';
import { createEgress, type Egress } from '@kalends/security';
import { offersGoogle, type GatewayConfig } from '../../config.js';
import { ConsentAtGoogle, type ConsentDependencies } from './consent-at-google.handler.js';
import { RelinkAtGoogle } from './relink-at-google.handler.js';
import { GoogleStrategy } from './google-strategy.js';

type Shared = Omit<ConsentDependencies, 'strategy' | 'egress' | 'revokeUrl'>;

/** The consent at Google, if offered; closes its connections with the program. */
export class OfferedConsent implements OnModuleDestroy {
  readonly handler: ConsentAtGoogle | null;
  readonly relink: RelinkAtGoogle | null;
  readonly egress: Egress;

  constructor(config: GatewayConfig, shared: Shared) {
    this.egress = createEgress({ allowNetworks: config.ALLOW_NETWORKS ?? [] });
    this.handler = offersGoogle(config) ? new ConsentAtGoogle(this.dependenciesOf(config, shared)) : null;
    this.relink = this.handler && new RelinkAtGoogle(this.handler, shared);
  }

  onModuleDestroy(): Promise<void> {
    return this.egress.close();
  }

  private dependenciesOf(config: GatewayConfig, shared: Shared): ConsentDependencies {
    const client = {
      id: config.GOOGLE_CLIENT_ID ?? '',
      secret: config.GOOGLE_CLIENT_SECRET ?? '',
      authorizeUrl: config.GOOGLE_AUTHORIZE_URL,
      tokenUrl: config.GOOGLE_TOKEN_URL,
      userinfoUrl: config.GOOGLE_USERINFO_URL,
      callbackUrl: `${config.PUBLIC_URL}/oauth/providers/google/callback`,
    };
    const strategy = new GoogleStrategy(client, this.egress);
    return { ...shared, strategy, egress: this.egress, revokeUrl: config.GOOGLE_REVOKE_URL };
  }
}
