import { Worker } from 'node:worker_threads';

/** What the thread's program posts: once when it is ready for jobs, then the outcome of each. */
export type JobMessage<Output> = { ready: true } | { output: Output } | { failed: string };

/** The job's result, or why there is none, its deadline passed, it threw or it ended the thread, and how long it ran. */
type JobResult<Output> =
  { ok: true; output: Output } | { ok: false; reason: 'deadline' | 'failed'; detail: string; ranMs: number };

export interface JobThreadOptions {
  /** The module that the thread runs; it posts {@link JobMessage}. */
  program: URL;
  name: string;
  /** Bound of the thread's heap; a job that needs more ends the thread. */
  heapMb: number;
  /** A thread without a job for this long is ended, and started again for the next. */
  idleMs?: number;
  /** Called when a job ended its thread. */
  onLost?: (detail: string) => void;
}

interface Job<Input, Output> {
  input: Input;
  deadlineMs: number;
  resolve: (result: JobResult<Output>) => void;
  reject: (error: Error) => void;
}

const startMs = 30_000;

/**
 * Runs jobs one at a time in a separate thread without environment, with a bounded heap and a deadline for each job. A
 * thread that dies or exceeds its deadline is replaced, and only its current job fails.
 */
export class JobThread<Input, Output> {
  private readonly queue: Job<Input, Output>[] = [];
  private current: Job<Input, Output> | undefined;
  private worker: Worker | undefined;
  private ready = false;
  private timer: NodeJS.Timeout | undefined;
  private posted = 0;
  private closed = false;

  constructor(private readonly options: JobThreadOptions) {}

  /** Rejects only if no thread could be started: then the job has no outcome. */
  run(input: Input, deadlineMs: number): Promise<JobResult<Output>> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new Error(`${this.options.name} is closed`));
      this.queue.push({ input, deadlineMs, resolve, reject });
      this.next();
    });
  }

  /** Ends the thread; running and waiting jobs are rejected. */
  async close(): Promise<void> {
    this.closed = true;
    const worker = this.detach();
    const jobs = [this.current, ...this.queue.splice(0)];
    this.current = undefined;
    for (const job of jobs) job?.reject(new Error(`${this.options.name} is closed`));
    await worker?.terminate();
  }

  private next(): void {
    if (this.current) return;
    this.current = this.queue.shift();
    if (!this.current) return this.idle();
    this.worker ??= this.start();
    this.worker.ref();
    if (this.ready) this.post();
    else this.limit(startMs, 'it did not start in time');
  }

  private start(): Worker {
    const { program, name, heapMb } = this.options;
    const worker = new Worker(program, {
      name,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
    });
    worker.on('message', (message: JobMessage<Output>) => this.receive(worker, message));
    worker.on('error', (error: unknown) => this.replace(worker, 'failed', String(error)));
    worker.on('exit', () => this.replace(worker, 'failed', 'the thread ended'));
    return worker;
  }

  private post(): void {
    this.worker!.postMessage(this.current!.input);
    this.posted = performance.now();
    this.limit(this.current!.deadlineMs, 'its deadline passed');
  }

  private receive(worker: Worker, message: JobMessage<Output>): void {
    if (worker !== this.worker) return;
    if ('ready' in message) {
      this.ready = true;
      if (this.current) this.post();
      return;
    }
    const job = this.current;
    if (!job) return;
    clearTimeout(this.timer);
    this.current = undefined;
    job.resolve(
      'output' in message
        ? { ok: true, output: message.output }
        : { ok: false, reason: 'failed', detail: message.failed, ranMs: this.ranMs() },
    );
    this.next();
  }

  /** An outcome that arrived while this process itself was busy is processed first. */
  private limit(ms: number, detail: string): void {
    clearTimeout(this.timer);
    const [worker, job] = [this.worker!, this.current];
    this.timer = setTimeout(() => {
      setImmediate(() => {
        if (job === this.current) this.replace(worker, 'deadline', detail);
      });
    }, ms);
  }

  private replace(worker: Worker, reason: 'deadline' | 'failed', detail: string): void {
    if (worker !== this.worker) return;
    const [job, wasReady] = [this.current, this.ready];
    this.detach();
    this.current = undefined;
    void worker.terminate();
    if (job && wasReady) job.resolve({ ok: false, reason, detail, ranMs: this.ranMs() });
    else job?.reject(new Error(`${this.options.name} could not be started: ${detail}`));
    if (job) this.options.onLost?.(detail);
    this.next();
  }

  private ranMs(): number {
    return performance.now() - this.posted;
  }

  private idle(): void {
    this.worker?.unref();
    const { idleMs } = this.options;
    if (!this.worker || idleMs === undefined) return;
    this.timer = setTimeout(() => void this.detach()?.terminate(), idleMs);
    this.timer.unref();
  }

  private detach(): Worker | undefined {
    clearTimeout(this.timer);
    const { worker } = this;
    [this.worker, this.ready] = [undefined, false];
    return worker;
  }
}
