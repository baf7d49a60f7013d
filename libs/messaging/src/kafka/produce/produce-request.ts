import type { Message } from 'kafkajs';
import produce, { type ProduceCall } from 'kafkajs/src/protocol/requests/produce/index.js';
import { now } from '../../clock.js';
import { Bytes } from './bytes.js';
import { writeRecordBatch } from './record-batch.js';

/** Versions 3 to 7 have the same request (https://kafka.apache.org/protocol#The_Messages_Produce). */
const ours = new Set([3, 4, 5, 6, 7]);
const room = 256;

let inPlace = false;

/**
 * From now on kafkajs sends the messages of this process as we write them: the same bytes, in one pass. kafkajs allocates a
 * buffer for every header and copies all of it six times, a third of what a round trip costs. What is compressed, part of
 * a transaction or has a time of its own stays with kafkajs.
 */
export function writeProduceRequests(): void {
  if (inPlace) return;
  inPlace = true;
  const theirs = produce.protocol;
  produce.protocol = ({ version }) => {
    const whole = theirs({ version });
    if (!ours.has(version)) return whole;
    return (call) => {
      const { request, response } = whole(call);
      if (!plain(call)) return { request, response };
      return { request: { ...request, encode: () => Promise.resolve(encode(call)) }, response };
    };
  };
}

const plain = ({ compression, transactionalId, topicData }: ProduceCall): boolean =>
  !compression &&
  !transactionalId &&
  topicData.every(({ partitions }) =>
    partitions.every(({ messages }) => messages.every(({ timestamp }) => timestamp === undefined)),
  );

function encode({ acks, timeout, topicData, producerId = -1, producerEpoch = 0 }: ProduceCall): Bytes {
  const to = new Bytes(estimate(topicData));
  const at = now();
  to.string(null);
  to.int16(acks);
  to.int32(timeout);
  to.int32(topicData.length);
  for (const { topic, partitions } of topicData) {
    to.string(topic);
    to.int32(partitions.length);
    for (const { partition, messages, firstSequence = 0 } of partitions) {
      to.int32(Number(partition));
      const size = to.skip(4);
      writeRecordBatch(to, messages, at, { producerId, producerEpoch, firstSequence });
      to.patchLength(size);
    }
  }
  return to;
}

/** About what the request takes, so that it rarely has to move. */
function estimate(topicData: ProduceCall['topicData']): number {
  let bytes = room;
  for (const { topic, partitions } of topicData) {
    bytes += topic.length + room;
    for (const { messages } of partitions) for (const message of messages) bytes += room + lengthOf(message);
  }
  return bytes;
}

const lengthOf = ({ value }: Message): number => value?.length ?? 0;
