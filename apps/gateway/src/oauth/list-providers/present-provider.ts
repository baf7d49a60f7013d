import type { ProfileState } from '@kalends/public-api';
import type { PresentedBudget } from '../../http/bus/budgets.js';
import { worstOf, type CheckedClient } from '../journey/client-checks.js';
import { endingFinding } from '../journey/ending-consents.js';
import type { Registration } from '../journey/registrations.js';

interface Known {
  id: string;
  name: string;
  /** Those of the gateway. */
  settings: readonly string[];
  registration: Registration | null;
  /** The last check of the client; absent: none, or of another client. */
  checked: CheckedClient | undefined;
  budget: PresentedBudget | undefined;
  ending: number;
  profiles: readonly ({ provider_name: string } & Record<ProfileState, number>)[];
}

/** A provider with everything that is known of it without a request to it. */
export function presentProvider({ id, name, settings, registration, checked, budget, ending, profiles }: Known) {
  const findings = [...(checked?.findings ?? []), ...endingFinding(registration, ending)];
  return {
    provider: id,
    name,
    configured: registration !== null,
    redirect_address: registration?.redirectAddress ?? null,
    settings: settings.filter((one) => /_CLIENT_(ID|SECRET)$/.test(one)),
    budget: budget ?? null,
    profiles,
    ending_profiles: ending,
    checked_at: checked?.checkedAt ?? null,
    result: findings.length === 0 ? null : worstOf(findings),
    findings,
  };
}
