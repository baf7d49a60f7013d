import kafkajs, { type Admin } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { createTopics } from './topics.js';

const topic = { name: 'gateway.event.reply.v1', retention: 'delete', partitions: 8, maxMessageBytes: 1_000 } as const;
const protocolError = (type: string, retriable: boolean) =>
  Object.assign(new kafkajs.KafkaJSProtocolError({ name: 'KafkaJSProtocolError', message: type } as never), {
    type,
    retriable,
  });

/** The administration client of a cluster that answers with each of `errors` once before it creates topics. */
function adminWith(errors: Error[], offsetErrors: Error[] = []) {
  const created: string[] = [];
  let [current, concurrent] = [0, 0];
  const admin = {
    listTopics: () => Promise.resolve(created),
    createTopics: ({ topics }: Parameters<Admin['createTopics']>[0]) => {
      const error = errors.shift();
      if (error) return Promise.reject(error);
      created.push(...topics.map((one) => one.topic));
      return Promise.resolve(true);
    },
    fetchTopicOffsets: async () => {
      concurrent = Math.max(concurrent, ++current);
      const error = await Promise.resolve(offsetErrors.shift());
      current -= 1;
      if (error) throw error;
      return [];
    },
  };
  return { admin: admin as unknown as Admin, created, concurrent: () => concurrent };
}

describe('creating topics on a cluster that is not ready', () => {
  it.each([
    ['UNKNOWN_TOPIC_OR_PARTITION', true],
    ['REQUEST_TIMED_OUT', true],
    ['INVALID_REPLICATION_FACTOR', false],
  ])('given %s at first, when topics are created, then they are created at the next try', async (type, retriable) => {
    const { admin, created } = adminWith([protocolError(type, retriable)]);
    await createTopics(admin, [topic], 1);
    expect(created).toEqual([topic.name]);
  });

  it('given a leader that does not serve the new topic yet, then the creation ends when it does', async () => {
    const notYet = [1, 2].map(() => protocolError('NOT_LEADER_FOR_PARTITION', true));
    const { admin } = adminWith([], notYet);
    await createTopics(admin, [topic], 1);
    expect(notYet).toEqual([]);
  });

  it('given several topics, then their offsets are read one after the other: kafkajs loses metadata of concurrent calls', async () => {
    const { admin, concurrent } = adminWith([]);
    await createTopics(admin, [topic, { ...topic, name: 'invites.event.reply.v1' }], 3);
    expect(concurrent()).toBe(1);
  });

  it.each([
    ['TOPIC_AUTHORIZATION_FAILED', 1],
    ['INVALID_REPLICATION_FACTOR', 3],
  ])('given %s with %d replicas, when topics are created, then the error is thrown at once', async (type, replicas) => {
    const { admin, created } = adminWith([protocolError(type, false)]);
    await expect(createTopics(admin, [topic], replicas)).rejects.toMatchObject({ type });
    expect(created).toEqual([]);
  });
});
