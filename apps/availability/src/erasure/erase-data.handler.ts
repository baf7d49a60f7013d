import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { erasureRequested, type ErasureRequested } from '@kalends/contracts';
import { eraseDeadLettersOf, sqlOf, OnMessage } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool, PoolClient } from 'pg';
import { lockAccount } from '../busy-time/locks.js';
import { logToken, poolToken } from '../injection-tokens.js';

const tables = [
  'busy_block',
  'event',
  'calendar',
  'profile',
  'availability_rule',
  'available_period',
  'calendar_counting',
];

/** Deletes everything of an account, and late records do not restore it; idempotent. */
@Controller()
export class EraseDataHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @OnMessage(erasureRequested)
  async erase(@Payload() body: ErasureRequested) {
    const accounts = body.kind === 'account' ? [body.account_id] : body.account_ids;
    for (const accountId of accounts) await inTransaction(this.pool, (client) => this.eraseAccount(client, accountId));
    await eraseDeadLettersOf(sqlOf(this.pool), body);
    if (body.kind === 'application') await this.eraseApplication(body.client_id);
    logEvent(this.log, 'data.erased', { client_id: body.client_id, accounts: accounts.length });
  }

  private async eraseApplication(clientId: string): Promise<void> {
    for (const table of ['hold', 'bookable_event']) {
      await this.pool.query(`DELETE FROM ${table} WHERE client_id = $1`, [clientId]);
    }
  }

  private async eraseAccount(client: PoolClient, accountId: string): Promise<void> {
    await lockAccount(client, accountId);
    await client.query('INSERT INTO erased_account VALUES ($1) ON CONFLICT DO NOTHING', [accountId]);
    for (const table of tables) await client.query(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
    await client.query(
      'DELETE FROM hold USING hold_member AS one WHERE one.sub = $1 AND hold.client_id = one.client_id AND hold.hold_id = one.hold_id',
      [accountId],
    );
    await client.query('DELETE FROM member WHERE sub = $1', [accountId]);
  }
}
