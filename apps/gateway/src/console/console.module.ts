import { Module } from '@nestjs/common';
import { CreateLinkController } from './create-link/create-link.controller.js';
import { OidcSignInController } from './oidc-sign-in/oidc-sign-in.controller.js';
import { ReadActivityController } from './read-activity/read-activity.controller.js';
import { ReadStatusController } from './read-status/read-status.controller.js';
import { ServeConsoleController } from './serve-console/serve-console.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';

@Module({
  controllers: [
    SignInController,
    OidcSignInController,
    CreateLinkController,
    ReadActivityController,
    ReadStatusController,
    ServeConsoleController,
  ],
})
export class ConsoleModule {}
