import type { EventRecord } from '@kalends/contracts';
import type { Decision } from './accept-write.js';

/** Nothing to do when there is no such event, or no longer. */
export function decideDelete(present: EventRecord | null): Decision | null {
  if (!present || present.deleted) return null;
  return { operation: 'delete', record: { ...present, deleted: true } };
}
