import type { Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import type { CountingProxy } from './counting-proxy.fixture.js';

export const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

export interface Size {
  accounts: number;
  calendars: number;
}

export const idOf = (index: number): string => `pro_${index}`;

/** People with calendars at a provider, to which Kalends comes through a proxy that counts. */
export interface AccountsOfDays {
  proxy: CountingProxy;
  /** Settings that lead Kalends to the proxy; `notified`: where notifications go, if they do. */
  settings(notified: string | undefined): Record<string, string>;
  /** The provider's clock, where it has one that can be moved. */
  setClock(to: number): Promise<void>;
  /** Profiles that are due from now on, with their credentials. */
  insert(pool: Pool, sealer: Sealer, now: number): Promise<void>;
  /** Requests that list the calendars of an account, by method and path. */
  lists: RegExp;
  /** The next notifications are lost. */
  drop(count: number): Promise<unknown>;
  /** Another program of the user adds an event. */
  add(index: number, title: string, startsAt: number): Promise<void>;
  stop(): Promise<unknown>;
}

interface Row {
  provider: string;
  profile_id: string;
  url?: string;
  username?: string;
  sealed_password?: string;
}

/** More in one minute would use up what first syncs may request in it, and then wait for a clock that a test has to move. */
export const connectedPerMinute = 100;

/** Profiles that are due from now on, some each minute, in one statement. */
export async function insertProfiles(pool: Pool, rows: readonly Row[], now: number): Promise<void> {
  await pool.query(
    `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, url, username, sealed_password, own_addresses,
                          default_tzid, connected, initial_sync, next_sync_at, revision)
     SELECT profile_id, replace(profile_id, 'pro_', 'acc_'), provider, 'p', url, username, sealed_password, '{}', 'Etc/UTC', true,
            'pending', $2::bigint + ((row_number() OVER () - 1) / $3::int) * 60000, 0
     FROM json_to_recordset($1) AS row (provider text, profile_id text, url text, username text, sealed_password text)`,
    [JSON.stringify(rows), now, connectedPerMinute],
  );
}
