import type { Logger } from '@kalends/service';

export interface LoopOptions {
  name: string;
  /** Answers how much it did; after something it runs again at once. */
  round: () => Promise<number>;
  /** Longest pause between two rounds, ms. */
  pollMs: number;
  log: Logger;
}

/** Runs rounds one after the other: while there is work, when woken, and after `pollMs`. */
export class Loop {
  private stopped = false;
  private wakings = 0;
  private rouse: () => void = () => undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: LoopOptions) {}

  start(): void {
    this.running = this.run();
  }

  wake(): void {
    this.wakings += 1;
    this.rouse();
  }

  /** Ends after the round in hand. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const before = this.wakings;
      const done = await this.tryRound();
      if (done === 0 && this.wakings === before) await this.pause();
    }
  }

  private async tryRound(): Promise<number> {
    try {
      return await this.options.round();
    } catch (error) {
      this.options.log.warn({ err: error, worker: this.options.name }, 'a round failed and will be tried again');
      return 0;
    }
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.options.pollMs);
      this.rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
