import { forbidden } from '../../http/refusals.js';
import type { Administrator } from '../../http/admin-key.js';

/** What an application may use of the deployment, with the values of a new one. */
const newOnes = { plan: 'emerging', rate_limit_per_second: null, rate_limit_per_minute: null };

type Settings = { [Name in keyof typeof newOnes]?: unknown };

/**
 * Refuses a developer's change of what only the deployment decides (ADM-4); the same values as before are no change. `before`:
 * the application's present ones, by default those of a new one.
 */
export function refuseDeployments({ kind }: Administrator, wanted: Settings, before: Settings = newOnes): void {
  if (kind === 'deployment') return;
  const names = Object.keys(newOnes) as (keyof Settings)[];
  const changed = names.filter((name) => wanted[name] !== undefined && wanted[name] !== before[name]);
  if (changed.length === 0) return;
  throw forbidden(`Only the deployment's admin key may change ${changed.join(', ')}.`);
}
