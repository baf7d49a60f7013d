import { Module } from '@nestjs/common';
import { ApplicationCalendarsController } from './application-calendars/application-calendars.controller.js';
import { CreateCalendarController } from './create-calendar/create-calendar.controller.js';
import { ListResourcesController } from './list-resources/list-resources.controller.js';
import { ProviderNotificationsController } from './receive-provider-notification/provider-notifications.controller.js';
import { OpenApplicationCalendar } from './application-calendars/open-application-calendar.js';

@Module({
  controllers: [
    ApplicationCalendarsController,
    CreateCalendarController,
    ListResourcesController,
    ProviderNotificationsController,
  ],
  providers: [OpenApplicationCalendar],
})
export class CalendarsModule {}
