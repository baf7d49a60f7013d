import type { EpochMs } from '@kalends/icalendar';

/** A report (RFC 3253 §3.6) that has a slower substitute. */
export type Report = 'sync-collection' | 'calendar-multiget';

/** For this long (ms) a report that failed is not requested again. */
const rememberedMs = 3_600_000;
const maxRemembered = 10_000;

/** The reports that a server failed to answer for an account whose calendars are at `home`. */
export class ReportMemory {
  private readonly failures = new Map<string, EpochMs>();

  constructor(private readonly clock: () => EpochMs) {}

  isUsable(home: string, report: Report): boolean {
    const failed = this.failures.get(`${report} ${home}`);
    return failed === undefined || this.clock() - failed >= rememberedMs;
  }

  /** Notes that the server answers other requests, but not this report. */
  failed(home: string, report: Report): void {
    const key = `${report} ${home}`;
    this.failures.delete(key);
    this.failures.set(key, this.clock());
    if (this.failures.size > maxRemembered) this.failures.delete(this.failures.keys().next().value!);
  }
}
