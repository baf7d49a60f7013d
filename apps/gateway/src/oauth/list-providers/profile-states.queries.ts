import { profileStates, type ProfileState } from '@kalends/public-api';
import type { Pool } from 'pg';

/** No more are counted. */
const most = 10_000;

/** As `profile_state` of an account's profiles (present-profile-state.ts), and as profile_state_reading_idx has it. */
const state = `
  CASE
    WHEN record @> '{"connected":false}' THEN 'disconnected'
    WHEN record @> '{"set_aside":true}' THEN 'set_aside'
    WHEN record ? 'error' THEN 'failing'
    WHEN record @> '{"initial_sync":"done"}' THEN 'ok'
    ELSE 'pending'
  END`;

const sql = `
  SELECT wanted.name, wanted.state, (
    SELECT count(*)::int FROM (
      SELECT FROM profile_state
      WHERE NOT deleted AND record ->> 'provider_name' = wanted.name AND (${state}) = wanted.state LIMIT ${most}
    ) AS found) AS profiles
  FROM (SELECT * FROM unnest($1::text[]) AS name CROSS JOIN unnest($2::text[]) AS state) AS wanted`;

/** How many profiles of these names are in each state, by name. */
export async function countProfiles(
  pool: Pool,
  names: readonly string[],
): Promise<ReadonlyMap<string, Record<ProfileState, number>>> {
  const { rows } = await pool.query<{ name: string; state: ProfileState; profiles: number }>(sql, [
    names,
    profileStates,
  ]);
  const of = (name: string, wanted: ProfileState) =>
    rows.find((one) => one.name === name && one.state === wanted)?.profiles ?? 0;
  return new Map(
    names.map((name) => [
      name,
      {
        ok: of(name, 'ok'),
        pending: of(name, 'pending'),
        failing: of(name, 'failing'),
        set_aside: of(name, 'set_aside'),
        disconnected: of(name, 'disconnected'),
      },
    ]),
  );
}
