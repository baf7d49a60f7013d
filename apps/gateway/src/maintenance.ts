import { logEvent, Maintenance, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { eraseAbandoned } from './accounts/erase-abandoned/erase-abandoned.js';
import { eraseExpired } from './accounts/expired-connections.js';
import { deleteOldLinks } from './booking-links/delete-old-links.js';
import { deleteOldChanges } from './changes/delete-old-changes.js';
import { reportEntered } from './changes/report-entered/report-entered.js';
import { deleteOldKeys } from './http/idempotency/claims.queries.js';
import { endLapsed } from './tokens/end-lapsed.js';
import { deleteOldSums } from './usage/sums.queries.js';
import { deleteFormerPlaces } from './read-model/former-places.js';
import { back, refreshTruncated, rollHorizon } from './read-model/horizon.js';

const minute = 60_000;
const hour = 60 * minute;

interface MaintenanceDependencies {
  pool: Pool;
  log: Logger;
  /** Days after which accounts that nobody can use are erased; null: never. */
  abandonedDays?: number | null;
}

/**
 * Hourly: rolls the horizon (reads expand series beyond it meanwhile), ends the access of accounts that no grant covers, erases abandoned accounts, deletes expired tokens, codes, requests for permissions,
 * sessions of the console, old booking links and links that add events, idempotency keys, old counts of requests, former places and old changes; reports what time brings into the window of reads. Every minute: erases connections that users never allowed.
 */
export function gatewayMaintenance(
  { pool, log, abandonedDays = null }: MaintenanceDependencies,
  now: () => number,
): Maintenance {
  const deleteOld = async (signal: AbortSignal) => {
    const progressed = (series: number) => {
      signal.throwIfAborted();
      log.debug({ series }, 'horizon extended');
    };
    const rolled = await rollHorizon(pool, now(), progressed);
    if (rolled) log.info({ event: 'horizon.rolled' }, 'the horizon of materialised occurrences has moved');
    await refreshTruncated(pool, now());
    await pool.query("DELETE FROM access_token WHERE expires_at < now() - interval '1 day'");
    await deleteOldKeys(pool);
    await deleteOldSums(pool);
    await deleteFormerPlaces(pool, now() - back);
    const changes = await deleteOldChanges(pool, now());
    if (changes > 0) log.info({ event: 'changes.purged', changes }, 'changes older than 30 days were deleted');
    await pool.query("DELETE FROM authorization_code WHERE expires_at < now() - interval '1 day'");
    await pool.query('DELETE FROM console_session WHERE expires_at < now()');
    await pool.query('DELETE FROM console_link WHERE expires_at < now()');
    await deleteOldLinks(pool, now());
    await pool.query("DELETE FROM calendar_addition WHERE expires_at < now() AND status <> 'chosen'");
    await pool.query("DELETE FROM permission_request WHERE expires_at < now() - interval '1 day'");
  };
  const endAccess = async () => {
    const accounts = await endLapsed(pool, now());
    if (accounts > 0) logEvent(log, 'access.lapsed', { accounts });
  };
  const erase = async () => {
    const accounts = await eraseAbandoned(pool, abandonedDays, now());
    if (accounts > 0) logEvent(log, 'accounts.abandoned_erased', { accounts });
  };
  const report = async (signal: AbortSignal) => {
    const events = await reportEntered(pool, now(), signal);
    if (events > 0) logEvent(log, 'entered_events.reported', { events });
  };
  const eraseStaged = async () => {
    const count = await eraseExpired(pool, now());
    if (count > 0) log.info({ event: 'staged_connections.expired', count }, 'connections that were not allowed');
  };
  return new Maintenance(
    [
      { everyMs: hour, run: deleteOld },
      { everyMs: hour, run: report },
      { everyMs: hour, run: endAccess },
      { everyMs: hour, run: erase },
      { everyMs: minute, run: eraseStaged },
    ],
    log,
  );
}
