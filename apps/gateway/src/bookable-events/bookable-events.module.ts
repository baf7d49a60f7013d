import { Module } from '@nestjs/common';
import { BookableEventsController } from './manage-bookable-events/bookable-events.controller.js';

@Module({
  controllers: [BookableEventsController],
})
export class BookableEventsModule {}
