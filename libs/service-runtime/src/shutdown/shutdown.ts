import { setTimeout as delay } from 'node:timers/promises';

/** The parts of `process` that shutdown needs; `main.ts` passes it. */
interface Program {
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
  exit(code: number): unknown;
  readonly ppid: number;
  readonly env: Record<string, string | undefined>;
  readonly stdout?: Output;
  readonly stderr?: Output;
}

interface Output {
  on(event: 'error', listener: () => void): unknown;
}

/** Longer than a request may take. */
export const shutdownDeadlineMs = 20_000;

export interface ShutdownStep {
  name: string;
  close: () => Promise<unknown> | unknown;
}

interface ShutdownOptions {
  program: Program;
  /** Closed sequentially in this order: first the inputs, last the database. */
  steps: readonly ShutdownStep[];
  /** Runs first: time for load balancers to notice, while requests are still accepted. */
  drain?: { begin: () => void; seconds: number };
  /** For all steps together ({@link shutdownDeadlineMs}); then the program ends with code 1. */
  deadlineMs?: number;
  /** How often to check whether npm is still there; 250 by default. */
  npmCheckMs?: number;
  log?: (line: string) => void;
}

/**
 * Ends the program in order on SIGINT, SIGTERM or SIGHUP: code 0, or 1 if a step failed or the deadline passed. A second signal
 * ends it immediately, except SIGHUP: a closed terminal sends one, npm another. Run by npm, it also ends when npm's shell does. Returns the same procedure for the program's own use
 * (`code` is then the minimum exit code).
 */
export function onShutdown(options: ShutdownOptions): (reason: string, code?: number) => Promise<void> {
  let begun: Promise<void> | undefined;
  const shutdown = (reason: string, code = 0) => (begun ??= closeAll(reason, code, options));
  const onSignal = (signal: string) => {
    if (begun !== undefined) options.program.exit(1);
    else void shutdown(signal);
  };
  options.program.on('SIGINT', () => onSignal('SIGINT'));
  options.program.on('SIGTERM', () => onSignal('SIGTERM'));
  options.program.on('SIGHUP', () => {
    // the terminal is gone: whatever is written now fails
    for (const output of [options.program.stdout, options.program.stderr]) output?.on('error', () => undefined);
    void shutdown('SIGHUP');
  });
  if (options.program.env.npm_lifecycle_event) {
    whenParentEnds(options.program, options.npmCheckMs ?? 250, () => void shutdown('npm has ended'));
  }
  return shutdown;
}

/** npm passes SIGTERM to the shell that runs its script, which does not pass it on. */
function whenParentEnds(program: Program, everyMs: number, ended: () => void): void {
  const parent = program.ppid;
  const timer = setInterval(() => {
    if (program.ppid === parent) return;
    clearInterval(timer);
    ended();
  }, everyMs);
  timer.unref();
}

async function closeAll(
  reason: string,
  code: number,
  { program, steps, deadlineMs = shutdownDeadlineMs, drain, log }: ShutdownOptions,
): Promise<void> {
  let current = '';
  let exitCode = code;
  log?.(`shutting down (${reason})`);
  if (drain && drain.seconds > 0) {
    drain.begin();
    await delay(drain.seconds * 1_000);
  }
  const timer = setTimeout(() => {
    log?.(`shutdown: ${current} did not close within the deadline of ${deadlineMs} ms`);
    program.exit(1);
  }, deadlineMs);
  for (const step of steps) {
    current = step.name;
    try {
      await step.close();
    } catch (error) {
      exitCode = 1;
      log?.(`shutdown: ${step.name} failed to close: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  clearTimeout(timer);
  program.exit(exitCode);
}
