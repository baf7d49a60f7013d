import { KafkaJSProtocolError } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { topicOffsets } from './topic-offsets.js';

const offsets = [{ partition: 0, offset: '3', high: '3', low: '0' }];
const noLeader = new KafkaJSProtocolError({ type: 'NOT_LEADER_FOR_PARTITION', code: 6, retriable: true } as never);
const refused = new KafkaJSProtocolError({ type: 'TOPIC_AUTHORIZATION_FAILED', code: 29, retriable: false } as never);

/** An admin client whose first requests fail. */
function adminOf(...errors: Error[]) {
  let requests = 0;
  const fetchTopicOffsets = async () => {
    const error = errors[requests++];
    if (error) throw error;
    return offsets;
  };
  return { fetchTopicOffsets, requests: () => requests };
}

describe('the offsets of a topic', () => {
  it('given a partition that briefly has no leader, when read, then it is retried', async () => {
    const admin = adminOf(noLeader, noLeader);
    expect(await topicOffsets(admin, 'a')).toEqual(offsets);
    expect(admin.requests()).toBe(3);
  });

  it('given metadata without the topic, as kafkajs has it after concurrent calls, when read, then it is retried', async () => {
    const admin = adminOf(
      new TypeError("Cannot destructure property 'partitions' of 'high.pop(...)' as it is undefined."),
    );
    expect(await topicOffsets(admin, 'a')).toEqual(offsets);
    expect(admin.requests()).toBe(2);
  });

  it('given a permanent error, when read, then it is thrown immediately', async () => {
    const admin = adminOf(refused);
    await expect(topicOffsets(admin, 'a')).rejects.toBe(refused);
    expect(admin.requests()).toBe(1);
  });
});
