import type { ServiceName, TopicContract } from '@kalends/contracts';
import type { OutgoingMessage, Transport } from '@kalends/messaging';

type Topic = TopicContract<unknown, unknown>;

/** One service, with the others simulated. */
export interface Alone {
  name: ServiceName;
  /** Of the database. */
  url: string;
  service: { url?: string; smtpPort?: number };
  transport: Transport;
  others: {
    /** Address for callbacks. */
    listener: string;
    publish(messages: readonly OutgoingMessage[]): Promise<void>;
    /** Sends a body; resolves with the reply if it is a request. */
    send(topic: Topic, body: unknown): Promise<unknown>;
  };
  consumed: Topic[];
  examples(topic: Topic, ids?: Record<string, string>): unknown[];
  fill(ids?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

export function startAlone(
  name: ServiceName,
  options?: { report?: (line: string) => void; env?: Record<string, string> },
): Promise<Alone>;
