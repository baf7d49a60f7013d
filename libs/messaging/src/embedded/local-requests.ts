import { randomUUID } from 'node:crypto';
import type { ReplyChannel, ReplyListener } from '../request-reply/client.js';
import { pause } from '../core/dispatch/backoff.js';
import type { Replier } from '../core/dispatch/dispatcher.js';
import type { LaneStream } from '../core/dispatch/lane-stream.js';
import type { OutgoingMessage } from '../core/envelope/envelope.js';
import { asRead } from './log-tables.js';

const retryIntervalMs = 20;

/**
 * Requests among the services of this process, and their replies. They are not stored: no requester outlives the process.
 */
export class LocalRequests implements Replier {
  private readonly streams = new Map<string, Set<LaneStream>>();
  private readonly listeners = new Map<string, ReplyListener>();
  private accepted = 0;

  open(topic: string, stream: LaneStream): void {
    this.streams.set(topic, (this.streams.get(topic) ?? new Set()).add(stream));
  }

  /** From now on this stream gets no more requests of the topic. */
  close(topic: string, stream: LaneStream): void {
    this.streams.get(topic)?.delete(stream);
  }

  /** The part of one client: a reply address. */
  channel(): ReplyChannel {
    const address = randomUUID();
    return {
      open: async (listener) => {
        this.listeners.set(address, listener);
        return address;
      },
      send: (request, isAwaited) => this.send(request, isAwaited),
      close: async () => void this.listeners.delete(address),
    };
  }

  async reply(to: string, correlation: string, outcome: { body: string } | { error: string }): Promise<void> {
    const failed = 'error' in outcome;
    this.listeners.get(to)?.arrived({ correlation, failed, body: failed ? outcome.error : outcome.body });
  }

  /**
   * Delivers to every group that consumes the topic. While there is none, or one is full, it waits until the request's
   * deadline.
   */
  private async send(request: OutgoingMessage, isAwaited: () => boolean): Promise<undefined> {
    for (; isAwaited(); await pause(retryIntervalMs)) {
      const streams = [...(this.streams.get(request.topic) ?? [])];
      if (streams.length === 0 || streams.some(({ full }) => full)) continue;
      this.accepted += 1;
      for (const stream of streams) stream.push([{ ...asRead(request), position: this.accepted }]);
      return;
    }
  }
}
