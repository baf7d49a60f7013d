import { Module } from '@nestjs/common';
import { CallbacksController } from './callbacks.controller.js';
import { AdministerCallbacksController } from './administer-callbacks.controller.js';
import { ChannelsController } from './channels/channels.controller.js';
import { Callbacks } from './callbacks.handler.js';
import { OauthModule } from '../oauth/oauth.module.js';
import { egressToken } from '../http/injection-tokens.js';
import { OfferedConsent } from '../oauth/authorize-provider/offered-consent.js';

@Module({
  imports: [OauthModule],
  controllers: [CallbacksController, AdministerCallbacksController, ChannelsController],
  providers: [
    Callbacks,
    { provide: egressToken, useFactory: ({ egress }: OfferedConsent) => egress, inject: [OfferedConsent] },
  ],
})
export class CallbacksModule {}
