import type { PendingOverlay, unknownReason } from '@kalends/contracts';
import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';

export type Queryable = Pick<Pool, 'query'> | Pick<PoolClient, 'query'>;
export type UnknownReason = z.infer<typeof unknownReason>;

/** Whose time is asked for. `allCalendars`: a profile that has not been read yet makes the person unknown as well. */
export interface Person {
  sub: string;
  calendarIds: readonly string[];
  allCalendars: boolean;
}

interface CalendarRow {
  calendar_id: string;
  deleted: boolean;
  synced: boolean;
  freshness: string;
  provider_name: string | null;
  connected: boolean | null;
  last_sync: number | null;
}

interface Clocked {
  now: number;
  /** Milliseconds after its last reading at which a provider's calendar is no longer relied on. */
  maxStaleness: number;
}

/** The built-in calendar is ours: what we hold of it is all there is. */
const builtIn = 'kalends';

function reasonOf(row: CalendarRow | undefined, { now, maxStaleness }: Clocked): UnknownReason | null {
  if (!row) return 'unknown-calendar';
  if (row.deleted) return null;
  if (row.freshness === 'disconnected' || row.connected === false) return 'disconnected';
  if (!row.synced) return 'initial-sync';
  if (row.provider_name === builtIn) return null;
  return row.last_sync === null || now - row.last_sync > maxStaleness ? 'stale' : null;
}

/** Both in one round trip, as JSON: it is cheaper to take apart than rows. */
const knownSql = `
  SELECT (SELECT coalesce(json_agg(row), '[]') FROM (
            SELECT calendar_id, calendar.deleted, synced, freshness, provider_name, connected, last_sync
            FROM calendar LEFT JOIN profile USING (profile_id) WHERE calendar_id = ANY($1)) AS row) AS calendars,
         (SELECT coalesce(json_agg(DISTINCT account_id), '[]')
          FROM profile WHERE account_id = ANY($2) AND NOT deleted AND initial_sync <> 'done') AS unread`;

/** Why somebody's time is not known, by sub; who is not in it is known. An unknown time is never free (design §5). */
export async function findUnknown(
  db: Queryable,
  people: readonly Person[],
  overlay: PendingOverlay,
  clocked: Clocked,
): Promise<Map<string, UnknownReason>> {
  const ids = [...new Set(people.flatMap(({ calendarIds }) => calendarIds))];
  const everywhere = people.filter(({ allCalendars }) => allCalendars).map(({ sub }) => sub);
  const { rows } = await db.query<{ calendars: CalendarRow[]; unread: string[] }>({
    name: 'find-known',
    text: knownSql,
    values: [ids, everywhere],
  });
  const byId = new Map(rows[0]!.calendars.map((row) => [row.calendar_id, row]));
  const unreadAccounts = new Set(rows[0]!.unread);
  const fresh = new Set(overlay.calendars.map(({ calendar_id }) => calendar_id));
  const unknown = new Map<string, UnknownReason>();
  for (const { sub, calendarIds, allCalendars } of people) {
    const reasons = calendarIds.map((id) => (!byId.has(id) && fresh.has(id) ? null : reasonOf(byId.get(id), clocked)));
    const reason =
      reasons.find((one) => one !== null) ?? (allCalendars && unreadAccounts.has(sub) ? 'initial-sync' : null);
    if (reason) unknown.set(sub, reason);
  }
  return unknown;
}
