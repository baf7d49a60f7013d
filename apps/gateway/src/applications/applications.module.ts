import { Module } from '@nestjs/common';
import { AdministerDevelopersController } from './administer-developers/administer-developers.controller.js';
import { AdministerApplicationsController } from './administer-applications/administer-applications.controller.js';
import { ServeLogoController } from './serve-logo/serve-logo.controller.js';
import { DeleteApplicationController } from './delete-application/delete-application.controller.js';

@Module({
  controllers: [
    AdministerDevelopersController,
    AdministerApplicationsController,
    DeleteApplicationController,
    ServeLogoController,
  ],
})
export class ApplicationsModule {}
