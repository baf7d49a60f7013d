import type { Logger } from '../logging/logger.js';

interface LoopOptions {
  name: string;
  /** Returns how much it did; if not 0, it runs again immediately. */
  round: () => Promise<number>;
  /** Longest pause between two rounds, ms. */
  pollMs: number;
  /** Shortest pause between two rounds that did something, ms: work that arrives meanwhile is done together. */
  gatherMs?: number;
  log: Logger;
}

/** Runs rounds sequentially: while there is work, when woken, and after `pollMs`. */
export class Loop {
  private stopped = false;
  private woken = false;
  private interrupt: (() => void) | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: LoopOptions) {}

  start(): void {
    this.running = this.run();
  }

  wake(): void {
    this.woken = true;
    this.interrupt?.();
  }

  /** Stops after the current round. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    const { name, round, gatherMs = 0, log } = this.options;
    while (!this.stopped) {
      this.woken = false;
      const done = await round().catch((error: unknown) => {
        log.warn({ err: error, worker: name }, 'a round failed and will be retried');
        return 0;
      });
      if (done > 0 && gatherMs > 0 && !this.stopped) await new Promise((resolve) => setTimeout(resolve, gatherMs));
      if (done === 0 && !this.woken && !this.stopped) await this.pause();
    }
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.options.pollMs);
      this.interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.interrupt = undefined;
  }
}
