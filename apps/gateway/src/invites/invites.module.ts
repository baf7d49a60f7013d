import { Module } from '@nestjs/common';
import { SmartInvitesController } from './smart-invites.controller.js';
import { AdministerSmartInvitesController } from './administer-smart-invites.controller.js';

@Module({
  controllers: [SmartInvitesController, AdministerSmartInvitesController],
})
export class InvitesModule {}
