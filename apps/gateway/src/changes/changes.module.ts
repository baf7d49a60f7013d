import { Module } from '@nestjs/common';
import { ListChangesController } from './list-changes/list-changes.controller.js';
import { RecordInviteChangesHandler } from './record-invite-changes/record-invite-changes.handler.js';

@Module({
  controllers: [ListChangesController, RecordInviteChangesHandler],
})
export class ChangesModule {}
