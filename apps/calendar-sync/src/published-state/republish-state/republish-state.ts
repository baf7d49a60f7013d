import { setTimeout as delay } from 'node:timers/promises';
import { calendarState } from '@kalends/contracts';
import { addToOutbox, message, sqlOf, type OutgoingMessage } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Logger } from '@kalends/service-runtime';
import type { Pool, PoolClient } from 'pg';
import { calendarRecordOf, profileRecordOf } from '../publish-connections.js';
import { fitToLimit } from '../publish-events.js';
import { calendarsOf, lockAccount, selectProfiles, type EventRow, type ProfileRow } from '../rows.js';

const page = 500;
/** Limit of the outbox: nothing is added while this many messages wait for the bus. */
const maxWaiting = 2_000;

const accountsSql = `
  SELECT DISTINCT account_id FROM profile WHERE account_id > $1 ORDER BY account_id LIMIT ${page}`;
const profilesSql = `${selectProfiles} WHERE account_id = $1 ORDER BY profile_id`;
const eventsSql = `
  SELECT calendar_id, event_uid, published FROM event
  WHERE account_id = $1 AND (calendar_id, event_uid) > ($2, $3) ORDER BY calendar_id, event_uid LIMIT ${page}`;

interface RepublishDependencies {
  pool: Pool;
  log: Logger;
  /** Flushes the outbox immediately. */
  wake(): void;
  /** Number of messages in the outbox that are not on the bus yet. */
  waiting(): Promise<number>;
}

/** Stored profiles with their calendars. */
async function connections(client: PoolClient, accountId: string): Promise<OutgoingMessage[]> {
  const { rows } = await client.query<ProfileRow>(profilesSql, [accountId]);
  const messages: OutgoingMessage[] = [];
  for (const profile of rows) {
    const calendars = await calendarsOf(client, profile.profile_id);
    messages.push(message(calendarState, profileRecordOf(profile, calendars)));
    messages.push(
      ...calendars.map((calendar) => message(calendarState, calendarRecordOf(calendar, profile.own_addresses))),
    );
  }
  return messages;
}

/** Adds to the outbox under the account's lock, so that older records never follow ones published meanwhile. */
async function publishLocked(
  pool: Pool,
  accountId: string,
  collect: (client: PoolClient) => Promise<OutgoingMessage[]>,
) {
  return inTransaction(pool, async (client) => {
    await lockAccount(client, accountId);
    const messages = await collect(client);
    await addToOutbox(sqlOf(client), messages);
    return messages.length;
  });
}

async function* account(pool: Pool, accountId: string): AsyncGenerator<number> {
  yield await publishLocked(pool, accountId, (client) => connections(client, accountId));
  let after: Pick<EventRow, 'calendar_id' | 'event_uid'> | undefined = { calendar_id: '', event_uid: '' };
  while (after) {
    const { calendar_id, event_uid } = after;
    yield await publishLocked(pool, accountId, async (client) => {
      const { rows } = await client.query<EventRow>(eventsSql, [accountId, calendar_id, event_uid]);
      after = rows.length === page ? rows.at(-1) : undefined;
      return rows.map(({ published }) => fitToLimit(published));
    });
  }
}

async function* accounts(pool: Pool): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const { rows } = await pool.query<{ account_id: string }>(accountsSql, [after]);
    for (const { account_id } of rows) yield account_id;
    if (rows.length < page) return;
    after = rows.at(-1)!.account_id;
  }
}

async function room({ wake, waiting }: RepublishDependencies, signal: AbortSignal): Promise<void> {
  for (wake(); !signal.aborted; await delay(100)) if ((await waiting()) < maxWaiting) return;
}

/**
 * Republishes the state topic, record by record as last published, with unchanged revisions: for a topic that was lost.
 * Consumers that already have a record ignore it. Undefined if stopped before the end.
 */
export async function republishState(
  dependencies: RepublishDependencies,
  report: (records: number) => Promise<void>,
  signal: AbortSignal,
): Promise<number | undefined> {
  let records = 0;
  for await (const accountId of accounts(dependencies.pool)) {
    for await (const messages of account(dependencies.pool, accountId)) {
      if (signal.aborted) return undefined;
      records += messages;
      await report(records);
      await room(dependencies, signal);
    }
  }
  if (signal.aborted) return undefined;
  dependencies.log.info({ event: 'state.republished', records }, `republished ${records} records of the state topic`);
  return 0;
}
