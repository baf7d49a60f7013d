import { pino } from 'pino';
import { expect, it } from 'vitest';
import { registry } from '../metrics/registry.js';
import { readiness } from './readiness.js';
import { reportZoneData } from './zone-data.js';

const release = { name: '2026f', date: '2026-10-28', at: 1_793_145_600_000 };

it.each([
  ['2027-10-27T00:00:00Z', 'ok', 0],
  ['2027-10-30T00:00:00Z', 'degraded', 1],
])(
  'given zone data of October 2026, at %s, then /health/ready has them as %s, with warnings: %i',
  async (now, status, warnings) => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });

    const check = reportZoneData(release, { log, now: () => Date.parse(now) });

    expect(await readiness([check])).toEqual({
      status,
      checks: { time_zones: { status, detail: "IANA's Time Zone Database 2026f of 2026-10-28" } },
    });
    expect(lines.length).toBe(warnings);
    expect(await registry.metrics()).toContain('kalends_time_zone_data_timestamp_seconds{release="2026f"} 1793145600');
  },
);
