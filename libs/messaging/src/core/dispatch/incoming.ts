import type { Headers } from '../envelope/envelope.js';

/** A message as it lies in a log. `position` is its offset (Kafka) or sequence (embedded) within its partition. */
export interface Incoming {
  readonly topic: string;
  readonly partition: number;
  readonly position: number;
  readonly key: string;
  readonly lane: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** Its lane was left behind by a batch: it is handled by itself, and may take its time. */
  readonly alone?: true;
}
