import { PassThrough } from 'node:stream';
import { runCli } from './cli.js';
import type { Terminal } from './terminal.js';

interface CommandResult {
  code: number;
  out: string;
  err: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  /** Piped standard input. */
  input?: string;
  run?: (terminal: Terminal) => Promise<number>;
}

/** Runs a command line in this process as `main.ts` would, capturing output as text. */
export async function runWith(
  args: readonly string[],
  { env = {}, input = '', run = runCli }: RunOptions = {},
): Promise<CommandResult> {
  const result: CommandResult = { code: -1, out: '', err: '' };
  const piped = new PassThrough();
  piped.end(input);
  result.code = await run({
    args,
    // excludes the developer's own installation
    env: { DATA_DIR: '/nonexistent/kalends', ...env },
    input: piped,
    prompt: new PassThrough(),
    out: (text) => (result.out += text),
    err: (text) => (result.err += text),
  });
  return result;
}
