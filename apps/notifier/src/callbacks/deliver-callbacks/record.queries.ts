import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import type { ClaimedCallback } from './claim.queries.js';
import { closeChannels, type RemovedChannel } from '../../channels/remove-channels.js';
import type { AttemptResult, ChannelHealth, EndpointHealth, Verdict } from './decide.js';
import { channelsAt, recordChannelsFailing, recordChannelsHealthy } from './channel-health.queries.js';

/** An attempt and its callback. */
export interface Attempted {
  callback: Omit<ClaimedCallback, 'body' | 'sealed_secrets' | 'traceparent'>;
  result: AttemptResult;
}

const attemptRow = ({ callback, result }: Attempted) => ({
  callback_id: callback.callback_id,
  endpoint_id: callback.endpoint_id,
  at: result.at,
  duration_ms: result.durationMs,
  status_code: result.statusCode,
  error: result.error,
  answer: result.answer,
});

const result = `result AS (SELECT * FROM json_to_recordset($1::text::json) AS one(callback_id text, endpoint_id text,
  at bigint, duration_ms integer, status_code integer, error text, answer text))`;
const keepAttempts = `INSERT INTO attempt (callback_id, at, duration_ms, status_code, error, answer)
  SELECT callback_id, at, duration_ms, status_code, error, answer FROM result JOIN callback USING (callback_id)`;

const deliveredSql = `
  WITH ${result}, kept AS (${keepAttempts}), removed AS (
    DELETE FROM delivery USING result WHERE delivery.callback_id = result.callback_id
  ), well AS (
    UPDATE endpoint SET failing_since = NULL
    FROM (SELECT DISTINCT endpoint_id FROM result) AS named
    WHERE endpoint.endpoint_id = named.endpoint_id AND failing_since IS NOT NULL AND disabled_at IS NULL
  )
  UPDATE callback SET status = 'delivered', settled_at = $2::bigint
  FROM result WHERE callback.callback_id = result.callback_id`;

/** Durable in one statement, however many: the attempts, and that the callbacks are delivered. */
export async function recordDelivered(pool: Pool, delivered: readonly Attempted[], now: number): Promise<void> {
  const values = [JSON.stringify(delivered.map(attemptRow)), now];
  const statement = { name: 'record-delivered', text: deliveredSql, values };
  const repeated = delivered.filter(({ callback }) => callback.attempts > 0);
  const channelIds = delivered.flatMap(({ callback }) => callback.channel_id ?? []);
  if (repeated.length === 0 && channelIds.length === 0) {
    await pool.query(statement);
    return;
  }
  await inTransaction(pool, async (client) => {
    await client.query(statement);
    await recordChannelsHealthy(client, channelIds);
    await wakeFollowers(client, repeated, now);
  });
}

/**
 * Not for callbacks that were erased, or whose channel was closed, while they were in flight: their address would stay. Locked
 * like this, they are erased before this statement or after it, and then with the address.
 */
const failingSql = `
  WITH failed AS (
    SELECT * FROM json_to_recordset($1::text::json)
      AS one(callback_id text, endpoint_id text, client_id text, url text, at bigint)
  ), waiting AS (
    SELECT callback_id FROM delivery WHERE callback_id IN (SELECT callback_id FROM failed)
    ORDER BY callback_id FOR UPDATE
  )
  INSERT INTO endpoint (endpoint_id, client_id, url, failing_since)
  SELECT endpoint_id, client_id, url, min(at) FROM failed JOIN waiting USING (callback_id)
  WHERE EXISTS (SELECT FROM application WHERE application.client_id = failed.client_id AND NOT deleted)
  GROUP BY endpoint_id, client_id, url ORDER BY endpoint_id
  ON CONFLICT (endpoint_id) DO UPDATE SET failing_since = coalesce(endpoint.failing_since, excluded.failing_since)
  RETURNING endpoint_id, failing_since AS "failingSince", disabled_at IS NOT NULL AS disabled`;

/** Records that endpoints fail, under their locks; returns the state of each that still has callbacks. */
async function recordFailing(client: PoolClient, failed: readonly Attempted[]): Promise<Map<string, EndpointHealth>> {
  const given = failed.map(({ callback: { callback_id, endpoint_id, client_id, url }, result: { at } }) => ({
    callback_id,
    endpoint_id,
    client_id,
    url,
    at,
  }));
  const { rows } = await client.query<EndpointHealth & { endpoint_id: string }>({
    name: 'record-failing',
    text: failingSql,
    values: [JSON.stringify(given)],
  });
  return new Map(rows.map(({ endpoint_id, ...health }) => [endpoint_id, health]));
}

const retrySql = `
  WITH retry AS (
    UPDATE delivery SET next_attempt_at = one.next_attempt_at, attempts = delivery.attempts + 1, lease_id = NULL
    FROM json_to_recordset($1::text::json) AS one(callback_id text, next_attempt_at bigint)
    WHERE delivery.callback_id = one.callback_id AND lease_id = $2
    RETURNING delivery.client_id, delivery.order_key, delivery.seq, delivery.next_attempt_at
  )
  UPDATE delivery AS follower SET next_attempt_at = retry.next_attempt_at FROM retry
  WHERE follower.client_id = retry.client_id AND follower.order_key = retry.order_key AND follower.seq > retry.seq
    AND follower.attempts = 0 AND follower.lease_id IS NULL AND follower.next_attempt_at < retry.next_attempt_at`;

const endSql = `
  WITH result AS (SELECT * FROM json_to_recordset($1::text::json) AS one(callback_id text, status text)), removed AS (
    DELETE FROM delivery USING result WHERE delivery.callback_id = result.callback_id
  )
  UPDATE callback SET status = result.status, settled_at = $2::bigint
  FROM result WHERE callback.callback_id = result.callback_id AND callback.status = 'pending'`;

const followersSql = `
  UPDATE delivery SET next_attempt_at = $2::bigint
  FROM json_to_recordset($1::text::json) AS one(client_id text, order_key text)
  WHERE delivery.client_id = one.client_id AND delivery.order_key = one.order_key AND attempts = 0
    AND next_attempt_at > $2::bigint`;

/** Callbacks that waited behind one that had to be retried wait no longer. */
async function wakeFollowers(client: PoolClient, ended: readonly Attempted[], now: number): Promise<void> {
  if (ended.length === 0) return;
  const keys = ended.map(({ callback: { client_id, order_key } }) => ({ client_id, order_key }));
  await client.query({ name: 'wake-followers', text: followersSql, values: [JSON.stringify(keys), now] });
}

const disableSql = `
  WITH disabled AS (
    UPDATE endpoint SET disabled_at = $3, disabled_reason = $2 WHERE endpoint_id = $1
  ), waiting AS (
    DELETE FROM delivery WHERE endpoint_id = $1 RETURNING callback_id
  )
  UPDATE callback SET status = 'disabled', settled_at = $3 FROM waiting
  WHERE callback.callback_id = waiting.callback_id AND status = 'pending'`;

interface Disabled {
  endpoint_id: string;
  client_id: string;
  url: string;
  reason: 'gone' | 'failing';
  waiting: number;
}

/** Of a callback that was erased: not retried. */
const erased: EndpointHealth = { failingSince: 0, disabled: true };

type Decide = (attempted: Attempted, endpoint: EndpointHealth, channel?: ChannelHealth) => Verdict;

async function disable(client: PoolClient, verdicts: readonly (readonly [Attempted, Verdict])[], now: number) {
  const disabled = new Map<string, Disabled>();
  for (const [{ callback }, verdict] of verdicts) {
    const reason = verdict.status === 'disabled' ? verdict.because : undefined;
    const { endpoint_id, client_id, url } = callback;
    if (!reason || disabled.has(endpoint_id)) continue;
    const { rowCount } = await client.query(disableSql, [endpoint_id, reason, now]);
    disabled.set(endpoint_id, { endpoint_id, client_id, url, reason, waiting: rowCount ?? 0 });
  }
  return [...disabled.values()];
}

/** Channels whose time limit has passed, and those that send to an endpoint that is being disabled. */
async function channelsToClose(client: PoolClient, verdicts: readonly (readonly [Attempted, Verdict])[]) {
  const hopeless = verdicts
    .filter(([, { status }]) => status === 'closed')
    .map(([{ callback }]) => callback.channel_id!);
  const disabling = verdicts.filter(([, verdict]) => verdict.status === 'disabled' && verdict.because);
  const there = await channelsAt(
    client,
    disabling.map(([{ callback }]) => callback),
  );
  return [...new Set([...hopeless, ...there])];
}

/**
 * Records failed attempts and their consequences, in one transaction: load the endpoints' state, decide, save. A worker that
 * has lost its lease only adds its attempts. Returns the endpoints that were disabled, and the channels that were closed.
 */
export async function recordFailed(
  pool: Pool,
  failed: readonly Attempted[],
  { workerId, decide, now }: { workerId: string; decide: Decide; now: number },
): Promise<{ disabled: Disabled[]; closed: RemovedChannel[] }> {
  return inTransaction(pool, async (client) => {
    const endpoints = await recordFailing(client, failed);
    const channels = await recordChannelsFailing(client, failed);
    const verdicts = failed.map((one) => {
      const { endpoint_id, channel_id } = one.callback;
      const channel = channel_id === null ? undefined : (channels.get(channel_id) ?? ('closed' as const));
      return [one, decide(one, endpoints.get(endpoint_id) ?? erased, channel)] as const;
    });
    await client.query({
      name: 'record-attempts',
      text: `WITH ${result} ${keepAttempts}`,
      values: [JSON.stringify(failed.map(attemptRow))],
    });
    const retries = verdicts.flatMap(([{ callback }, verdict]) =>
      verdict.status === 'pending'
        ? [{ callback_id: callback.callback_id, next_attempt_at: verdict.nextAttemptAt }]
        : [],
    );
    await client.query({ name: 'retry-later', text: retrySql, values: [JSON.stringify(retries), workerId] });
    const ended = verdicts.filter(([, { status }]) => status !== 'pending');
    const statuses = ended.map(([{ callback }, { status }]) => ({
      callback_id: callback.callback_id,
      // a channel ends with its endpoint
      status: callback.channel_id === null ? status : 'failed',
    }));
    await client.query({ name: 'end-callbacks', text: endSql, values: [JSON.stringify(statuses), now] });
    const closed = await closeChannels(client, await channelsToClose(client, verdicts), now);
    const disabled = await disable(client, verdicts, now);
    await wakeFollowers(
      client,
      ended.map(([one]) => one),
      now,
    );
    return { disabled, closed };
  });
}

interface NotTried {
  callbackIds: readonly string[];
  workerId: string;
}

/** Requeues callbacks that were not attempted, for `until` (epoch ms). */
export async function requeue(pool: Pool, { callbackIds, workerId }: NotTried, until: number) {
  await pool.query(
    'UPDATE delivery SET lease_id = NULL, next_attempt_at = $3 WHERE callback_id = ANY ($1::text[]) AND lease_id = $2',
    [callbackIds, workerId, until],
  );
}
