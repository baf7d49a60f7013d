import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@kalends/testing';

/** The repository's root, whether this runs from src or dist. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url));

export interface Started {
  child: ChildProcess;
  /** SIGTERM, then waits for the end. */
  stop(): Promise<void>;
  /** SIGKILL: resolves when the process has ended. */
  kill(): Promise<void>;
}

/** Starts `node <flags> <script>` with its own environment; its output goes to `logFile`. */
export function startNode(script: string, env: Record<string, string>, logFile: string, flags: string[] = []): Started {
  const child = spawn(process.execPath, [...flags, script], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout!.pipe(log, { end: false });
  child.stderr!.pipe(log, { end: false });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return { child, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** Resolves when `GET url` answers 200; fails immediately when the process has ended. */
export async function untilAnswers(url: string, { child }: Started, logFile: string): Promise<void> {
  const answers = () =>
    fetch(url).then(
      (response) => response.ok,
      () => false,
    );
  const hasEnded = () => child.exitCode !== null;
  await waitUntil(async () => hasEnded() || (await answers()), { timeout: 60_000 });
  if (hasEnded()) throw new Error(`the process ended with code ${child.exitCode}; see ${logFile}`);
}
