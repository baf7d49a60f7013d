import { Module } from '@nestjs/common';
import { CountRequests } from './count-requests.js';
import { ListErrorsController } from './list-errors.controller.js';
import { ReadUsageController } from './read-usage.controller.js';

@Module({ controllers: [ListErrorsController, ReadUsageController], providers: [CountRequests] })
export class UsageModule {}
