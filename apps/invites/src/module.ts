import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { AnswerQueriesHandler } from './invites/answer-queries/answer-queries.handler.js';
import { EraseDataHandler } from './erasure/erase-data.handler.js';
import * as tokens from './providers.js';
import type { MailReader } from './replies/reply-mail/mail-reader.js';
import type { ReplyAddresses } from './replies/reply-addresses.js';

interface InvitesParts {
  pool: Pool;
  clock: tokens.Clock;
  wake: tokens.Wake;
  addresses: ReplyAddresses;
  reader: MailReader;
  log: Logger;
}

@Module({})
export class InvitesModule {
  static of(parts: InvitesParts): DynamicModule {
    return {
      module: InvitesModule,
      controllers: [AnswerQueriesHandler, EraseDataHandler],
      providers: [
        { provide: tokens.poolToken, useValue: parts.pool },
        { provide: tokens.clockToken, useValue: parts.clock },
        { provide: tokens.wakeToken, useValue: parts.wake },
        { provide: tokens.addressesToken, useValue: parts.addresses },
        { provide: tokens.readerToken, useValue: parts.reader },
        { provide: tokens.logToken, useValue: parts.log },
      ],
    };
  }
}
