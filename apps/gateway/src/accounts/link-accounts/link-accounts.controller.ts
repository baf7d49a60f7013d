import { Controller, HttpCode, Inject, UseGuards } from '@nestjs/common';
import type { Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { sealLinkToken } from '../link-token.js';
import { refuseMoreProfiles } from '../refuse-more-profiles.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { clockToken, poolToken, sealerToken, type Clock } from '../../http/injection-tokens.js';

@Controller('v1/link_tokens')
@UseGuards(AccessTokenGuard())
export class LinkAccountsController {
  constructor(
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(poolToken) private readonly pool: Pool,
  ) {}

  @Post()
  @HttpCode(200)
  async create(@CallerOf() { accountId, clientId }: Caller) {
    await refuseMoreProfiles(this.pool, accountId, 'link_token');
    return { link_token: sealLinkToken(this.sealer, { accountId, clientId }, this.clock()) };
  }
}
