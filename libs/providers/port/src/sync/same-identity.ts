import type { ProvedIdentity } from '@kalends/contracts';
import { canonicalPrincipal } from '@kalends/security';

/** Whether two identities are one person's, however the server writes the principal. */
export const isSameIdentity = (one: ProvedIdentity, other: ProvedIdentity): boolean =>
  one.origin === other.origin && canonicalPrincipal(one.principal) === canonicalPrincipal(other.principal);
