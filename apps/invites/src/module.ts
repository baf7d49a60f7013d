import { Module, type DynamicModule } from '@nestjs/common';
import type { Operations } from '@kalends/messaging';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { AnswerQueriesHandler } from './invites/answer-queries/answer-queries.handler.js';
import { EraseDataHandler } from './erasure/erase-data.handler.js';
import { AnswerOperationsHandler } from './operations/answer-operations.handler.js';
import * as tokens from './injection-tokens.js';
import type { MailReader } from './replies/reply-mail/mail-reader.js';
import type { ReplyAddresses } from './replies/reply-addresses.js';

interface InvitesDependencies {
  pool: Pool;
  operations: Operations;
  clock: tokens.Clock;
  wake: tokens.Wake;
  addresses: ReplyAddresses;
  reader: MailReader;
  log: Logger;
  /** Most invites of an application. */
  maxInvites: number;
}

@Module({})
export class InvitesModule {
  static of(dependencies: InvitesDependencies): DynamicModule {
    return {
      module: InvitesModule,
      controllers: [AnswerQueriesHandler, EraseDataHandler, AnswerOperationsHandler],
      providers: [
        { provide: tokens.poolToken, useValue: dependencies.pool },
        { provide: tokens.operationsToken, useValue: dependencies.operations },
        { provide: tokens.clockToken, useValue: dependencies.clock },
        { provide: tokens.wakeToken, useValue: dependencies.wake },
        { provide: tokens.addressesToken, useValue: dependencies.addresses },
        { provide: tokens.readerToken, useValue: dependencies.reader },
        { provide: tokens.logToken, useValue: dependencies.log },
        { provide: tokens.maxInvitesToken, useValue: dependencies.maxInvites },
      ],
    };
  }
}
