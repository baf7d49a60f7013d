import { Controller, HttpCode, Inject, UseGuards } from '@nestjs/common';
import type { Sealer } from '@kalends/security';
import { Post } from '../../http/idempotency/post.js';
import { sealLinkToken } from '../link-token.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { clockToken, sealerToken, type Clock } from '../../http/injection-tokens.js';

@Controller('v1/link_tokens')
@UseGuards(AccessTokenGuard())
export class LinkAccountsController {
  constructor(
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  create(@CallerOf() { accountId, clientId }: Caller) {
    return { link_token: sealLinkToken(this.sealer, { accountId, clientId }, this.clock()) };
  }
}
