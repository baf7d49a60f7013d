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

/**
 * A callback with what each attempt sent. The signatures are made with the client secrets of the moment and are not stored; the
 * body only if it may be shown.
 */
export const presentRequest = (
  callback: CallbackRecord,
  { body, showsBody }: { body: string; showsBody: boolean },
) => ({
  callback: presentCallback(callback),
  body: showsBody ? body : null,
  requests: callback.attempts.map(({ at }) => ({
    at: instant(at),
    headers: [
      'content-type: application/json; charset=utf-8',
      'user-agent: Kalends',
      `content-length: ${Buffer.byteLength(body)}`,
      `webhook-id: ${callback.callback_id}`,
      `webhook-timestamp: ${Math.floor(at / 1_000)}`,
      'webhook-signature: v1,(one for each client secret)',
      'cronofy-hmac-sha256: (one for each client secret)',
    ],
  })),
});
