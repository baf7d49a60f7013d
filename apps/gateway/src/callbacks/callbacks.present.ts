import type { CallbackRecord, EndpointRecord } from '@kalends/contracts';

const instant = (ms: number): string => new Date(ms).toISOString();
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));

/** A callback as the API returns it. */
export const presentCallback = ({ smart_invite_id, channel_id, attempts, ...callback }: CallbackRecord) => ({
  callback_id: callback.callback_id,
  type: callback.type,
  ...(smart_invite_id === null ? {} : { smart_invite_id }),
  ...(channel_id ? { channel_id } : {}),
  url: callback.url,
  status: callback.status,
  created_at: instant(callback.created_at),
  next_attempt_at: instantOrNull(callback.next_attempt_at),
  attempts: attempts.map((attempt) => ({ ...attempt, at: instant(attempt.at) })),
});

/** An endpoint as the API returns it. */
export const presentEndpoint = (endpoint: EndpointRecord) => ({
  ...endpoint,
  failing_since: instantOrNull(endpoint.failing_since),
  disabled_at: instantOrNull(endpoint.disabled_at),
});
