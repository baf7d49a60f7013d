import { applicationState, type ApplicationStateRecord } from '@kalends/contracts';
import { addToOutbox, message, sqlOf, type Sql } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';

type Row = Omit<ApplicationStateRecord, 'revision' | 'deleted' | 'secrets'> & { revision: string | number };

/**
 * Publishes the application's current state to the other services, in the caller's transaction and under the row's lock; the
 * caller wakes the outbox relay afterwards. `now`: epoch ms.
 */
export async function publishApplication(sql: Sql, clientId: string, now: number): Promise<void> {
  const [row] = await sql.query<Row>(
    `UPDATE application SET revision = greatest(revision + 1, $2::bigint) WHERE client_id = $1
     RETURNING client_id, revision, name, plan`,
    [clientId, now],
  );
  if (!row) return;
  const secrets = await sql.query<{ secret_id: string; sealed: string }>(
    'SELECT secret_id, secret_sealed AS sealed FROM application_secret WHERE client_id = $1 ORDER BY created_at, secret_id',
    [clientId],
  );
  const record = { ...row, revision: Number(row.revision), deleted: false, secrets };
  await addToOutbox(sql, [message(applicationState, record)]);
}

/** Publishes the deletion of an application, in the transaction that removes it. `now`: epoch ms. */
export async function publishDeletedApplication(sql: Sql, clientId: string, now: number): Promise<void> {
  const [row] = await sql.query<Pick<Row, 'plan' | 'revision'>>(
    'SELECT plan, revision FROM application WHERE client_id = $1 FOR UPDATE',
    [clientId],
  );
  if (!row) return;
  const revision = Math.max(Number(row.revision) + 1, now);
  const record = { client_id: clientId, revision, deleted: true, name: '', plan: row.plan, secrets: [] };
  await addToOutbox(sql, [message(applicationState, record)]);
}

/** Publishes applications created before this topic existed; once, at startup. */
export async function publishPending(pool: Pool, now: number): Promise<void> {
  const { rows } = await pool.query<{ client_id: string }>('SELECT client_id FROM application WHERE revision = 0');
  for (const { client_id: clientId } of rows) {
    await inTransaction(pool, (client) => publishApplication(sqlOf(client), clientId, now));
  }
}
