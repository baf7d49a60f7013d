import type { ManagedAvailabilityReply } from '@kalends/contracts';
import { invalidField } from '../../http/refusals.js';

/** Throws a 422 if the account has as many as it may have (AVL-23). */
export function refuseFull(reply: ManagedAvailabilityReply, field: string, what: string): void {
  if (reply.outcome !== 'unknown' || reply.full === undefined) return;
  throw invalidField(field, 'too_many', `an account may have at most ${reply.full} ${what}: delete one first`);
}
