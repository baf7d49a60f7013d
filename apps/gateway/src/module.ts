import { HealthModule } from '@kalends/service-runtime';
import { Module, type DynamicModule } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { ApplicationsModule } from './applications/applications.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AvailabilityModule } from './availability/availability.module.js';
import { BookableEventsModule } from './bookable-events/bookable-events.module.js';
import { BookingLinksModule } from './booking-links/booking-links.module.js';
import { CalendarsModule } from './calendars/calendars.module.js';
import { CallbacksModule } from './callbacks/callbacks.module.js';
import { ChangesModule } from './changes/changes.module.js';
import { ConsoleModule } from './console/console.module.js';
import { DeadLettersModule } from './dead-letters/dead-letters.module.js';
import { DocsModule } from './docs/docs.module.js';
import { ElementTokensModule } from './element-tokens/element-tokens.module.js';
import { EventsModule } from './events/events.module.js';
import { HttpModule } from './http/http.module.js';
import { InvitesModule } from './invites/invites.module.js';
import { LandingModule } from './landing/landing.module.js';
import { OauthModule } from './oauth/oauth.module.js';
import { ReadModelModule } from './read-model/read-model.module.js';
import { UsageModule } from './usage/usage.module.js';
import type { GatewayDependencies } from './dependencies.js';
import { SharedModule } from './shared.module.js';

const resources = [
  AccountsModule,
  ApplicationsModule,
  AuditModule,
  AvailabilityModule,
  BookableEventsModule,
  BookingLinksModule,
  CalendarsModule,
  CallbacksModule,
  ChangesModule,
  ConsoleModule,
  DeadLettersModule,
  DocsModule,
  ElementTokensModule,
  EventsModule,
  HttpModule,
  InvitesModule,
  LandingModule,
  OauthModule,
  ReadModelModule,
  UsageModule,
];

/** The gateway: a module for each resource, and what they share. */
@Module({})
export class GatewayModule {
  static of(dependencies: GatewayDependencies): DynamicModule {
    return {
      module: GatewayModule,
      imports: [HealthModule.of(dependencies.checks), SharedModule.of(dependencies), ...resources],
    };
  }
}
