import type { Logger } from '../logging/logger.js';

/** A recurring background task, `everyMs` after it last began. `signal`: the service stops, and the task must end early. */
interface MaintenanceTask {
  everyMs: number;
  run: (signal: AbortSignal) => Promise<void>;
}

/**
 * Runs tasks in the background, one at a time: each at the start, then by timers; one that fails is logged and runs again at
 * its interval.
 */
export class Maintenance {
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<unknown> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly tasks: readonly MaintenanceTask[],
    private readonly log: Logger,
  ) {}

  start(): void {
    for (const { run } of this.tasks) this.enqueue(run);
    this.timers = this.tasks.map(({ everyMs, run }) => setInterval(() => this.enqueue(run), everyMs).unref());
  }

  /** Aborts the current task, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.timers.forEach(clearInterval);
    this.stopping.abort();
    await this.running;
  }

  private enqueue(run: MaintenanceTask['run']): void {
    const { signal } = this.stopping;
    const failed = (error: unknown) => {
      if (!signal.aborted) this.log.warn({ err: error }, 'maintenance failed and will be retried');
    };
    this.running = this.running.then(() => (signal.aborted ? undefined : run(signal))).catch(failed);
  }
}
