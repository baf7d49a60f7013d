import type { Message } from 'kafkajs';
import crc32C from 'kafkajs/src/protocol/recordBatch/crc32C/index.js';
import type { Bytes } from './bytes.js';

/** Who sends, for brokers that count what a producer sent; an ordinary producer is −1, 0, 0. */
export interface ProducerState {
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly firstSequence: number;
}

const magic = 2;
const uncompressed = 0;

/**
 * Writes messages as one record batch (format 2, https://kafka.apache.org/documentation/#recordbatch), all of them of the
 * instant `at`, in epoch milliseconds.
 */
export function writeRecordBatch(to: Bytes, messages: readonly Message[], at: number, state: ProducerState): void {
  to.int64(0);
  const length = to.skip(4);
  to.int32(0);
  to.int8(magic);
  const crc = to.skip(4);
  const checked = to.size();
  to.int16(uncompressed);
  to.int32(messages.length - 1);
  to.int64(at);
  to.int64(at);
  to.int64(state.producerId);
  to.int16(state.producerEpoch);
  to.int32(state.firstSequence);
  to.int32(messages.length);
  messages.forEach((message, index) => writeRecord(to, message, index));
  to.patchUint32(crc, crc32C(to.buffer.subarray(checked)));
  to.patchLength(length);
}

/** A record: https://kafka.apache.org/documentation/#record. */
function writeRecord(to: Bytes, { key, value, headers = {} }: Message, offsetDelta: number): void {
  const length = to.skip(1);
  to.int8(0);
  to.varint(0);
  to.varint(offsetDelta);
  to.varbytes(key);
  to.varbytes(value);
  const names = Object.keys(headers);
  to.varint(names.reduce((count, name) => count + valuesOf(headers[name]).length, 0));
  for (const name of names) {
    for (const one of valuesOf(headers[name])) {
      to.varbytes(name);
      to.varbytes(one);
    }
  }
  to.patchVarint(length);
}

type HeaderValue = string | Buffer | undefined;

const valuesOf = (value: HeaderValue | (string | Buffer)[]): readonly HeaderValue[] =>
  Array.isArray(value) ? value : [value];
