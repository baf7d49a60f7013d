import { Module } from '@nestjs/common';
import { ServeMarkController } from './serve-mark/serve-mark.controller.js';
import { ShowLandingController } from './show-landing/show-landing.controller.js';
import { ConnectDemoController } from './connect-demo/connect-demo.controller.js';

@Module({
  controllers: [ShowLandingController, ConnectDemoController, ServeMarkController],
})
export class LandingModule {}
