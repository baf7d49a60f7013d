import { Module } from '@nestjs/common';
import { OauthModule } from '../oauth/oauth.module.js';
import { AdministerCallbacksController } from './administer-callbacks.controller.js';
import { Callbacks } from './callbacks.js';
import { CallbacksController } from './callbacks.controller.js';
import { ChannelsController } from './channels/channels.controller.js';

@Module({
  imports: [OauthModule],
  controllers: [CallbacksController, AdministerCallbacksController, ChannelsController],
  providers: [Callbacks],
})
export class CallbacksModule {}
