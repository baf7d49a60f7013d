import type { CalendarStateRecord } from '@kalends/contracts';
import { inTransaction } from '@kalends/service';
import type { Pool } from 'pg';
import { applyState } from './apply-state.js';

/** Applies state records in the order of their arrival: one transaction per account. */
export async function projectBatch(pool: Pool, batch: readonly { body: CalendarStateRecord }[]): Promise<void> {
  const byAccount = new Map<string, CalendarStateRecord[]>();
  for (const { body } of batch) {
    const held = byAccount.get(body.account_id);
    if (held) held.push(body);
    else byAccount.set(body.account_id, [body]);
  }
  for (const [accountId, records] of byAccount) {
    await inTransaction(pool, (client) => applyState(client, accountId, records));
  }
}
