import { Body, Controller, Get, HttpCode, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { enableCallbackEndpoint, listCallbacksQuery } from '@kalends/public-api';
import { Post } from '../http/idempotency/post.js';
import type { GatewayConfig } from '../config.js';
import { ApiKeyGuard, ApplicationOf, type CallingApplication } from '../http/api-key.js';
import { configToken } from '../http/injection-tokens.js';
import { validate } from '../http/refusals.js';
import { Callbacks } from './callbacks.js';
import { presentCallback } from './callbacks.present.js';

/** An application's own callbacks; those of others do not exist for it. */
@Controller('v1')
@UseGuards(ApiKeyGuard())
export class CallbacksController {
  private readonly base: string;

  constructor(
    private readonly callbacks: Callbacks,
    @Inject(configToken) config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {
    this.base = `${config.PUBLIC_URL}/v1`;
  }

  @Get('callbacks')
  list(@ApplicationOf() { clientId }: CallingApplication, @Query() input: unknown) {
    return this.callbacks.list(clientId, validate(listCallbacksQuery, input), this.base);
  }

  @Get('callbacks/pages/:cursor')
  next(@ApplicationOf() { clientId }: CallingApplication, @Param('cursor') cursor: string) {
    return this.callbacks.next(clientId, cursor, this.base);
  }

  @Get('callbacks/:callbackId')
  async read(@ApplicationOf() { clientId }: CallingApplication, @Param('callbackId') callbackId: string) {
    const { callback, body } = await this.callbacks.show(clientId, callbackId);
    return { ...presentCallback(callback), body };
  }

  @Post('callbacks/:callbackId/replay')
  @HttpCode(202)
  async replay(@ApplicationOf() { clientId }: CallingApplication, @Param('callbackId') callbackId: string) {
    await this.callbacks.replay(clientId, callbackId);
  }

  @Get('callback_endpoints')
  endpoints(@ApplicationOf() { clientId }: CallingApplication) {
    return this.callbacks.endpoints(clientId);
  }

  @Post('callback_endpoints/enable')
  @HttpCode(202)
  async enable(@ApplicationOf() { clientId }: CallingApplication, @Body() input: unknown) {
    await this.callbacks.enable(clientId, validate(enableCallbackEndpoint.body, input).url);
  }
}
