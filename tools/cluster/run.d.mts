interface RunOptions {
  /** Text for its standard input. */
  input?: string;
  cwd?: string;
  /** Name of a file that gets its output. */
  log?: string;
  /** In the node's network namespace. */
  inside?: boolean;
}

/** Runs a program and returns its standard output. Throws with its last lines when it fails. */
export function run(command: string, args: readonly string[], options?: RunOptions): Promise<string>;
