import { Module } from '@nestjs/common';
import { CreateDeveloperController } from './create-developer/create-developer.controller.js';
import { AdministerApplicationsController } from './administer-applications/administer-applications.controller.js';
import { ServeLogoController } from './serve-logo/serve-logo.controller.js';
import { DeleteApplicationController } from './delete-application/delete-application.controller.js';

@Module({
  controllers: [
    CreateDeveloperController,
    AdministerApplicationsController,
    DeleteApplicationController,
    ServeLogoController,
  ],
})
export class ApplicationsModule {}
