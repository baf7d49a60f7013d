import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { containersOf, objectsIn, variablesOf, type Container } from './manifests.js';

export const root = join(import.meta.dirname, '../..');
export const base = objectsIn(join(root, 'k8s/base'));
export const adminKey = 'an-admin-key-for-this-test';

export const containerOf = (kind: string, name: string): Container =>
  containersOf(base.find((object) => object.kind === kind && object.metadata.name === name)!)[0]!;

/** The manifest's variables, with `here` overriding what differs (addresses, ports), and Secrets by their contents here. */
export function environmentOf(
  container: Container,
  databaseUrl: string,
  here: Record<string, string>,
): Record<string, string> {
  const secrets: Record<string, string> = {
    'database-url': databaseUrl,
    'encryption-key': '22'.repeat(32),
    'admin-key': adminKey,
  };
  const variables = Object.entries(variablesOf(container, base)).map(([name, value]) => {
    const text = typeof value === 'string' ? value : secrets[value.key];
    if (text === undefined) throw new Error(`no secret for ${name}`);
    return [name, here[name] ?? text];
  });
  return { PATH: process.env.PATH ?? '', ...Object.fromEntries(variables) };
}

/** One process of a container's command. */
export interface Program {
  child: ChildProcess;
  /** The end of its output. */
  output(): string;
  /** Its exit code; null for a signal. */
  exited: Promise<number | null>;
}

interface StartOptions {
  /** Instead of the manifest's. */
  args?: readonly string[] | undefined;
  /** The checkout whose build is started; defaults to this one. */
  folder?: string;
}

/** Starts a container's command as the kubelet would. */
export function startProgram(
  container: Container,
  env: Record<string, string>,
  { args = container.args ?? [], folder = root }: StartOptions = {},
): Program {
  const [command, ...rest] = [...container.command, ...args];
  if (command !== 'node') throw new Error(`${container.name} does not run node but ${command}`);
  const child = spawn(process.execPath, rest, { cwd: folder, env });
  let text = '';
  const keep = (chunk: Buffer) => (text = (text + chunk.toString()).slice(-100_000));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', keep);
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output: () => text.slice(-3_000), exited };
}

export const isRunning = ({ child }: Program): boolean => child.exitCode === null && child.signalCode === null;

/** Ends programs that a test left running. */
export async function killAll(programs: Iterable<Program>): Promise<void> {
  for (const program of programs) {
    if (!isRunning(program)) continue;
    program.child.kill('SIGKILL');
    await program.exited;
  }
}
