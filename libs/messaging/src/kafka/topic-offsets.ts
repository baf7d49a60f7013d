import type { Admin } from 'kafkajs';
import { backoffMs, pause } from '../core/dispatch/backoff.js';

const attempts = 20;

/**
 * First and next offset of each partition of a topic. kafkajs gives up on a partition that has no leader at the moment, as
 * while a new topic spreads or a broker is replaced; this function retries for about a minute.
 */
export async function topicOffsets(admin: Pick<Admin, 'fetchTopicOffsets'>, topic: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await admin.fetchTopicOffsets(topic);
    } catch (error) {
      if (attempt === attempts || !(error as { retriable?: boolean }).retriable) throw error;
      await pause(backoffMs(attempt));
    }
  }
}
