import { calendarState } from '@kalends/contracts';
import { nextRevision } from '@kalends/event-writes';
import type { EpochMs } from '@kalends/icalendar';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../../injection-tokens.js';
import { addTombstones } from '../../published-state/add-tombstones.js';
import { profileRecordOf } from '../../published-state/publish-connections.js';
import { calendarsOf, lockAccount, type ProfileRow } from '../../published-state/rows.js';

const batchSize = 20;
const dayMs = 86_400_000;

interface EraseRevokedDependencies {
  pool: Pool;
  clock: Clock;
  log: Logger;
  /** For how long a profile is kept after access to it ended; 0: not at all. */
  retentionDays: number;
  onDone: () => void;
}

const dueSql = `
  SELECT profile_id, account_id FROM profile WHERE revoked_at <= $1 ORDER BY revoked_at LIMIT ${batchSize}`;

/** Under the lock: it may have been connected again. */
const stillDueSql = 'SELECT * FROM profile WHERE profile_id = $1 AND revoked_at <= $2';

const writesSql = (table: 'pending_write' | 'refused_write') => `
  DELETE FROM ${table} USING calendar WHERE ${table}.calendar_id = calendar.calendar_id AND calendar.profile_id = $1`;

/** Erases what was read of profiles, here and in every other service, some time after the access to them ended. */
export class EraseRevoked {
  constructor(private readonly dependencies: EraseRevokedDependencies) {}

  /** Returns the number that were due. */
  async round(): Promise<number> {
    const { pool, clock, log, retentionDays, onDone } = this.dependencies;
    const before = clock() - retentionDays * dayMs;
    const { rows } = await pool.query<Pick<ProfileRow, 'profile_id' | 'account_id'>>(dueSql, [before]);
    for (const { profile_id, account_id } of rows) {
      const isErased = await inTransaction(pool, (client) => this.erase(client, profile_id, before), {
        first: (client) => lockAccount(client, account_id),
      });
      if (isErased) logEvent(log, 'profile.erased', { profile_id });
    }
    if (rows.length > 0) onDone();
    return rows.length;
  }

  private async erase(client: PoolClient, profileId: string, before: EpochMs): Promise<boolean> {
    const { rows } = await client.query<ProfileRow>(stillDueSql, [profileId, before]);
    const [profile] = rows;
    if (!profile) return false;
    const calendars = await calendarsOf(client, profileId);
    const revision = nextRevision(profile.revision, this.dependencies.clock());
    const last = { ...profile, profile_name: '', error: null, deleted: true, revision };
    // of deleted calendars too: everything of them is erased
    const record = { ...profileRecordOf(last, []), calendar_ids: calendars.map(({ calendar_id }) => calendar_id) };
    await addToOutbox(sqlOf(client), [message(calendarState, record)]);
    await addTombstones(client, profile);
    for (const table of ['pending_write', 'refused_write'] as const) await client.query(writesSql(table), [profileId]);
    // with its calendars and their events
    await client.query('DELETE FROM profile WHERE profile_id = $1', [profileId]);
    return true;
  }
}
