import type { Sql } from '@kalends/messaging';
import type { Sealer } from '@kalends/security';

/** Where a service stores sealed data; the associated data is `<purpose>:<key>`. */
interface SealedColumn {
  table: string;
  key: string;
  column: string;
  purpose: string;
}

export const sealedColumns: Readonly<Record<'gateway' | 'calendar-sync' | 'notifier', readonly SealedColumn[]>> = {
  gateway: [
    { table: 'application_secret', key: 'secret_id', column: 'secret_sealed', purpose: 'client-secret' },
    { table: 'refresh_token', key: 'token_hash', column: 'successor_sealed', purpose: 'refresh' },
    { table: 'booking_link', key: 'link_id', column: 'token_sealed', purpose: 'booking-link' },
    { table: 'console_session', key: 'session_hash', column: 'sealed_refresh_token', purpose: 'console-session' },
  ],
  'calendar-sync': [
    { table: 'profile', key: 'profile_id', column: 'sealed_password', purpose: 'profile' },
    { table: 'oauth_token', key: 'profile_id', column: 'sealed_tokens', purpose: 'profile' },
    { table: 'staged_profile', key: 'profile_id', column: 'sealed_password', purpose: 'profile' },
    { table: 'staged_profile', key: 'profile_id', column: 'sealed_tokens', purpose: 'profile' },
    { table: 'departure', key: 'departure_id', column: 'sealed_departure', purpose: 'departure' },
  ],
  // gateway republishes its copies of client secrets; only dead letters keep theirs
  notifier: [],
};

export interface Resealed {
  table: string;
  /** Sealed with the newest key, now and before. */
  sealed: number;
  changed: number;
}

const page = 500;

/**
 * Reseals everything in one column that is not sealed with the newest key, page by page. Rows that a service changes
 * meanwhile are not touched. Throws SealError for a text that no current key opens.
 */
export async function resealColumn(sql: Sql, sealer: Pick<Sealer, 'reseal'>, one: SealedColumn): Promise<Resealed> {
  const { table, key, column, purpose } = one;
  const done: Resealed = { table, sealed: 0, changed: 0 };
  for (let after = ''; ;) {
    const rows = await sql.query<{ id: string; current: string }>(
      `SELECT ${key} AS id, ${column} AS current FROM ${table} WHERE ${column} IS NOT NULL AND ${key} > $1
       ORDER BY ${key} LIMIT ${page}`,
      [after],
    );
    for (const { id, current } of rows) {
      const next = sealer.reseal(current, `${purpose}:${id}`);
      done.sealed++;
      if (next === current) continue;
      const changed = await sql.query(
        `UPDATE ${table} SET ${column} = $3 WHERE ${key} = $1 AND ${column} = $2 RETURNING 1`,
        [id, current, next],
      );
      done.changed += changed.length;
    }
    if (rows.length < page) return done;
    after = rows.at(-1)!.id;
  }
}

/** notifier has a copy of the client secrets: at startup, gateway publishes applications with revision 0. */
export const republishApplications = (sql: Sql): Promise<unknown> => sql.query('UPDATE application SET revision = 0');
