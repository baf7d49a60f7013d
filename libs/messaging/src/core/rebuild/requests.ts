import type { Sql } from '../sql/sql.js';

/**
 * A rebuild as the operator sees it. `records`: read from the topic so far; `removed`: rows that the topic does not contain.
 */
export interface RebuildProgress {
  rebuild_id: string;
  state: 'requested' | 'running' | 'done';
  records: number;
  removed: number;
}

interface Row {
  rebuild_id: string;
  started: boolean;
  ended: boolean;
  records: string | number;
  removed: string | number;
}

/** Replicas of the release before, which still project with the former data, have ended by then. */
const rollOutMs = 300_000;

interface ZoneRelease {
  /** The name of IANA's release, e.g. `2026f`. */
  release: string;
  /** A table of the projection. */
  table: string;
  /** Before it begins, in milliseconds (300,000). */
  waitMs?: number;
}

/** Rebuilds in the services' tables: requested with {@link request}, done by the service itself. */
export const rebuilds = {
  /** Requests a rebuild; one that is pending already is the same. Returns its id. */
  async request(sql: Sql): Promise<string> {
    const [waiting] = await sql.query<{ rebuild_id: string }>(
      `SELECT rebuild_id::text FROM rebuild WHERE started_at IS NULL AND ended_at IS NULL AND zone_release IS NULL
       ORDER BY rebuild_id LIMIT 1`,
      [],
    );
    if (waiting) return waiting.rebuild_id;
    const [row] = await sql.query<{ rebuild_id: string }>(
      'INSERT INTO rebuild DEFAULT VALUES RETURNING rebuild_id::text',
      [],
    );
    return row!.rebuild_id;
  },

  /**
   * Requests a rebuild if the database was last built with another release of time zone data, or before releases were noted.
   * A database without rows in `table` has nothing to rebuild. Returns whether one was requested.
   */
  async requestForZones(sql: Sql, { release, table, waitMs = rollOutMs }: ZoneRelease): Promise<boolean> {
    const [row] = await sql.query<{ requested: boolean }>(
      `INSERT INTO rebuild (zone_release, not_before, ended_at)
       SELECT $1, now() + $2 * interval '1 millisecond', CASE WHEN NOT EXISTS (SELECT FROM ${table}) THEN now() END
       WHERE $1 IS DISTINCT FROM
         (SELECT zone_release FROM rebuild WHERE zone_release IS NOT NULL ORDER BY rebuild_id DESC LIMIT 1)
       RETURNING ended_at IS NULL AS requested`,
      [release, waitMs],
    );
    return row?.requested ?? false;
  },

  /** Its progress; undefined for an unknown id. */
  async progress(sql: Sql, rebuildId: string): Promise<RebuildProgress | undefined> {
    const [row] = await sql.query<Row>(
      `SELECT rebuild_id::text, started_at IS NOT NULL AS started, ended_at IS NOT NULL AS ended, records, removed
       FROM rebuild WHERE rebuild_id = $1::bigint`,
      [rebuildId],
    );
    if (!row) return undefined;
    const state = row.ended ? 'done' : row.started ? 'running' : 'requested';
    return { rebuild_id: row.rebuild_id, state, records: Number(row.records), removed: Number(row.removed) };
  },
};
