import { Body, Controller, Delete, HttpCode, Inject, Query, UseGuards } from '@nestjs/common';
import { deleteEventsBody } from '@kalends/public-api';
import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { clockToken, poolToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { invalidField, validate } from '../../http/refusals.js';
import { acceptInto } from '../accept-write/accept-write.js';
import { Failed } from '../accept-write/write.js';
import { deletionOf } from '../accept-write/writes-of.js';
import { readConnections } from '../../read-model/connections.js';
import { lockAccount } from '../../read-model/account-locks.js';

/** Number of events loaded and stored by the same statements. */
const batchSize = 100;

interface Own {
  calendar_id: string;
  event_id: string;
}

const ownEventsSql = `
  SELECT calendar_id, event_id FROM event_state
  WHERE account_id = $1 AND calendar_id = ANY($2) AND event_id IS NOT NULL AND NOT deleted
  UNION SELECT calendar_id, event_id FROM pending_write
  WHERE account_id = $1 AND calendar_id = ANY($2) AND event_id IS NOT NULL AND NOT deleted`;

/** Deletes only the application's own events, never other appointments (EVT-18). */
@Controller('v1/events')
export class DeleteEventsController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  /** Parameters in the body or, as some clients send them, in the query. */
  @Delete()
  @HttpCode(202)
  @UseGuards(AccessTokenGuard('delete_event'))
  async remove(@CallerOf() caller: Caller, @Body() input: object | undefined, @Query() query: object) {
    const { calendar_ids } = validate(deleteEventsBody, { ...query, ...input });
    const calendarIds = await this.writable(caller.accountId, calendar_ids);
    const removeAll = (client: PoolClient) => this.removeAll(client, caller.accountId, calendarIds);
    await inTransaction(this.pool, removeAll, { first: (client) => lockAccount(client, caller.accountId) });
    this.relay.wake();
  }

  /** The named calendars, or all writable ones. */
  private async writable(accountId: string, named: string[] | undefined): Promise<string[]> {
    const { calendars } = await readConnections(this.pool, accountId);
    const isWritable = ({ calendar_readonly }: { calendar_readonly: boolean }) => !calendar_readonly;
    const writable = new Set(calendars.filter(isWritable).map(({ calendar_id }) => calendar_id));
    const index = (named ?? []).findIndex((id) => !writable.has(id));
    if (index >= 0) {
      const description = `${named![index]} is no calendar of this account that can be written to`;
      throw invalidField(`calendar_ids[${index}]`, 'invalid_calendar_ids', description);
    }
    return named ?? [...writable];
  }

  private async removeAll(client: PoolClient, accountId: string, calendarIds: string[]): Promise<void> {
    const { rows } = await client.query<Own>(ownEventsSql, [accountId, calendarIds]);
    const now = this.clock();
    for (let done = 0; done < rows.length; done += batchSize) {
      const writes = rows
        .slice(done, done + batchSize)
        .map(({ calendar_id: calendarId, event_id }) => deletionOf(event_id, { accountId, calendarId, now }));
      const failed = (await acceptInto(client, writes)).find((outcome) => outcome instanceof Failed);
      if (failed) throw failed.error;
    }
  }
}
