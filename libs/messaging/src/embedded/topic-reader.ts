import { pause } from '../dispatch/backoff.js';
import type { Incoming } from '../dispatch/incoming.js';
import type { LaneStream } from '../dispatch/lane-stream.js';
import { describe } from '../errors/sort.js';
import type { Log } from '../log.js';
import type { Heads } from './heads.js';
import type { LogTables } from './log-tables.js';

const pageSize = 500;

/** Reads a topic from a sequence on into a stream, until stopped. A database that is away is asked again. */
export class TopicReader {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    readonly topic: string,
    private cursor: number,
    readonly stream: LaneStream,
    private readonly parts: { readonly tables: LogTables; readonly heads: Heads; readonly log: Log },
  ) {}

  start(): void {
    this.running = this.run();
  }

  /** Up to where the log is read into the stream. */
  get readTo(): number {
    return this.cursor;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.parts.heads.wake(this.topic);
    const cancelled = this.stream.cancel();
    await this.running;
    await cancelled;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        const fresh = await this.parts.heads.beyond(this.topic, this.cursor);
        if (this.stopping.signal.aborted) return;
        if (fresh[0]?.position === this.cursor + 1) this.take(fresh, this.cursor);
        else await this.readPage();
      } catch (error) {
        this.parts.log.warn({ topic: this.topic, error: describe(error) }, 'log not readable, trying again');
        await pause(500, this.stopping.signal);
      }
      await this.stream.room();
    }
  }

  private async readPage(): Promise<void> {
    // a page that ends below the head known before the read was compacted there: nothing is left between
    const head = this.parts.heads.of(this.topic);
    const page = await this.parts.tables.read(this.topic, this.cursor, pageSize);
    this.take(page, head);
  }

  private take(page: readonly Incoming[], otherwise: number): void {
    this.stream.push(page);
    this.cursor = Math.max(this.cursor, page.at(-1)?.position ?? otherwise);
  }
}
