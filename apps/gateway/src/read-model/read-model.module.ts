import { Module } from '@nestjs/common';
import { ProjectCalendarsHandler } from './project-calendars/project-calendars.handler.js';

@Module({
  controllers: [ProjectCalendarsHandler],
})
export class ReadModelModule {}
