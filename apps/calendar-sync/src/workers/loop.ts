import type { Logger } from '@kalends/service';

/** Runs a worker's rounds one after the other: again at once while there is work, else when woken or after `pollMs`. */
export class Loop {
  private stopped = false;
  private woken = false;
  private idle: (() => void) | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly name: string,
    private readonly round: () => Promise<number>,
    private readonly pollMs: number,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.running = this.run();
  }

  wake(): void {
    this.woken = true;
    this.idle?.();
  }

  /** Ends after the round in hand. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.woken = false;
      const done = await this.round().catch((error: unknown) => {
        this.log.warn({ err: error, worker: this.name }, 'a round failed and will be tried again');
        return 0;
      });
      if (done === 0 && !this.woken && !this.stopped) await this.pause();
    }
  }

  private pause(): Promise<void> {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.pollMs);
      this.idle = () => {
        clearTimeout(timer);
        resolve();
      };
    }).then(() => {
      this.idle = undefined;
    });
  }
}
