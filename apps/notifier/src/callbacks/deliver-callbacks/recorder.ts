import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@kalends/service-runtime';
import type { Attempted } from './record.queries.js';

const batchSize = 500;
const retryMs = 500;

/** Records results in batches: those that arrive while a batch is written form the next one. None is dropped. */
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

  /** Resolves when all is written, or when the database failed twice: then other workers will retry. */
  async drained(): Promise<void> {
    this.tries = 2;
    while (this.running) await this.running;
    this.tries = Infinity;
  }

  private async run(): Promise<void> {
    // one turn of the event loop: results that arrive together are written together
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
        this.log.warn({ err: error, attempts: batch.length }, 'attempts could not be recorded, retrying');
        await delay(retryMs);
      }
    }
  }
}
