import type { ICustomPartitioner } from 'kafkajs';
import { header } from '../core/envelope/envelope.js';

/** FNV-1a, 32 bit. Part of the contract: every producer must put a lane into the same partition. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}

/** The partition of a lane. */
const partitionOf = (lane: string, partitions: number): number => hash(lane) % partitions;

/** kafkajs calls this for every message: the partition that it names (replies), otherwise by lane, not by key. */
export const byLane: ICustomPartitioner =
  () =>
  ({ partitionMetadata, message }) => {
    if (message.partition !== undefined) return message.partition;
    const lane = message.headers?.[header.lane] ?? message.headers?.[header.subject] ?? message.key ?? '';
    return partitionOf(String(lane), partitionMetadata.length);
  };
