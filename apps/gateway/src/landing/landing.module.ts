import { Module } from '@nestjs/common';
import { ShowLandingController } from './show-landing/show-landing.controller.js';
import { ConnectDemoController } from './connect-demo/connect-demo.controller.js';

@Module({
  controllers: [ShowLandingController, ConnectDemoController],
})
export class LandingModule {}
