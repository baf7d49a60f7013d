import type { Readable, Writable } from 'node:stream';
import type { Environment } from '@kalends/service-runtime';

/** What a command line program needs of its process; `main.ts` passes the real one, tests their own. */
export interface Terminal {
  /** Arguments after the program's name. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly input: Readable & { readonly isTTY?: boolean };
  /** Where questions are asked that are no output: stderr. */
  readonly prompt: Writable;
  out(text: string): void;
  err(text: string): void;
}

/** What a command came to: `data` for `--json`, `lines` for people; or one line that says what is wrong. */
export type Outcome = { ok: true; data: unknown; lines: readonly string[] } | Refused;

export interface Refused {
  ok: false;
  line: string;
}

export const refused = (line: string): Refused => ({ ok: false, line });
