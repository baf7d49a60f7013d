import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitUntil } from '@kalends/testing';
import { run } from './cluster.fixture.js';

/** Runs kubectl and returns its output. Throws with its message when it fails. */
export const kubectl = (args: readonly string[], input?: string): Promise<string> => run('kubectl', args, { input });

/** An object or a list, as the API server has it. */
export const read = async <T>(args: readonly string[]): Promise<T> =>
  JSON.parse(await kubectl(['get', ...args, '--output', 'json'])) as T;

export const apply = (objects: readonly object[]): Promise<string> =>
  kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));

export interface Pod {
  metadata: { name: string; deletionTimestamp?: string; labels: Record<string, string> };
  status: {
    podIP?: string;
    phase: string;
    containerStatuses?: { ready: boolean; restartCount: number; containerID?: string }[];
  };
}

/** Calls `use` with a port on 127.0.0.1 that leads into a pod, past the policies. */
export async function withForward<T>(
  namespace: string,
  pod: string,
  port: number,
  use: (port: number) => Promise<T>,
): Promise<T> {
  const child = spawn('kubectl', ['port-forward', '--namespace', namespace, `pod/${pod}`, `:${port}`]);
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return await use(Number(/127\.0\.0\.1:(\d+)/.exec(line.toString())![1]));
  } finally {
    child.kill();
  }
}

/** The pods with a label that are not being deleted. */
export async function podsOf(namespace: string, label: string): Promise<Pod[]> {
  const { items } = await read<{ items: Pod[] }>(['pods', '--namespace', namespace, '--selector', label]);
  return items.filter(({ metadata }) => !metadata.deletionTimestamp);
}

export const isReady = ({ status }: Pod): boolean => status.containerStatuses?.every(({ ready }) => ready) ?? false;

/** Deletes a namespace with all that is in it, and waits. */
export const deleteNamespace = (name: string): Promise<string> =>
  kubectl(['delete', 'namespace', name, '--ignore-not-found', '--timeout=180s']);

/** Runs a script of Node in a pod until it ends; returns what it printed. */
export async function runScript(pod: { namespace: string; name: string }, script: string): Promise<string> {
  return kubectl(['exec', '--namespace', pod.namespace, pod.name, '--', 'node', '--input-type=module', '-e', script]);
}

/** Keeps a pod's only process busy for ever, by its debugger: no signal from within a container stops its first process. */
export const hang = (pod: { namespace: string; name: string }): Promise<string> =>
  runScript(
    pod,
    `
    process.kill(1, 'SIGUSR1');
    const targets = () => fetch('http://127.0.0.1:9229/json').then((answer) => answer.json(), () => undefined);
    let found;
    while (!(found = await targets())) await new Promise((resolve) => setTimeout(resolve, 100));
    const socket = new WebSocket(found[0].webSocketDebuggerUrl);
    await new Promise((resolve) => (socket.onopen = resolve));
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'for (;;);' } }));
    setTimeout(process.exit, 1_000);`,
  );

/** Starts a pod from which scripts are run; by default it only waits. */
export async function startProbe(
  namespace: string,
  name: string,
  labels = {},
  command = ['sleep', 'infinity'],
): Promise<{ namespace: string; name: string }> {
  const container = {
    name,
    image: 'node:24-bookworm-slim',
    command,
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  };
  const securityContext = { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } };
  const spec = { terminationGracePeriodSeconds: 0, securityContext, containers: [container] };
  await apply([{ apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name, labels }, spec }]);
  await kubectl(['wait', '--namespace', namespace, '--for=condition=Ready', `pod/${name}`, '--timeout=60s']);
  return { namespace, name };
}

const soon = { timeout: 120_000, interval: 500 };

/** Waits until a selector has this number of ready pods and no other. */
export const waitForPods = (namespace: string, label: string, count: number): Promise<unknown> =>
  waitUntil(
    async () => {
      const pods = await podsOf(namespace, label);
      return pods.length === count && pods.every(isReady);
    },
    { ...soon, what: `${count} ready pods ${label}` },
  );
