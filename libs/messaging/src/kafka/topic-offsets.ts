import type { Admin } from 'kafkajs';
import { backoffMs, pause } from '../core/dispatch/backoff.js';

const attempts = 20;

/**
 * A partition that has no leader at the moment, as while a new topic spreads or a broker is replaced; or, as a TypeError, metadata without the
 * topic: of several calls at once, the answer to an earlier one replaces that to a later one.
 */
const isTemporary = (error: unknown): boolean =>
  error instanceof TypeError || (error as { retriable?: boolean }).retriable === true;

/** First and next offset of each partition of a topic. Where kafkajs gives up, this function retries for about a minute. */
export async function topicOffsets(admin: Pick<Admin, 'fetchTopicOffsets'>, topic: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await admin.fetchTopicOffsets(topic);
    } catch (error) {
      if (attempt === attempts || !isTemporary(error)) throw error;
      await pause(backoffMs(attempt));
    }
  }
}
