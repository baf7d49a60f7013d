import { readdirSync, readFileSync } from 'node:fs';
import { waitUntil } from '@kalends/testing';
import { kubectl as program } from '../places.mjs';
import { run } from '../run.mjs';

/** Runs kubectl and returns its output. Throws with its message when it fails. */
export const kubectl = (args: readonly string[], input?: string): Promise<string> => run(program, args, { input });

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

/** The pods with a label that are not being deleted. */
export async function podsOf(namespace: string, label: string): Promise<Pod[]> {
  const { items } = await read<{ items: Pod[] }>(['pods', '--namespace', namespace, '--selector', label]);
  return items.filter(({ metadata }) => !metadata.deletionTimestamp);
}

export const isReady = ({ status }: Pod): boolean => status.containerStatuses?.every(({ ready }) => ready) ?? false;

/** The first process of a pod's container, by its id on this machine, on which the node runs. */
export function processOf({ metadata, status }: Pod): number {
  const id = status.containerStatuses?.[0]?.containerID?.split('://')[1];
  const lines = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  const isFirst = (pid: string) => /^NSpid:.*\t1$/m.test(lines(pid, 'status'));
  const found = readdirSync('/proc').find((pid) => id && lines(pid, 'cgroup').includes(id) && isFirst(pid));
  if (!found) throw new Error(`no process of ${metadata.name} was found`);
  return Number(found);
}

/** Deletes a namespace with all that is in it, and waits. */
export const deleteNamespace = (name: string): Promise<string> =>
  kubectl(['delete', 'namespace', name, '--ignore-not-found', '--timeout=180s']);

/** Runs a script of Node in a pod until it ends; returns what it printed. */
export async function runScript(pod: { namespace: string; name: string }, script: string): Promise<string> {
  return kubectl(['exec', '--namespace', pod.namespace, pod.name, '--', 'node', '--input-type=module', '-e', script]);
}

/** Starts a pod that only waits, from which scripts are run. */
export async function startProbe(
  namespace: string,
  name: string,
  labels = {},
): Promise<{ namespace: string; name: string }> {
  const container = {
    name,
    image: 'node:24-bookworm-slim',
    command: ['sleep', 'infinity'],
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
