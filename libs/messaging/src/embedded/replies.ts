import { randomUUID } from 'node:crypto';
import type { ReplyChannel, ReplyListener } from '../ask/client.js';
import type { Replier } from '../dispatch/dispatcher.js';
import { LaneStream } from '../dispatch/lane-stream.js';
import { header, type OutgoingMessage } from '../envelope/envelope.js';
import type { Log } from '../log.js';
import type { Heads } from './heads.js';
import type { LogTables } from './log-tables.js';
import type { StraightAsks } from './straight-asks.js';
import { TopicReader } from './topic-reader.js';

type Publish = (messages: readonly OutgoingMessage[]) => Promise<(Error | undefined)[]>;

export interface ReplyParts {
  readonly tables: LogTables;
  readonly heads: Heads;
  readonly log: Log;
  readonly publish: Publish;
  readonly asks: StraightAsks;
  /** instances of this process by address */
  readonly local: Map<string, ReplyListener>;
}

const failedStatus = 'error';

/** Replies go straight to an instance of this process, and by way of the log to one of another. */
export class EmbeddedReplier implements Replier {
  constructor(private readonly parts: Pick<ReplyParts, 'publish' | 'local'>) {}

  async reply(to: string, correlation: string, outcome: { body: string } | { error: string }): Promise<void> {
    const failed = 'error' in outcome;
    const body = failed ? outcome.error : outcome.body;
    const listener = this.parts.local.get(to);
    if (listener) return listener.arrived({ correlation, failed, body });
    const headers: Record<string, string> = { [header.correlation]: correlation };
    if (failed) headers[header.status] = failedStatus;
    const topic = to.slice(0, to.indexOf('/'));
    const maxBytes = Number.MAX_SAFE_INTEGER;
    const [error] = await this.parts.publish([{ id: randomUUID(), topic, key: to, lane: to, headers, body, maxBytes }]);
    if (error) throw error;
  }
}

/** One asking instance: listens in this process, and to its service's reply topic for answers from others. */
export class EmbeddedReplyChannel implements ReplyChannel {
  private reader: TopicReader | undefined;
  private readonly address: string;

  constructor(
    private readonly topic: string,
    private readonly parts: ReplyParts,
  ) {
    this.address = `${topic}/${randomUUID()}`;
  }

  async open(listener: ReplyListener): Promise<string> {
    const topics = await this.parts.tables.topics();
    const stream = new LaneStream({
      chunk: 500,
      handle: async (chunk) => {
        for (const { headers, body } of chunk) {
          const correlation = headers[header.correlation] ?? '';
          if (!listener.expects(correlation)) continue;
          const failed = headers[header.status] === failedStatus;
          listener.arrived({ correlation, failed, body: body ?? 'null' });
        }
        return true;
      },
    });
    this.reader = new TopicReader(this.topic, topics.get(this.topic)?.last ?? 0, stream, this.parts);
    this.reader.start();
    this.parts.local.set(this.address, listener);
    return this.address;
  }

  async send(ask: OutgoingMessage): Promise<Error | undefined> {
    if (this.parts.asks.take(ask)) return undefined;
    const [error] = await this.parts.publish([ask]);
    return error;
  }

  async close(): Promise<void> {
    this.parts.local.delete(this.address);
    await this.reader?.stop();
  }
}
