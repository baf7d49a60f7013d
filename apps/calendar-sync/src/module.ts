import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@kalends/service';
import type { Pool } from 'pg';
import { ConnectProfileHandler } from './connect-profile/connect-profile.handler.js';
import type { ProviderOf } from './provider/providers.js';
import * as tokens from './providers.js';
import { TakeCommandsHandler } from './take-commands/take-commands.handler.js';

export interface CalendarSyncParts {
  pool: Pool;
  providerOf: ProviderOf;
  clock: tokens.Clock;
  wake: tokens.Wake;
  log: Logger;
}

@Module({})
export class CalendarSyncModule {
  static of(parts: CalendarSyncParts): DynamicModule {
    return {
      module: CalendarSyncModule,
      controllers: [TakeCommandsHandler, ConnectProfileHandler],
      providers: [
        { provide: tokens.poolToken, useValue: parts.pool },
        { provide: tokens.providerOfToken, useValue: parts.providerOf },
        { provide: tokens.clockToken, useValue: parts.clock },
        { provide: tokens.wakeToken, useValue: parts.wake },
        { provide: tokens.logToken, useValue: parts.log },
      ],
    };
  }
}
