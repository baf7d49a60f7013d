import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';

/** Objects of CalDAV servers state local times, which are stored as they are; these state instants. */
const statesInstants = ['google', 'exchange', 'live_connect'];

const sql = `
  WITH noted AS (
    INSERT INTO rebuild (zone_release, ended_at) SELECT $1, now()
    WHERE $1 IS DISTINCT FROM
      (SELECT zone_release FROM rebuild WHERE zone_release IS NOT NULL ORDER BY rebuild_id DESC LIMIT 1)
    RETURNING 1)
  UPDATE calendar SET rereads_wanted = rereads_wanted + 1, convert_again = true, ctag = NULL FROM profile
  WHERE profile.profile_id = calendar.profile_id AND provider_name = ANY ($2) AND NOT calendar.deleted
    AND EXISTS (SELECT FROM noted)`;

/**
 * After a change of the time zone data (`release`: the name of IANA's release), calendars whose provider states instants are read in full
 * at their next sync, since the local times stored for those instants may be other ones now.
 */
export async function convertAgain(pool: Pool, release: string, log: Logger): Promise<void> {
  const { rowCount } = await pool.query(sql, [release, statesInstants]);
  if (rowCount)
    log.info(
      { event: 'calendars.rereads_requested', zone_release: release, calendars: rowCount },
      `${rowCount} calendars are read in full with the time zone data ${release}`,
    );
}
