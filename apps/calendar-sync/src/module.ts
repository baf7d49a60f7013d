import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@kalends/service-runtime';
import type { Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import { CreateCalendarHandler } from './calendars/create-calendar/create-calendar.handler.js';
import type { ConnectionOf, ProviderOf } from './providers/port/providers.js';
import * as tokens from './providers.js';
import { SettleProfileHandler } from './profiles/settle-profile/settle-profile.handler.js';
import { StageProfileHandler } from './profiles/stage-profile/stage-profile.handler.js';
import { TakeNotificationsHandler } from './sync/take-notifications/take-notifications.handler.js';
import { TakeCommandsHandler } from './commands/take-commands.handler.js';

interface CalendarSyncParts {
  pool: Pool;
  providerOf: ProviderOf;
  connectionOf: ConnectionOf;
  sealer: Sealer;
  clock: tokens.Clock;
  wake: tokens.Wake;
  log: Logger;
}

@Module({})
export class CalendarSyncModule {
  static of(parts: CalendarSyncParts): DynamicModule {
    return {
      module: CalendarSyncModule,
      controllers: [
        TakeCommandsHandler,
        StageProfileHandler,
        SettleProfileHandler,
        CreateCalendarHandler,
        TakeNotificationsHandler,
      ],
      providers: [
        { provide: tokens.poolToken, useValue: parts.pool },
        { provide: tokens.providerOfToken, useValue: parts.providerOf },
        { provide: tokens.connectionOfToken, useValue: parts.connectionOf },
        { provide: tokens.sealerToken, useValue: parts.sealer },
        { provide: tokens.clockToken, useValue: parts.clock },
        { provide: tokens.wakeToken, useValue: parts.wake },
        { provide: tokens.logToken, useValue: parts.log },
      ],
    };
  }
}
