import type { PoolClient } from 'pg';

/**
 * Notes messages in the inbox, in the transaction of their effects and all in one statement; answers the ids of those
 * that were not there yet. A redelivery that runs at the same time waits here for the first one's commit.
 */
export async function firstReceived(client: PoolClient, messageIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ message_id: string }>({
    name: 'first-received',
    text: `INSERT INTO inbox (group_name, message_id) SELECT 'notifier', id FROM unnest($1::text[]) AS id ORDER BY id
           ON CONFLICT DO NOTHING RETURNING message_id`,
    values: [messageIds],
  });
  return new Set(rows.map(({ message_id }) => message_id));
}
