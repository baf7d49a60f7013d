import { firstReceived, sqlOf, type Delivered } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { enqueueCallbacks, type NewCallback } from './enqueue-callbacks.js';

/** One callback for each message, stored once, through the inbox; wake the delivery worker afterwards. `now`: epoch ms. */
export const enqueueOnce = <Body>(
  pool: Pool,
  batch: readonly Delivered<Body>[],
  { callbackOf, now }: { callbackOf: (message: Delivered<Body>) => NewCallback; now: number },
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const ids = batch.map(({ context }) => context.id);
    const first = await firstReceived(sqlOf(client), 'notifier', ids);
    // a batch may contain the same message twice
    const added = batch.filter(({ context }) => first.delete(context.id)).map(callbackOf);
    await enqueueCallbacks(client, added, now);
  });
