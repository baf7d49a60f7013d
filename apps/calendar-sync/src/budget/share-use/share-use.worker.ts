import type { EpochMs } from '@kalends/icalendar';
import { databaseNow } from '@kalends/postgres';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '../../injection-tokens.js';
import type { HourUse } from '../day-use.js';
import type { RequestBudget } from '../request-budget.js';

/** How long hours are kept: seven days and the current one. */
const keptMs = 8 * 86_400_000;
/** A process that was not seen for this long, in ms, has ended. */
const aliveMs = 30_000;

const addSql = `
  INSERT INTO provider_use AS stored (provider, hour, requests)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) ORDER BY 1, 2
  ON CONFLICT (provider, hour) DO UPDATE SET requests = stored.requests + excluded.requests`;
const readSql = 'SELECT provider, hour, requests::float8 AS requests FROM provider_use WHERE hour > $1 ORDER BY 1, 2';
const forgetSql = 'DELETE FROM provider_use WHERE hour <= $1';

const closeSql = `
  INSERT INTO provider_closure AS stored (provider, closed_until)
  SELECT * FROM unnest($1::text[], $2::bigint[]) ORDER BY 1
  ON CONFLICT (provider) DO UPDATE SET closed_until = excluded.closed_until
  WHERE stored.closed_until < excluded.closed_until`;
const closuresSql = 'SELECT provider, closed_until FROM provider_closure WHERE closed_until > $1';

const seenSql = `
  INSERT INTO provider_process (process_id, seen_at) VALUES ($1, ${databaseNow})
  ON CONFLICT (process_id) DO UPDATE SET seen_at = excluded.seen_at`;
const endedSql = `DELETE FROM provider_process WHERE process_id = $1 OR seen_at < ${databaseNow} - ${aliveMs}`;
const processesSql = 'SELECT count(*)::int AS processes FROM provider_process';

interface ShareUseDependencies {
  pool: Pool;
  budgets: readonly RequestBudget[];
  clock: Clock;
}

type Stored = HourUse & { provider: string };

/** Shares among all processes what each has sent and was refused: every few seconds, never for one request. */
export class ShareUse {
  private readonly processId = randomUUID();

  constructor(private readonly dependencies: ShareUseDependencies) {}

  async round(): Promise<number> {
    await this.shareProcesses();
    await this.shareClosures();
    await this.shareHours();
    return 0;
  }

  /** Stores what is left, and leaves the minute's limit to the others. */
  async stop(): Promise<void> {
    await this.shareHours();
    await this.dependencies.pool.query(endedSql, [this.processId]);
  }

  private async shareProcesses(): Promise<void> {
    const { pool, budgets } = this.dependencies;
    await pool.query(endedSql, [null]);
    await pool.query(seenSql, [this.processId]);
    const { rows } = await pool.query<{ processes: number }>(processesSql);
    for (const budget of budgets) budget.divide(rows[0]!.processes);
  }

  private async shareClosures(): Promise<void> {
    const { pool, budgets, clock } = this.dependencies;
    const closed = budgets.filter(({ closure }) => closure.until !== null);
    if (closed.length > 0) {
      const untils = closed.map(({ closure }) => closure.until);
      await pool.query(closeSql, [closed.map(({ options }) => options.provider), untils]);
    }
    const { rows } = await pool.query<{ provider: string; closed_until: EpochMs }>(closuresSql, [clock()]);
    for (const { provider, closed_until } of rows)
      budgets.find(({ options }) => options.provider === provider)?.closure.extend(closed_until);
  }

  private async shareHours(): Promise<void> {
    const { pool, budgets, clock } = this.dependencies;
    const added = budgets.map((budget) => ({ budget, uses: budget.day.unstored() }));
    const all = added.flatMap(({ budget, uses }) => uses.map((use) => ({ ...use, provider: budget.options.provider })));
    if (all.length > 0) {
      const [providers, hours] = [all.map(({ provider }) => provider), all.map(({ hour }) => hour)];
      await pool.query(addSql, [providers, hours, all.map(({ requests }) => requests)]);
      for (const { budget, uses } of added) budget.day.stored(uses);
      await pool.query(forgetSql, [clock() - keptMs]);
    }
    const { rows } = await pool.query<Stored>(readSql, [clock() - keptMs]);
    for (const budget of budgets) budget.day.know(rows.filter(({ provider }) => provider === budget.options.provider));
  }
}
