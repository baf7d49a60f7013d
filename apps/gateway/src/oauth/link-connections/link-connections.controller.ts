import { Controller, HttpCode, Inject, UseGuards } from '@nestjs/common';
import type { Sealer } from '@kalends/security';
import type { GatewayConfig } from '../../config.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { Post } from '../../http/idempotency/post.js';
import { clockToken, configToken, sealerToken, type Clock } from '../../http/injection-tokens.js';
import { sealConnectionsLink } from '../journey/connections-link.js';

/** Where an application sends its user to see and revoke what it may do, in any browser. */
@Controller('v1/connections_links')
@UseGuards(AccessTokenGuard())
export class LinkConnectionsController {
  constructor(
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  create(@CallerOf() { accountId }: Caller) {
    const link = sealConnectionsLink(this.sealer, accountId, this.clock());
    return { url: `${this.config.PUBLIC_URL}/connected-applications/open?link=${encodeURIComponent(link)}` };
  }
}
