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
async function findSettledProfile(db: Db, profileId: string): Promise<ProfileRow | 'staged' | null> {
  const until = performance.now() + waitMs;
  for (;;) {
    const { rows } = await db.query('SELECT FROM staged_profile WHERE profile_id = $1', [profileId]);
    const profile = await findProfile(db, profileId);
    if (profile || rows.length === 0) return profile;
    if (performance.now() > until) return 'staged';
    await delay(pauseMs);
  }
}

interface ProfileRefusal {
  refusal: 'unavailable' | 'unknown-profile' | 'not-connected';
  description: string;
}

const refused = (refusal: ProfileRefusal['refusal'], description: string): ProfileRefusal => ({ refusal, description });

/** A connected profile of the account, or why a request for it is refused. */
export async function findConnectedProfile(
  db: Db,
  { account_id, profile_id }: Pick<ProfileRow, 'account_id' | 'profile_id'>,
): Promise<ProfileRow | ProfileRefusal> {
  const profile = await findSettledProfile(db, profile_id);
  if (profile === 'staged') return refused('unavailable', 'The profile has only just been connected; try again.');
  if (!profile || profile.deleted || profile.account_id !== account_id)
    return refused('unknown-profile', 'The account has no such profile.');
  if (!profile.connected)
    return refused('not-connected', 'The profile is disconnected; its owner has to connect it again.');
  return profile;
}
