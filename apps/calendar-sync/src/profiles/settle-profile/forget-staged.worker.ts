import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import type { Clock } from '../../providers.js';
import { departStaged } from '../../published-state/departures.js';
import { forgetErased } from '../../published-state/erased-accounts.js';
import { takeStaged } from '../../published-state/staged-profiles.js';

/** Longer than any message lives: whatever the gateway decided has arrived by then. */
const patienceMs = 8 * 86_400_000;
const atOnce = 100;

interface ForgetStagedParts {
  pool: Pool;
  sealer: Sealer;
  clock: Clock;
  log: Logger;
}

/**
 * Erases what was staged and never settled. The gateway says so within half an hour; this is for what it has lost, for
 * example by a restore of its database alone.
 */
export class ForgetStaged {
  constructor(private readonly parts: ForgetStagedParts) {}

  /** Answers how many were erased. */
  async round(): Promise<number> {
    const { pool, clock, sealer, log } = this.parts;
    const before = clock() - patienceMs;
    await forgetErased(pool, before);
    const { rows } = await pool.query<{ profile_id: string }>(
      'SELECT profile_id FROM staged_profile WHERE staged_at < $1 ORDER BY staged_at LIMIT $2',
      [before, atOnce],
    );
    for (const { profile_id } of rows) {
      await inTransaction(pool, async (client) => {
        const staged = await takeStaged(client, profile_id);
        if (staged) await departStaged(client, staged, { sealer, now: clock() });
      });
      logEvent(log, 'staged-profile-forgotten', { profile_id });
    }
    return rows.length;
  }
}
