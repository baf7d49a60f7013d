import { applicationState, applicationStateRecord } from '@kalends/contracts';
import type { Sql } from '@kalends/messaging';
import type { Sealer } from '@kalends/security';
import type { Resealed } from './reseal.js';

const read = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/**
 * Reseals the client secrets of application states in dead letters, the only sealed texts in any message that can become
 * one. A dead letter of that topic that does not match its contract is deleted: it can never be replayed, and gateway
 * publishes every application again. Throws SealError for a text that no current key opens.
 */
export async function resealDeadLetters(sql: Sql, sealer: Pick<Sealer, 'reseal'>): Promise<Resealed> {
  const done: Resealed = { table: 'dead_letter', sealed: 0, changed: 0 };
  const rows = await sql.query<{ id: string; body: string }>(
    'SELECT id::text, body FROM dead_letter WHERE topic = $1 AND body IS NOT NULL ORDER BY dead_letter.id',
    [applicationState.name],
  );
  for (const { id, body } of rows) {
    const parsed = applicationStateRecord.safeParse(read(body));
    if (!parsed.success) {
      await sql.query('DELETE FROM dead_letter WHERE id = $1::text::bigint', [id]);
      continue;
    }
    const secrets = parsed.data.secrets.map(({ secret_id, sealed }) => ({
      secret_id,
      sealed: sealer.reseal(sealed, `client-secret:${secret_id}`),
    }));
    done.sealed += secrets.length;
    const changed = secrets.filter(({ sealed }, index) => sealed !== parsed.data.secrets[index]!.sealed).length;
    if (changed === 0) continue;
    const next = JSON.stringify({ ...parsed.data, secrets });
    await sql.query('UPDATE dead_letter SET body = $2 WHERE id = $1::text::bigint', [id, next]);
    done.changed += changed;
  }
  return done;
}
