import { Controller, Get, Inject, Query, UseGuards } from '@nestjs/common';
import { listChangesQuery } from '@kalends/public-api';
import type { Pool } from 'pg';
import { ApiKeyOrTokenGuard, ApplicationOf, type CallingApplication } from '../../http/api-key.js';
import { clockToken, cursorKeyToken, poolToken, type Clock } from '../../http/injection-tokens.js';
import { insufficientScope, invalidField, validate, type Refusal } from '../../http/refusals.js';
import { decideCursor } from './change-cursor.js';
import { newestPlace, readChanges, type LogOwner } from './changes.queries.js';
import { presentChanges } from './changes.present.js';

const scopes = ['read_events', 'read_free_busy'];

const refusals = {
  invalid: ['cursor_invalid', 'cursor was not issued for these credentials: use one of an earlier answer as it is.'],
  expired: [
    'cursor_expired',
    'cursor is older than 30 days, as long as changes are kept, or than a restored database: begin again without a cursor, and then read everything once.',
  ],
} as const;

function refusalOf(reason: keyof typeof refusals): Refusal {
  const [errorKey, description] = refusals[reason];
  return invalidField('cursor', errorKey, description);
}

function ownerOf({ clientId, user }: CallingApplication): LogOwner {
  if (!user) return { clientId };
  if (!scopes.some((one) => user.scope.includes(one))) throw insufficientScope(scopes);
  return { accountId: user.accountId };
}

/** The log of changes (CHG-1), of an account or of an application. */
@Controller('v1/changes')
export class ListChangesController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(cursorKeyToken) private readonly key: Buffer,
  ) {}

  @Get()
  @UseGuards(ApiKeyOrTokenGuard())
  async list(@ApplicationOf() caller: CallingApplication, @Query() input: unknown) {
    const owner = ownerOf(caller);
    const { cursor, limit } = validate(listChangesQuery, input);
    const options = { owner, key: this.key, now: this.clock() };
    if (cursor === undefined) {
      const next = await newestPlace(this.pool, owner);
      return presentChanges({ changes: [], next, hasMore: false }, options);
    }
    const after = decideCursor(cursor, options);
    if (after === 'invalid' || after === 'expired') throw refusalOf(after);
    const read = await readChanges(this.pool, owner, { after, limit });
    if (!read) throw refusalOf('expired');
    return presentChanges(read, options);
  }
}
