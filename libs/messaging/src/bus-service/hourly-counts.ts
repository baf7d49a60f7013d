import type { Logger } from '@kalends/service-runtime';
import type { Sql } from '../core/sql/sql.js';

/** A counter of the service whose hours are stored. `about`: the label that names what it is about. */
export interface CountedSource {
  name: string;
  counter: { get(): Promise<{ values: readonly { labels: object; value: number }[] }> };
  about?: string;
}

/** `hour`: epoch ms at which it begins. */
export interface HourlyCount {
  hour: number;
  name: string;
  about: string;
  outcome: string;
  count: number;
}

const hourMs = 3_600_000;
const everyMs = 60_000;

const addSql = `
  INSERT INTO hourly_count AS stored (hour, name, about, outcome, count)
  SELECT to_timestamp($1::float8 / 1000), * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[])
  ORDER BY 2, 3, 4
  ON CONFLICT (hour, name, about, outcome) DO UPDATE SET count = stored.count + excluded.count`;

const readSql = `
  SELECT extract(epoch FROM hour)::float8 * 1000 AS hour, name, about, outcome, count::float8
  FROM hourly_count WHERE hour >= to_timestamp($1::float8 / 1000) ORDER BY hour, name, about, outcome`;

/**
 * Stores once a minute by how much the process's own counters have risen: nothing is added to the work that they count. Each
 * replica adds its own.
 */
export class HourlyCounts {
  private readonly before = new Map<string, number>();
  private sources: readonly CountedSource[] = [];
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly sql: Sql,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Counts from now on. */
  async follow(sources: readonly CountedSource[]): Promise<void> {
    this.sources = sources;
    await this.risen();
    this.timer = setInterval(() => void this.store(), everyMs).unref();
  }

  /** Stores what has been counted since the last time, and deletes what is older than 25 hours. */
  store(): Promise<void> {
    const failed = (error: unknown) => this.log.warn({ err: error }, 'hourly counts were not stored');
    this.storing = this.storing.then(() => this.storeNow()).catch(failed);
    return this.storing;
  }

  /** Those of the hours since an instant (epoch ms). */
  read(since: number): Promise<HourlyCount[]> {
    return this.sql.query<HourlyCount>(readSql, [since]);
  }

  async stop(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    await this.store();
  }

  private async storeNow(): Promise<void> {
    const risen = await this.risen();
    const now = this.clock();
    if (risen.length > 0)
      await this.sql.query(addSql, [
        now - (now % hourMs),
        risen.map(({ name }) => name),
        risen.map(({ about }) => about),
        risen.map(({ outcome }) => outcome),
        risen.map(({ count }) => count),
      ]);
    await this.sql.query('DELETE FROM hourly_count WHERE hour < to_timestamp($1::float8 / 1000)', [now - 25 * hourMs]);
  }

  private async risen(): Promise<Omit<HourlyCount, 'hour'>[]> {
    const found: Omit<HourlyCount, 'hour'>[] = [];
    for (const { name, counter, about } of this.sources)
      for (const { labels, value } of (await counter.get()).values) {
        const of = labels as Record<string, string | undefined>;
        const one = { name, about: (about && of[about]) ?? '', outcome: of.outcome ?? '' };
        const key = `${name} ${one.about} ${one.outcome}`;
        const count = value - (this.before.get(key) ?? 0);
        this.before.set(key, value);
        if (count > 0) found.push({ ...one, count });
      }
    return found;
  }
}
