import type { EpochMs } from '@kalends/icalendar';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { publishProfile } from '../../published-state/publish-connections.js';
import { lockAccount } from '../../published-state/rows.js';

interface ShowLivenessDependencies {
  pool: Pool;
  clock: () => EpochMs;
  /** Called when a record was published. */
  onDone: () => void;
}

/** Without another record for this long, one is published again. */
const silentMs = 60_000;

/** The one that was published longest ago, so that they take turns, and with them the partitions of the topic. */
const nextSql = `
  SELECT profile_id, account_id FROM profile
  WHERE confirmed_until > $1 AND connected AND NOT deleted
    AND NOT EXISTS (SELECT FROM profile WHERE published_at > $1::bigint - ${silentMs})
  ORDER BY published_at LIMIT 1`;

/**
 * Publishes a record a minute while profiles are confirmed but nothing else is published: readers trust what is confirmed only as long as
 * they see that calendar-sync works.
 */
export class ShowLiveness {
  constructor(private readonly dependencies: ShowLivenessDependencies) {}

  async round(): Promise<number> {
    const { pool, clock, onDone } = this.dependencies;
    const now = clock();
    const { rows } = await pool.query<{ profile_id: string; account_id: string }>(nextSql, [now]);
    for (const { profile_id, account_id } of rows) {
      await inTransaction(pool, async (client) => {
        await lockAccount(client, account_id);
        await publishProfile({ client, now }, profile_id, {});
      });
      onDone();
    }
    return 0;
  }
}
