import type { Pool } from 'pg';

/** Remaining requests of one period. `msLeft`: until it ends, by the database's clock. `remaining`: for all replicas. */
export interface Lease {
  periodMs: number;
  granted: number;
  remaining: number;
  msLeft: number;
}

export interface RequestedPeriod {
  periodMs: number;
  /** Requests per period. */
  limit: number;
}

/**
 * Takes a twentieth of the limit, or of the remaining requests once they are fewer, so that little is left unused at another
 * replica.
 */
const takeSql = `
  WITH wanted AS (
    SELECT period_ms, max_requests, floor(extract(epoch FROM clock_timestamp()) * 1000 / period_ms)::bigint AS period_no
    FROM unnest($2::integer[], $3::integer[]) AS wanted (period_ms, max_requests)
  )
  INSERT INTO rate_lease AS lease (client_id, period_ms, period_no, taken, granted)
  SELECT $1, period_ms, period_no, ceil(max_requests / 20.0), ceil(max_requests / 20.0) FROM wanted ORDER BY period_ms
  ON CONFLICT (client_id, period_ms) DO UPDATE SET (period_no, taken, granted) = (
    SELECT excluded.period_no, before + take, take FROM (
      SELECT before, least(ceil(greatest(max_requests - before, 0) / 20.0), max_requests - before)::integer AS take
      FROM (SELECT CASE WHEN lease.period_no = excluded.period_no THEN lease.taken ELSE 0 END AS before) AS previous,
           wanted
      WHERE wanted.period_ms = excluded.period_ms
    ) AS decided
  )
  RETURNING period_ms, granted, taken,
            ((period_no + 1) * period_ms - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms_left`;

interface Row {
  period_ms: number;
  granted: number;
  taken: number;
  ms_left: number;
}

/** Takes a share of each period's requests for this replica. A share of 0: the period is used up. */
export async function takeLeases(
  pool: Pick<Pool, 'query'>,
  clientId: string,
  requested: RequestedPeriod[],
): Promise<Lease[]> {
  const { rows } = await pool.query<Row>({
    name: 'take-rate-leases',
    text: takeSql,
    values: [clientId, requested.map(({ periodMs }) => periodMs), requested.map(({ limit }) => limit)],
  });
  return rows.map(({ period_ms, granted, taken, ms_left }) => ({
    periodMs: period_ms,
    granted: Math.max(0, granted),
    remaining: Math.max(0, requested.find(({ periodMs }) => periodMs === period_ms)!.limit - taken),
    msLeft: Math.max(1, ms_left),
  }));
}
