import type { Sql } from '../sql/sql.js';

/** How long a topic keeps its messages, in ms, unless it is compacted: 7 days. */
export const topicRetentionMs = 7 * 86_400_000;

/**
 * Records message ids for a group, inside the transaction of the messages' effects; returns those that are new. A concurrent
 * redelivery waits here for the first one's commit.
 */
export async function firstReceived(sql: Sql, group: string, messageIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ message_id: string }>(
    `INSERT INTO inbox (group_name, message_id) SELECT $1, id FROM unnest($2::text[]) AS id ORDER BY id
     ON CONFLICT DO NOTHING RETURNING message_id`,
    [group, messageIds],
  );
  return new Set(rows.map(({ message_id }) => message_id));
}

/** Records one message id as {@link firstReceived} does. True when the message's effects are committed already. */
export const receivedBefore = async (sql: Sql, group: string, messageId: string): Promise<boolean> =>
  (await firstReceived(sql, group, [messageId])).size === 0;

/**
 * Runs an effect once per message and group, and stores what it returns (as JSON) for a redelivery: the reply to a request.
 * `sql` is the transaction that the effect writes in.
 */
export async function once<Result>(
  sql: Sql,
  { group, messageId }: { group: string; messageId: string },
  effect: () => Promise<Result>,
): Promise<Result> {
  if (await receivedBefore(sql, group, messageId)) {
    const [row] = await sql.query<{ reply: string | null }>(
      'SELECT reply FROM inbox WHERE group_name = $1 AND message_id = $2',
      [group, messageId],
    );
    return (row?.reply ? JSON.parse(row.reply) : undefined) as Result;
  }
  const result = await effect();
  if (result !== undefined) {
    await sql.query('UPDATE inbox SET reply = $3 WHERE group_name = $1 AND message_id = $2', [
      group,
      messageId,
      JSON.stringify(result),
    ]);
  }
  return result;
}

/** A request is dropped after its deadline of 15 s, so no redelivery needs older replies. */
const replyKeptSeconds = 30;

/** Deletes the replies to requests that nothing waits for any more: they may contain personal data. */
export async function purgeReplies(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE inbox SET reply = NULL
     WHERE reply IS NOT NULL AND received_at < CURRENT_TIMESTAMP - make_interval(secs => ${replyKeptSeconds})`,
  );
}

/** Deletes ids that no redelivery can have any more: older than the topics' retention and a day. `now` is epoch ms. */
export async function purgeInbox(sql: Sql, now: number, retentionMs = topicRetentionMs): Promise<number> {
  const rows = await sql.query<{ count: number }>(
    `WITH gone AS (DELETE FROM inbox WHERE received_at < to_timestamp($1::float8 / 1000) RETURNING 1)
     SELECT count(*)::int AS count FROM gone`,
    [now - retentionMs - 86_400_000],
  );
  return rows[0]?.count ?? 0;
}
