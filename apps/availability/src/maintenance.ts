import { Maintenance, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { rollHorizon } from './busy-time/roll-horizon.js';

const hour = 3_600_000;

/** Once an hour: rolls the horizon (queries expand events beyond it meanwhile), deletes holds that ended a day ago. */
export function availabilityMaintenance(pool: Pool, log: Logger, now: () => number): Maintenance {
  const run = async (signal: AbortSignal) => {
    const progressed = (events: number) => {
      signal.throwIfAborted();
      log.debug({ events }, 'horizon extended');
    };
    const rolled = await rollHorizon(pool, now(), progressed);
    if (rolled) log.info({ event: 'horizon.rolled' }, 'the horizon of packed busy time has rolled forward');
    await pool.query('DELETE FROM hold WHERE expires_ms < $1', [now() - 24 * hour]);
  };
  return new Maintenance([{ everyMs: hour, run }], log);
}
