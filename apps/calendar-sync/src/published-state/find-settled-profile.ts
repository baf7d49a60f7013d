import { setTimeout as delay } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import type { Db, ProfileRow } from './rows.js';
import { findProfile } from './rows.js';

/** The command that settles a staged profile overtakes a query rarely, and by little. */
const waitMs = 3_000;
const pauseMs = 50;

/**
 * A published profile, or null where there is none. A query may overtake the command that publishes what was staged:
 * that is waited for up to 3 s, then the answer is `staged`.
 */
export async function findSettledProfile(db: Db, profileId: string): Promise<ProfileRow | 'staged' | null> {
  const until = performance.now() + waitMs;
  for (;;) {
    const { rows } = await db.query('SELECT FROM staged_profile WHERE profile_id = $1', [profileId]);
    const profile = await findProfile(db, profileId);
    if (profile || rows.length === 0) return profile;
    if (performance.now() > until) return 'staged';
    await delay(pauseMs);
  }
}
