import type { EventRecord } from '@kalends/contracts';
import type { Decision } from './write.js';

/** Nothing to do when the event does not exist or is already deleted. */
export function decideDelete(present: EventRecord | null): Decision | null {
  if (!present || present.deleted) return null;
  return { operation: 'delete', record: { ...present, deleted: true } };
}
