import type { EpochMs } from '@kalends/icalendar';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { Clock } from '../../injection-tokens.js';
import { publishProfile } from '../../published-state/publish-connections.js';
import { lockAccount } from '../../published-state/rows.js';

const batchSize = 50;
const dayMs = 86_400_000;

const endSql = 'least(oauth_token.ends_at, profile.certificate_ends_at)';

/** Those that end within a day, and those that were published to: few, by their indexes. */
const dueSql = `
  SELECT profile_id, account_id, provider_name, ends.at AS expires_at
  FROM profile LEFT JOIN oauth_token USING (profile_id),
    LATERAL (SELECT CASE WHEN ${endSql} <= $1 THEN ${endSql} END AS at) AS ends
  WHERE profile_id IN (
      SELECT profile_id FROM oauth_token WHERE ends_at <= $1
      UNION ALL SELECT profile_id FROM profile WHERE certificate_ends_at <= $1
      UNION ALL SELECT profile_id FROM profile WHERE expires_at IS NOT NULL)
    AND connected AND NOT deleted AND profile.expires_at IS DISTINCT FROM ends.at`;

interface Due {
  profile_id: string;
  account_id: string;
  provider_name: string;
  expires_at: EpochMs | null;
}

interface AnnounceEndDependencies {
  pool: Pool;
  clock: Clock;
  log: Logger;
  onDone: () => void;
}

/** Publishes, a day before, when the connection of a profile ends; once for each end, which a new consent takes back. */
export class AnnounceEnd {
  constructor(private readonly dependencies: AnnounceEndDependencies) {}

  /** Returns the number that were due. */
  async round(): Promise<number> {
    const { pool, clock, onDone } = this.dependencies;
    const { rows } = await pool.query<Due>(`${dueSql} LIMIT ${batchSize}`, [clock() + dayMs]);
    for (const due of rows) await this.announce(due);
    if (rows.length > 0) onDone();
    return rows.length;
  }

  private async announce({ profile_id, account_id }: Due): Promise<void> {
    const { pool, clock, log } = this.dependencies;
    await inTransaction(pool, async (client) => {
      await lockAccount(client, account_id);
      const now = clock();
      const { rows } = await client.query<Due>(`${dueSql} AND profile_id = $2`, [now + dayMs, profile_id]);
      // relinked or disconnected meanwhile
      if (!rows[0]) return;
      const { expires_at, provider_name } = rows[0];
      await publishProfile({ client, now }, profile_id, { expires_at });
      if (expires_at !== null) logEvent(log, 'profile.end_announced', { profile_id, provider_name, expires_at });
    });
  }
}
