import { collectWith, metrics } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { Budgets } from './budget/budgets.js';

/** Updates the gauges of profiles and of the time since they were last read or confirmed; returns a function that stops it. */
export function measure(pool: Pool, clock: () => number, budgets: Budgets): () => void {
  return collectWith(async () => {
    budgets.measure();
    const { rows } = await pool.query<{
      provider: string;
      connected: boolean;
      n: number;
      oldest: string | null;
      aside: number;
      expiring: number;
    }>(
      `SELECT provider_name AS provider, connected, count(*)::float8 AS n,
              min(greatest(last_sync, CASE WHEN confirmed_until IS NOT NULL THEN least(confirmed_until, $1::bigint) END)) AS oldest,
              count(set_aside_at)::float8 AS aside, count(expires_at)::float8 AS expiring FROM profile
       WHERE NOT deleted GROUP BY 1, 2`,
      [clock()],
    );
    metrics.profiles.reset();
    metrics.syncStaleness.reset();
    metrics.profilesSetAside.reset();
    metrics.profilesExpiring.reset();
    for (const { provider, connected, n, oldest, aside, expiring } of rows) {
      if (connected) metrics.profilesSetAside.set({ provider }, aside);
      if (connected) metrics.profilesExpiring.set({ provider }, expiring);
      metrics.profiles.set({ provider, connected: String(connected) }, n);
      // calendars of the built-in provider are never synced
      if (!connected || provider === 'kalends' || oldest === null) continue;
      metrics.syncStaleness.set({ provider }, Math.max(0, clock() - Number(oldest)) / 1_000);
    }
  });
}
