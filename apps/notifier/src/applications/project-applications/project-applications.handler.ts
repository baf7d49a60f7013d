import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  applicationState,
  erasureRequested,
  type ApplicationStateRecord,
  type ErasureRequested,
} from '@kalends/contracts';
import { eraseDeadLettersOf, sqlOf, OnMessage } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool, PoolClient } from 'pg';
import { eraseAccounts } from '../../channels/remove-channels.js';
import { clockToken, logToken, poolToken, wakeToken, type Clock, type Wake } from '../../injection-tokens.js';

const upsertSql = `
  INSERT INTO application (client_id, revision, deleted, secrets) VALUES ($1, $2, $3, $4)
  ON CONFLICT (client_id) DO UPDATE
  SET revision = excluded.revision, deleted = excluded.deleted, secrets = excluded.secrets
  WHERE application.revision < excluded.revision AND (excluded.deleted OR NOT application.deleted)`;

/** Callback secrets: the projection of the gateway's applications; and the erasure of applications and accounts. */
@Controller()
export class ProjectApplicationsHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @OnMessage(applicationState)
  async handle(@Payload() { client_id, revision, deleted, secrets }: ApplicationStateRecord) {
    await inTransaction(this.pool, async (client) => {
      const values = [client_id, revision, deleted, JSON.stringify(deleted ? [] : secrets)];
      const { rowCount } = await client.query({ name: 'upsert-application', text: upsertSql, values });
      if (deleted && rowCount === 1) await this.erase(client, client_id);
    });
    this.wake();
  }

  /** Naturally idempotent: deletions are final, and a deleted application gets no more callbacks. */
  @OnMessage(erasureRequested)
  async eraseAll(@Payload() erasure: ErasureRequested) {
    await inTransaction(this.pool, async (client) => {
      const accountIds = erasure.kind === 'account' ? [erasure.account_id] : erasure.account_ids;
      await eraseAccounts(client, accountIds, this.clock());
      await eraseDeadLettersOf(sqlOf(client), erasure);
      if (erasure.kind === 'account') return;
      await client.query(
        `INSERT INTO application (client_id, revision, deleted, secrets) VALUES ($1, 0, true, '[]')
         ON CONFLICT (client_id) DO UPDATE SET deleted = true, secrets = '[]'`,
        [erasure.client_id],
      );
      await this.erase(client, erasure.client_id);
    });
  }

  private async erase(client: PoolClient, clientId: string): Promise<void> {
    const of = [clientId];
    await client.query('DELETE FROM channel WHERE client_id = $1', of);
    await client.query('DELETE FROM delivery WHERE client_id = $1', of);
    await client.query(
      'DELETE FROM attempt USING callback WHERE attempt.callback_id = callback.callback_id AND client_id = $1',
      of,
    );
    const { rowCount } = await client.query('DELETE FROM callback WHERE client_id = $1', of);
    await client.query('DELETE FROM endpoint WHERE client_id = $1', of);
    logEvent(this.log, 'application.erased', { client_id: clientId, callbacks: rowCount });
  }
}
