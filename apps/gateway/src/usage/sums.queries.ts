import type { Pool } from 'pg';
import type { DaySum, ErrorSum } from './sums.js';

/** In one order, so that replicas that add to the same rows do not wait for each other in a circle. */
const addDaysSql = `
  INSERT INTO application_usage AS stored (client_id, day, calls, refused)
  SELECT client_id, (to_timestamp(day / 1000) AT TIME ZONE 'UTC')::date, calls, refused
  FROM unnest($1::text[], $2::float8[], $3::bigint[], $4::bigint[]) AS added (client_id, day, calls, refused)
  WHERE EXISTS (SELECT FROM application WHERE application.client_id = added.client_id)
  ORDER BY client_id, day
  ON CONFLICT (client_id, day) DO UPDATE SET calls = stored.calls + excluded.calls, refused = stored.refused + excluded.refused`;

const addErrorsSql = `
  INSERT INTO application_error AS stored (client_id, hour, route, status, code, count, last_at, request_id, description)
  SELECT client_id, to_timestamp(hour / 1000), route, status, code, count, to_timestamp(last_at / 1000), request_id, description
  FROM unnest($1::text[], $2::float8[], $3::text[], $4::int[], $5::text[], $6::bigint[], $7::float8[], $8::text[], $9::text[])
    AS added (client_id, hour, route, status, code, count, last_at, request_id, description)
  WHERE EXISTS (SELECT FROM application WHERE application.client_id = added.client_id)
  ORDER BY client_id, hour, route, status, code
  ON CONFLICT (client_id, hour, route, status, code) DO UPDATE SET count = stored.count + excluded.count,
    last_at = excluded.last_at, request_id = excluded.request_id, description = excluded.description`;

/** Adds sums to those stored: one statement for days, one for errors. */
export async function storeSums(pool: Pool, { days, errors }: { days: DaySum[]; errors: ErrorSum[] }): Promise<void> {
  if (days.length > 0)
    await pool.query(addDaysSql, [
      days.map(({ clientId }) => clientId),
      days.map(({ day }) => day),
      days.map(({ calls }) => calls),
      days.map(({ refused }) => refused),
    ]);
  if (errors.length === 0) return;
  const column = <K extends keyof ErrorSum>(name: K) => errors.map((one) => one[name]);
  await pool.query(addErrorsSql, [
    column('clientId'),
    column('hour'),
    column('route'),
    column('status'),
    column('code'),
    column('count'),
    column('lastAt'),
    column('requestId'),
    column('description'),
  ]);
}

/** Errors older than a day are of no list; days are kept for 35. */
export async function deleteOldSums(pool: Pool): Promise<void> {
  await pool.query("DELETE FROM application_error WHERE hour < now() - interval '25 hours'");
  await pool.query('DELETE FROM application_usage WHERE day < CURRENT_DATE - 35');
}
