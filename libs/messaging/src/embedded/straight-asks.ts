import type { LaneStream } from '../dispatch/lane-stream.js';
import { header, type OutgoingMessage } from '../envelope/envelope.js';
import { asRead } from './log-tables.js';

/**
 * Asks of this process to groups of this process, which need no log: nobody waits for the answer when the process ends.
 * Each lane in order, as from the log; what has no reader here, or one that is behind, goes by way of the log.
 */
export class StraightAsks {
  private readonly streams = new Map<string, Set<LaneStream>>();
  private taken = 0;

  open(topic: string, stream: LaneStream): void {
    this.streams.set(topic, (this.streams.get(topic) ?? new Set()).add(stream));
  }

  /** From now on this stream gets no more asks of the topic. */
  close(topic: string, stream: LaneStream): void {
    this.streams.get(topic)?.delete(stream);
  }

  /** False when not exactly one group here takes it now. */
  take(ask: OutgoingMessage): boolean {
    const [stream, ...others] = this.streams.get(ask.topic) ?? [];
    if (!stream || others.length > 0 || stream.full || ask.headers[header.replyTo] === undefined) return false;
    this.taken += 1;
    stream.push([asRead(ask, this.taken)]);
    return true;
  }
}
