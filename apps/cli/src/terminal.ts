import type { Readable, Writable } from 'node:stream';
import type { Environment } from '@kalends/service-runtime';

/** What a command line program needs from its process; `main.ts` passes the real one, tests pass their own. */
export interface Terminal {
  /** Arguments after the program's name. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly input: Readable & { readonly isTTY?: boolean };
  /** For prompts, which are not output: stderr. */
  readonly prompt: Writable;
  /** Aborted when the user ends the program (Ctrl-C); from this call on, that no longer ends the process by itself. */
  interrupted?(): AbortSignal;
  out(text: string): void;
  err(text: string): void;
}

/** Outcome of a command: `data` for `--json`, `lines` for people; or one line that names the error. */
export type Outcome = { ok: true; data: unknown; lines: readonly string[] } | Refused;

export interface Refused {
  ok: false;
  line: string;
}

export const refused = (line: string): Refused => ({ ok: false, line });
