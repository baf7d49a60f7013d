import type { Pool } from 'pg';

export interface FoundTarget {
  calendarId: string;
  accountId: string;
  isReadOnly: boolean;
  /** Whether the user lets the application write. */
  mayWrite: boolean;
}

/** The calendars of the application's accounts among those named; others are not in the result. */
export async function findTargets(
  pool: Pool,
  clientId: string,
  named: readonly { sub: string; calendar_id: string }[],
): Promise<FoundTarget[]> {
  const { rows } = await pool.query<FoundTarget>({
    name: 'find-booking-targets',
    text: `SELECT calendar_id AS "calendarId", account_id AS "accountId",
                  (record ->> 'calendar_readonly')::boolean AS "isReadOnly",
                  EXISTS (SELECT FROM authorization_grant
                          WHERE account_id = account.account_id AND 'create_event' = ANY (scope)) AS "mayWrite"
           FROM unnest($2::text[], $3::text[]) AS named (account_id, calendar_id)
           JOIN account USING (account_id)
           JOIN (SELECT calendar_id, account_id, record FROM calendar_state WHERE NOT deleted
                 UNION SELECT calendar_id, account_id, record FROM pending_calendar) AS calendar
             USING (account_id, calendar_id)
           WHERE client_id = $1`,
    values: [clientId, named.map(({ sub }) => sub), named.map(({ calendar_id }) => calendar_id)],
  });
  return rows;
}
