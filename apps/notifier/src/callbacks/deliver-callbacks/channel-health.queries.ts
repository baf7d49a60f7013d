import type { PoolClient } from 'pg';
import type { ClaimedCallback } from './claim.queries.js';
import type { ChannelHealth } from './decide.js';

interface FailedAttempt {
  callback: Pick<ClaimedCallback, 'channel_id'>;
  result: { at: number };
}

const failingSql = `
  WITH given AS (SELECT channel_id, min(at) AS at FROM unnest($1::text[], $2::bigint[]) AS one(channel_id, at) GROUP BY 1),
  locked AS (SELECT channel_id FROM channel JOIN given USING (channel_id) ORDER BY channel_id FOR UPDATE OF channel)
  UPDATE channel SET failing_since = coalesce(failing_since, given.at) FROM given JOIN locked USING (channel_id)
  WHERE channel.channel_id = given.channel_id
  RETURNING channel.channel_id, failing_since AS "failingSince"`;

/** Records that channels fail; returns the state of those that still exist. */
export async function recordChannelsFailing(
  client: PoolClient,
  failed: readonly FailedAttempt[],
): Promise<Map<string, Exclude<ChannelHealth, 'closed'>>> {
  const own = failed.flatMap(({ callback: { channel_id }, result: { at } }) =>
    channel_id ? [{ channel_id, at }] : [],
  );
  if (own.length === 0) return new Map();
  const values = [own.map(({ channel_id }) => channel_id), own.map(({ at }) => at)];
  const { rows } = await client.query<{ channel_id: string; failingSince: number }>({
    name: 'record-channels-failing',
    text: failingSql,
    values,
  });
  return new Map(rows.map(({ channel_id, failingSince }) => [channel_id, { failingSince }]));
}

const healthySql = `
  UPDATE channel SET failing_since = NULL WHERE channel_id = ANY ($1::text[]) AND failing_since IS NOT NULL`;

/** Something reached these channels: resets their failures. */
export async function recordChannelsHealthy(client: PoolClient, channelIds: readonly string[]): Promise<void> {
  if (channelIds.length > 0)
    await client.query({ name: 'record-channels-healthy', text: healthySql, values: [channelIds] });
}

const atSql = `
  SELECT channel_id FROM channel JOIN unnest($1::text[], $2::text[]) AS one(client_id, url)
    ON channel.client_id = one.client_id AND channel.callback_url = one.url`;

/** The channels that send to these endpoints. */
export async function channelsAt(client: PoolClient, endpoints: readonly { client_id: string; url: string }[]) {
  if (endpoints.length === 0) return [];
  const values = [endpoints.map(({ client_id }) => client_id), endpoints.map(({ url }) => url)];
  const { rows } = await client.query<{ channel_id: string }>(atSql, values);
  return rows.map(({ channel_id }) => channel_id);
}
