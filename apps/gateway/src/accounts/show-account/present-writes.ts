import type { ProviderWritesReply } from '@kalends/contracts';
import { toIso } from '@kalends/icalendar';
import { adviceOnRefusal, adviceOnWaiting } from '../../provider-writes/advice.js';
import type { RefusedRow } from './account-details.queries.js';

/** Of either kind. */
const maxShown = 20;

/** Writes that wait for their provider, the oldest first, then those that were refused, the newest first. */
export const presentWrites = (writes: ProviderWritesReply | null, refused: readonly RefusedRow[]) => [
  ...(writes?.waiting ?? []).slice(0, maxShown).map((write) => ({
    calendar_id: write.calendar_id,
    event_uid: write.event_uid,
    state: 'pending' as const,
    operation: write.operation,
    since: toIso(write.accepted_at),
    reason: write.last_error,
    advice: adviceOnWaiting(write.last_error),
  })),
  ...refused.map(({ refused_at, reason, code, ...write }) => ({
    ...write,
    state: 'refused' as const,
    since: toIso(refused_at),
    reason,
    advice: adviceOnRefusal({ code, reason }),
  })),
];
