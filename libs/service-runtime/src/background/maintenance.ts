import type { Logger } from '../logging/logger.js';

/** A recurring background task, `everyMs` after it last began. */
interface MaintenanceTask {
  everyMs: number;
  run: () => Promise<void>;
}

/** Runs tasks by timers, one at a time; one that fails is logged and runs again at its interval. */
export class Maintenance {
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly tasks: readonly MaintenanceTask[],
    private readonly log: Logger,
  ) {}

  /** Resolves when each task has run once; rejects when one of them fails. */
  async start(): Promise<void> {
    for (const { run } of this.tasks) await run();
    this.timers = this.tasks.map(({ everyMs, run }) => setInterval(() => this.enqueue(run), everyMs).unref());
  }

  /** Stops after the current task. */
  async stop(): Promise<void> {
    this.timers.forEach(clearInterval);
    await this.running;
  }

  private enqueue(run: () => Promise<void>): void {
    const failed = (error: unknown) => this.log.warn({ err: error }, 'maintenance failed and will be retried');
    this.running = this.running.then(run).catch(failed);
  }
}
