import { setTimeout as delay } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import type { Db, ProfileRow } from './rows.js';
import { findProfile } from './rows.js';

/** A query rarely overtakes the command that settles a staged profile, and only by a short time. */
const waitMs = 3_000;
const pauseMs = 50;

/**
 * A published profile, or null if there is none. A query may overtake the command that publishes a staged profile:
 * waits for that up to 3 s, then returns `staged`.
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
