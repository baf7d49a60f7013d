import type { Logger } from 'pino';
import { metrics } from '../metrics/metrics.js';
import type { HealthCheck } from './readiness.js';

/** Every year some government changes its clocks at short notice. */
const oldAfterDays = 365;
const dayMs = 86_400_000;

/** A release of IANA's Time Zone Database; `date` is `YYYY-MM-DD`, `at` the beginning of that day, epoch ms. */
interface ZoneRelease {
  name: string;
  date: string;
  at: number;
}

/**
 * Reports which zone data a program uses, as a metric and in `/health/ready`; when they are older than 12 months, that is degraded, and a
 * warning now. `now`: epoch ms.
 */
export function reportZoneData(release: ZoneRelease, { log, now }: { log: Logger; now: () => number }): HealthCheck {
  metrics.zoneData.set({ release: release.name }, release.at / 1_000);
  const isOld = () => now() - release.at > oldAfterDays * dayMs;
  const detail = `IANA's Time Zone Database ${release.name} of ${release.date}`;
  if (isOld())
    log.warn(
      { event: 'time_zones.outdated', release: release.name },
      `${detail} is older than 12 months: update Kalends`,
    );
  return {
    name: 'time_zones',
    check: async () => ({ status: isOld() ? 'degraded' : 'ok', detail }),
  };
}
