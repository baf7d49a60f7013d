import type { EpochMs } from '@kalends/icalendar';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { CalendarProvider, PushOptions } from '@kalends/provider-port/sync';
import type { ProfileRow } from '../../published-state/rows.js';
import { doubtChannel } from './doubt-channel.js';
import { ensureChannel } from './ensure-channel.js';
import { confirmIntervalOf, isInUse, type PollBounds } from '../poll-intervals.js';
import { noteRead } from './publish-failure.js';
import type { LiveCalendar } from './reconcile-calendars.js';
import { CalendarSync, isReadDue, type SyncReport } from './sync-calendar.js';

/** How the calendars of a profile are read. */
export interface Reading {
  pool: Pool;
  clock: () => EpochMs;
  log: Logger;
  profile: ProfileRow;
  provider: CalendarProvider;
  push: PushOptions | undefined;
  bounds: PollBounds;
  listingIntervalMs: number;
  /** Whether all are read, rather than those that were named. */
  wasPolled: boolean;
}

/** With proven channels the next poll is hours away, and what is due before is listed now. */
function listedUntil({ profile, bounds, clock, wasPolled }: Reading): EpochMs {
  const now = clock();
  const isRare = wasPolled && profile.confirmed_until !== null;
  return isRare ? now + confirmIntervalOf(bounds, isInUse(profile.used_at, now)) : now;
}

/** Reads what changed in a calendar; null: nothing is to be read, as its provider's list shows. */
export async function readCalendar(reading: Reading, live: LiveCalendar): Promise<SyncReport | null> {
  const { pool, clock, log, profile, provider, push, listingIntervalMs } = reading;
  const { calendar, remote } = live;
  await ensureChannel({ pool, clock, log, push, leaseId: profile.lease_id }, provider, live);
  const until = listedUntil(reading);
  if (!isReadDue(calendar, remote, until)) {
    await noteRead(pool, calendar);
    return null;
  }
  const sync = { pool, profile, calendar, remote, provider, clock, log, listingIntervalMs, listedUntil: until };
  const report = await CalendarSync.run(sync);
  const isChanged = report.changed + report.removed > 0;
  if (reading.wasPolled && isChanged) await doubtChannel({ pool, log, now: clock() }, { profile, calendar });
  await noteRead(pool, calendar);
  return report;
}
