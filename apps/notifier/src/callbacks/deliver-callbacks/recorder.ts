import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@kalends/service-runtime';
import type { Attempted } from './record.queries.js';

const batchSize = 500;
const retryMs = 500;

/** Writes results down, many at a time: what came while a batch was written makes the next one. None is dropped. */
export class Recorder {
  private waiting: Attempted[] = [];
  private running: Promise<void> | undefined;
  private tries = Infinity;

  constructor(
    private readonly record: (batch: readonly Attempted[]) => Promise<void>,
    private readonly log: Logger,
  ) {}

  add(attempted: Attempted): void {
    this.waiting.push(attempted);
    this.running ??= this.run();
  }

  /** Ends when all is written, or when the database did not take it twice: then others will try again. */
  async drained(): Promise<void> {
    this.tries = 2;
    while (this.running) await this.running;
    this.tries = Infinity;
  }

  private async run(): Promise<void> {
    // one turn of the event loop: answers that came together are written together
    await delay(0);
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, batchSize);
      await this.write(batch);
    }
    this.running = undefined;
  }

  private async write(batch: readonly Attempted[]): Promise<void> {
    for (let failures = 0; failures < this.tries;) {
      try {
        return await this.record(batch);
      } catch (error) {
        failures += 1;
        this.log.warn({ err: error, attempts: batch.length }, 'attempts could not be written down, trying again');
        await delay(retryMs);
      }
    }
  }
}
