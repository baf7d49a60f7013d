import type { Logger } from '../logging/logger.js';

interface LoopOptions {
  name: string;
  /** Answers how much it did; after something it runs again at once. */
  round: () => Promise<number>;
  /** Longest pause between two rounds, ms. */
  pollMs: number;
  /** Shortest pause between two rounds that did something, ms: what comes meanwhile is done together. */
  gatherMs?: number;
  log: Logger;
}

/** Runs rounds one after the other: while there is work, when woken, and after `pollMs`. */
export class Loop {
  private stopped = false;
  private woken = false;
  private rouse: (() => void) | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: LoopOptions) {}

  start(): void {
    this.running = this.run();
  }

  wake(): void {
    this.woken = true;
    this.rouse?.();
  }

  /** Ends after the round in hand. */
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
        log.warn({ err: error, worker: name }, 'a round failed and will be tried again');
        return 0;
      });
      if (done > 0 && gatherMs > 0 && !this.stopped) await new Promise((resolve) => setTimeout(resolve, gatherMs));
      if (done === 0 && !this.woken && !this.stopped) await this.pause();
    }
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.options.pollMs);
      this.rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.rouse = undefined;
  }
}
