import { windowEntered } from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import type { EpochMs } from '@kalends/icalendar';
import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { lockAccounts } from '../../read-model/account-locks.js';
import { daysAhead } from '../../read-model/days-ahead.js';
import { day } from '../../read-model/occurrence-row.js';
import { accountsWithEvents, logEntered } from './entered.queries.js';

const page = 50;

/**
 * Before this instant, a UTC midnight, every start is inside the window of reads without bounds, whatever their time zone:
 * the window reaches to the end of a local day, so at least `daysAhead` times 24 hours ahead.
 */
const windowEnd = (now: EpochMs): EpochMs => (Math.floor(now / day) + daysAhead) * day;

interface Roll {
  reported_to: EpochMs;
  after_account_id: string;
}

const startSql = 'INSERT INTO window_roll (reported_to) VALUES ($1) ON CONFLICT DO NOTHING';
const rollSql = 'SELECT reported_to, after_account_id FROM window_roll FOR UPDATE';
const advanceSql = 'UPDATE window_roll SET reported_to = $1, after_account_id = $2';
const accountsSql = `SELECT account_id FROM account WHERE account_id > $1 ORDER BY account_id LIMIT ${page}`;

/** Accounts without such events are not locked: what enters meanwhile is a change of its own. */
async function reportAccounts(client: PoolClient, accountIds: readonly string[], from: EpochMs): Promise<number> {
  const affected = await accountsWithEvents(client, accountIds, from);
  if (affected.length === 0) return 0;
  await client.query(lockAccounts(affected));
  const { messages, events } = await logEntered(client, affected, from);
  const bodies = messages.map((body) => message(windowEntered, body));
  await addToOutbox(sqlOf(client), bodies);
  return events;
}

/** Reports a day for the next accounts; returns the number of events, or null when everything is reported. */
async function reportPage(client: PoolClient, end: EpochMs): Promise<number | null> {
  const { rows } = await client.query<Roll>(rollSql);
  const { reported_to: from, after_account_id } = rows[0]!;
  if (from + day > end) return null;
  const accounts = await client.query<{ account_id: string }>(accountsSql, [after_account_id]);
  const accountIds = accounts.rows.map(({ account_id }) => account_id);
  const events = await reportAccounts(client, accountIds, from);
  const next = accountIds.length === page ? [from, accountIds.at(-1)] : [from + day, ''];
  await client.query(advanceSql, next);
  return events;
}

/**
 * Reports the events, or instances of series, that time has brought into the window of reads without bounds since the last
 * call: in the log, and in a message for each account and day. One transaction for each page of accounts and day, which the
 * next call continues from after a crash; the first call ever reports nothing. `now`: epoch ms. Returns how many events
 * were reported; throws when `signal` is aborted.
 */
export async function reportEntered(pool: Pool, now: EpochMs, signal: AbortSignal): Promise<number> {
  const end = windowEnd(now);
  await pool.query(startSql, [end]);
  let count = 0;
  for (;;) {
    signal.throwIfAborted();
    const events = await inTransaction(pool, (client) => reportPage(client, end));
    if (events === null) return count;
    count += events;
  }
}
