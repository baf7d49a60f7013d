import type { Logger } from '@kalends/service-runtime';
import type pg from 'pg';
import { now } from '../core/clock.js';
import { purgeReplies, purgeInbox } from '../core/inbox/inbox.js';
import { sqlOf } from '../core/sql/sql.js';

const intervalMs = 15_000;
/** Ids are purged once in this many rounds: once an hour. */
const purgeEvery = 240;

/** Purges replies and ids that no redelivery can need. Every replica does this, which is harmless. */
export function startInboxPurge(pool: pg.Pool, log: Logger): { stop(): Promise<void> } {
  let rounds = 0;
  let running: Promise<unknown> = Promise.resolve();
  const round = async () => {
    await purgeReplies(sqlOf(pool));
    if (rounds++ % purgeEvery === 0) await purgeInbox(sqlOf(pool), now());
  };
  const timer = setInterval(() => {
    running = running
      .then(round)
      .catch((error: unknown) => log.warn({ err: error }, 'inbox not purged, retrying later'));
  }, intervalMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
