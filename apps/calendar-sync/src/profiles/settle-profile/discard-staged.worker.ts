import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import type { Clock } from '../../injection-tokens.js';
import { storeStagedRevocation } from '../../published-state/pending-revocations.js';
import { pruneErased } from '../../published-state/erased-accounts.js';
import { removeStaged } from '../../published-state/staged-profiles.js';

/** Longer than any message is retained: whatever the gateway decided has arrived by then. */
const maxAgeMs = 8 * 86_400_000;
const batchSize = 100;

interface DiscardStagedDependencies {
  pool: Pool;
  sealer: Sealer;
  clock: Clock;
  log: Logger;
}

/**
 * Erases staged profiles that were never settled. The gateway settles within half an hour; this covers decisions that
 * were lost, for example by a restore of its database alone.
 */
export class DiscardStaged {
  constructor(private readonly dependencies: DiscardStagedDependencies) {}

  /** Returns the number of erased profiles. */
  async round(): Promise<number> {
    const { pool, clock, sealer, log } = this.dependencies;
    const before = clock() - maxAgeMs;
    await pruneErased(pool, before);
    const { rows } = await pool.query<{ profile_id: string }>(
      'SELECT profile_id FROM staged_profile WHERE staged_at < $1 ORDER BY staged_at LIMIT $2',
      [before, batchSize],
    );
    for (const { profile_id } of rows) {
      await inTransaction(pool, async (client) => {
        const staged = await removeStaged(client, profile_id);
        if (staged) await storeStagedRevocation(client, staged, { sealer, now: clock() });
      });
      logEvent(log, 'staged_profile.discarded', { profile_id });
    }
    return rows.length;
  }
}
