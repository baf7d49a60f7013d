import type { WindowEntered } from '@kalends/contracts';
import type { EpochMs } from '@kalends/icalendar';
import type { PoolClient } from 'pg';
import { classes, day } from '../../read-model/occurrence-row.js';

/** Five probes of `occurrence_order_idx` for an account: one for each class, which OFFSET keeps from being joined later. */
const occurrences = `
  unnest($1::text[]) AS one (account_id)
  CROSS JOIN unnest('{${Object.values(classes).join(',')}}'::smallint[]) AS counted (class)
  CROSS JOIN LATERAL (
    SELECT calendar_id, event_uid, managed, changed_ms, start_ms FROM occurrence AS o
    WHERE o.account_id = one.account_id AND o.class = counted.class AND o.start_ms >= $2 AND o.start_ms < $3
      AND NOT o.deleted OFFSET 0) AS occurrence`;

export const accountsSql = `SELECT DISTINCT one.account_id FROM ${occurrences}`;

const reportSql = `
  WITH entered AS (
    SELECT one.account_id, occurrence.calendar_id, occurrence.event_uid, bool_or(managed) AS managed,
           min(changed_ms) AS changed_ms, min(start_ms) AS start_ms
    FROM ${occurrences} GROUP BY 1, 2, 3
  ), logged AS (
    INSERT INTO change_log (client_id, account_id, type, own, subject)
    SELECT client_id, entered.account_id, 'event_entered_window', false,
           json_strip_nulls(json_build_object('calendar_id', calendar_id, 'event_uid', event_uid,
             'event_id', coalesce(pending_write.event_id, event_state.event_id)))
    FROM entered JOIN account ON account.account_id = entered.account_id
    LEFT JOIN event_state USING (calendar_id, event_uid) LEFT JOIN pending_write USING (calendar_id, event_uid)
    ORDER BY entered.account_id, start_ms, calendar_id, event_uid
  )
  SELECT client_id, account_id, calendar_id, count(*)::int AS events, min(changed_ms) AS changed_since,
         min(changed_ms) FILTER (WHERE managed) AS managed_since
  FROM entered JOIN account USING (account_id) GROUP BY 1, 2, 3 ORDER BY 2, 3`;

/** Which of the accounts have events that start on the day from `from` (a UTC midnight) on. */
export async function accountsWithEvents(
  client: PoolClient,
  accountIds: readonly string[],
  from: EpochMs,
): Promise<string[]> {
  const { rows } = await client.query<{ account_id: string }>(accountsSql, [accountIds, from, from + day]);
  return rows.map(({ account_id }) => account_id);
}

type Row = Omit<WindowEntered, 'calendars'> & WindowEntered['calendars'][number] & { events: number };

/** What was reported: a message for each account, and the number of events in the log. */
export interface Reported {
  messages: WindowEntered[];
  events: number;
}

/** Logs the accounts' events that start on a day. The caller's transaction has locked the accounts before. */
export async function logEntered(client: PoolClient, accountIds: readonly string[], from: EpochMs): Promise<Reported> {
  const { rows } = await client.query<Row>(reportSql, [accountIds, from, from + day]);
  const messages = new Map<string, WindowEntered>();
  for (const { client_id, account_id, calendar_id, changed_since, managed_since } of rows) {
    const message = messages.get(account_id) ?? { client_id, account_id, calendars: [] };
    message.calendars.push({ calendar_id, changed_since, managed_since });
    messages.set(account_id, message);
  }
  return { messages: [...messages.values()], events: rows.reduce((sum, one) => sum + one.events, 0) };
}
