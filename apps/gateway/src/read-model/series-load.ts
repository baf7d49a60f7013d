import type { EventRecord } from '@kalends/contracts';
import type { PoolClient } from 'pg';
import type { Truncation } from './bounded-series.js';
import { isRecurring } from './occurrence-row.js';

/** How many instances of series the calendars of these records have in the table `occurrence`; read for series only. */
export async function readLoads(client: PoolClient, records: readonly EventRecord[]): Promise<Map<string, number>> {
  if (!records.some(isRecurring)) return new Map();
  const { rows } = await client.query<{ calendar_id: string; instances: number }>({
    name: 'read-calendar-loads',
    text: 'SELECT calendar_id, instances FROM calendar_load WHERE calendar_id = ANY ($1::text[])',
    values: [[...new Set(records.map(({ calendar_id }) => calendar_id))]],
  });
  return new Map(rows.map((row) => [row.calendar_id, row.instances]));
}

/** Stores the difference between the loads now (`after`) and those that {@link readLoads} returned (`before`). */
export async function changeLoads(
  client: PoolClient,
  accountId: string,
  { before, after }: { before: ReadonlyMap<string, number>; after: ReadonlyMap<string, number> },
): Promise<void> {
  const changes = [...after]
    .map(([calendarId, instances]) => [calendarId, instances - (before.get(calendarId) ?? 0)] as const)
    .filter(([, by]) => by !== 0);
  if (changes.length === 0) return;
  await client.query({
    name: 'change-calendar-loads',
    text: `INSERT INTO calendar_load (account_id, calendar_id, instances)
           SELECT $1, * FROM unnest($2::text[], $3::integer[])
           ON CONFLICT ON CONSTRAINT calendar_load_pkey DO UPDATE SET instances = calendar_load.instances + excluded.instances`,
    values: [accountId, changes.map(([id]) => id), changes.map(([, by]) => by)],
  });
}

interface Key {
  calendar_id: string;
  event_uid: string;
}

/** Stores which of these events are truncated, and where they are shown. */
export async function saveTruncations(
  client: PoolClient,
  accountId: string,
  cut: readonly (readonly [Key, Truncation])[],
): Promise<void> {
  if (cut.length === 0) return;
  const column = <Value>(of: (event: Key, truncation: Truncation) => Value) => cut.map(([one, two]) => of(one, two));
  await client.query({
    name: 'save-truncations',
    text: `INSERT INTO truncated_series
             (account_id, calendar_id, event_uid, reason, shown_from, shown_to, first_ms, last_ms)
           SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
                                    $8::bigint[])`,
    values: [
      accountId,
      column(({ calendar_id }) => calendar_id),
      column(({ event_uid }) => event_uid),
      column((_, { reason }) => reason),
      column((_, { shownFrom }) => shownFrom),
      column((_, { shownTo }) => shownTo),
      column((_, { firstMs }) => firstMs),
      column((_, { lastMs }) => lastMs),
    ],
  });
}
