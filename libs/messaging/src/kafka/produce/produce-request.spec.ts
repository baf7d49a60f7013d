import fc from 'fast-check';
import type { Message } from 'kafkajs';
import theirRequest from 'kafkajs/src/protocol/requests/produce/v7/request.js';
import produce, { type ProduceCall } from 'kafkajs/src/protocol/requests/produce/index.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeProduceRequests } from './produce-request.js';

// The oracle is kafkajs's own encoder, taken from where it lies; real brokers read ours in every test on Kafka.
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme-ascii', minLength: 60, maxLength: 70 }),
  fc.integer({ min: 60, max: 9_000 }).map((length) => 'é'.repeat(length)),
  fc.integer({ min: 100, max: 20_000 }).map((length) => 'x'.repeat(length)),
);
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
const value = fc.oneof(text, bytes);
const message: fc.Arbitrary<Message> = fc.record({
  key: fc.oneof(value, fc.constant(null)),
  value: fc.oneof(value, fc.constant(null)),
  headers: fc.dictionary(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.oneof(value, fc.array(value, { maxLength: 3 })),
    { maxKeys: 8 },
  ),
});
const topicData = fc.array(
  fc.record({
    topic: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 90 }),
    partitions: fc.array(
      fc.record({
        partition: fc.nat({ max: 20 }),
        firstSequence: fc.nat(),
        messages: fc.array(message, { minLength: 1, maxLength: 140 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 3 },
);
const call: fc.Arbitrary<ProduceCall> = fc.record({
  acks: fc.constantFrom(-1, 0, 1),
  timeout: fc.nat(),
  producerId: fc.oneof(fc.constant(-1), fc.maxSafeNat()),
  producerEpoch: fc.nat({ max: 0x7fff }),
  topicData,
});

const written = async (asked: ProduceCall, version = 7): Promise<Buffer> =>
  (await produce.protocol({ version })(asked).request.encode()).buffer;
const expected = async (asked: ProduceCall): Promise<Buffer> => (await theirRequest(asked).encode()).buffer;

const one = (message: Message): ProduceCall => ({
  acks: -1,
  timeout: 1_000,
  topicData: [{ topic: 'a', partitions: [{ partition: 0, messages: [message] }] }],
});

describe('the produce request', () => {
  beforeEach(() => {
    writeProduceRequests();
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 12), toFake: ['Date'] });
  });
  afterEach(() => vi.useRealTimers());

  it('given any messages, when it is written, then it has the bytes that kafkajs would have sent', async () => {
    await fc.assert(
      fc.asyncProperty(call, async (asked) => {
        const [ours, theirs] = [await written(asked), await expected(asked)];
        expect(ours.equals(theirs)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('given a message with a time of its own or a transaction, when it is written, then by kafkajs', async () => {
    const timed = one({ value: 'x', timestamp: '1700000000000' });
    const within = { ...one({ value: 'x' }), transactionalId: 't' };
    for (const asked of [timed, within]) expect((await written(asked)).equals(await expected(asked))).toBe(true);
  });

  it('given a broker that is older than headers, when it is written, then by kafkajs', async () => {
    const old = produce.protocol({ version: 2 })(one({ value: 'x' }));
    const { buffer } = await old.request.encode();
    expect(old.request.apiVersion).toBe(2);
    expect(buffer.includes(Buffer.from('x'))).toBe(true);
    expect(buffer.equals(await written(one({ value: 'x' })))).toBe(false);
  });
});
