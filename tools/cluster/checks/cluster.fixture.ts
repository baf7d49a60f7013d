import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');
/** What the checks write, and what `cluster:up` fetched. */
export const cache = join(root, '.cache/cluster');
/** The definitions of the objects in k8s/strimzi and k8s/monitoring. */
export const crds = process.env.KALENDS_CLUSTER_CRDS || join(cache, 'crds');
export const engine = process.env.CONTAINER_ENGINE || 'docker';

/** An address of this machine that pods reach and policies treat as one of the Internet. Callbacks arrive there. */
export const outsideAddress = process.env.KALENDS_OUTSIDE_ADDRESS || '192.0.1.10';

/** The programs of the manifests, and the one of docker/compose.all-in-one.yaml. */
export const deployed = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier', 'cli'];
export const apps = [...deployed, 'all-in-one'];

/** An image of this checkout is tagged `current`, one of a release with its version. */
export const imageOf = (app: string, tag = 'current'): string => `kalends/${app}:${tag}`;

interface RunOptions {
  /** Text for its standard input. */
  input?: string | undefined;
  env?: Record<string, string>;
}

/** Runs a program in the root folder and returns its standard output. Throws with what it printed when it fails. */
export function run(command: string, args: readonly string[], { input, env }: RunOptions = {}): Promise<string> {
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 1 << 28 };
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, options, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(stdout),
    );
    child.stdin?.on('error', () => undefined).end(input ?? '');
  });
}

/** Version of the newest release, and a folder with its manifests. */
export async function lastRelease(): Promise<{ version: string; manifests: string }> {
  const released = join(root, 'libs/contracts/released');
  const version = readdirSync(released)
    .sort(new Intl.Collator('en', { numeric: true }).compare)
    .at(-1)!;
  const commit = readFileSync(join(released, version, 'commit'), 'utf8').trim();
  const folder = join(cache, 'last-release');
  mkdirSync(folder, { recursive: true });
  await run('sh', ['-c', `git archive ${commit} k8s | tar -x -C "$1"`, 'sh', folder]);
  return { version, manifests: join(folder, 'k8s') };
}
