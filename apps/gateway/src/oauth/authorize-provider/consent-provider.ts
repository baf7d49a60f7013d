import type { ConsentProviderId } from '@kalends/contracts';
import type { ConsentHalf } from '@kalends/provider-port/consent';

/** A provider at which users consent, as configured here. */
export interface ConsentProvider extends ConsentHalf {
  id: ConsentProviderId;
  /** As displayed. */
  name: string;
}
