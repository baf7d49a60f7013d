import type { RegistrationFinding } from '@kalends/provider-port/consent';
import type { Pool } from 'pg';
import type { Registration } from './registrations.js';

/** Not all of a large deployment are counted. */
const most = 1_000;

const sql = `
  SELECT count(*)::int AS n FROM (
    SELECT FROM profile_state
    WHERE record ? 'warnings' AND NOT deleted AND record ->> 'provider_name' = ANY ($1::text[])
      AND record -> 'warnings' @> '[{"code":"consent_ends"}]' LIMIT ${most}) AS ending`;

/** Connected profiles whose provider ends the consent by itself. */
export async function countEnding(pool: Pool, providerNames: readonly string[]): Promise<number> {
  return (await pool.query<{ n: number }>(sql, [providerNames])).rows[0]!.n;
}

/** What that means to the operator. */
export function endingFinding(registration: Registration | null, ending: number): RegistrationFinding[] {
  if (registration === null || ending === 0) return [];
  const { ending: known } = registration;
  const count =
    ending === 1 ? '1 connected profile' : `${ending}${ending === most ? ' or more' : ''} connected profiles`;
  return [
    {
      check: 'consent_lifetime',
      result: 'warning',
      detail: `The consent of ${count} ends by itself. ${known?.why ?? ''}`.trim(),
      steps: known?.steps ?? [],
    },
  ];
}
