import { Maintenance, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { resumeDeclared } from './busy-time/calendar-counting.js';
import { rollHorizon } from './busy-time/roll-horizon.js';

const hour = 3_600_000;
const year = 366 * 24 * hour;

/** Few at a time: each takes its registrations with it. */
const eraseEventsSql = `
  DELETE FROM bookable_event WHERE ctid = ANY (ARRAY(SELECT ctid FROM bookable_event WHERE end_ms < $1 LIMIT 20))`;

/** Erases bookable events that ended before this time, epoch ms, with their registrations. */
export async function eraseBookableEvents(pool: Pool, before: number, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rowCount } = await pool.query(eraseEventsSql, [before]);
    if (rowCount === 0) return;
  }
}

/**
 * Once an hour: packs calendars as declared where that was interrupted, rolls the horizon (queries expand events beyond it meanwhile), deletes holds that ended a day ago and bookable
 * events that ended a year ago.
 */
export function availabilityMaintenance(pool: Pool, log: Logger, now: () => number): Maintenance {
  const run = async (signal: AbortSignal) => {
    const progressed = (events: number) => {
      signal.throwIfAborted();
      log.debug({ events }, 'horizon extended');
    };
    await resumeDeclared(pool);
    const rolled = await rollHorizon(pool, now(), progressed);
    if (rolled) log.info({ event: 'horizon.rolled' }, 'the horizon of packed busy time has rolled forward');
    await pool.query('DELETE FROM hold WHERE expires_ms < $1', [now() - 24 * hour]);
    await eraseBookableEvents(pool, now() - year, signal);
  };
  return new Maintenance([{ everyMs: hour, run }], log);
}
