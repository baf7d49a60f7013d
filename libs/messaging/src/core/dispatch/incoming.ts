import type { Headers } from '../envelope/envelope.js';

/** A message as stored in a log. `position` is its offset (Kafka) or sequence (embedded) within its partition. */
export interface Incoming {
  readonly topic: string;
  readonly partition: number;
  readonly position: number;
  readonly key: string;
  readonly lane: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** A batch left its lane behind: it is handled alone and may take its time. */
  readonly alone?: true;
}
