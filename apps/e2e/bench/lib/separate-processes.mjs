// Each service in its own process, on Kafka.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { freePort } from '@kalends/testing';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const entry = 'apps/e2e/src/harness/service-process.mjs';

async function untilReady(child) {
  let output = '';
  for await (const [chunk] of onData(child.stdout)) {
    output = (output + chunk).slice(-1_000);
    if (output.includes('\nready\n')) break;
  }
  child.stdout.resume();
}

async function* onData(stream) {
  for (;;) yield await once(stream, 'data');
}

/** Peak resident memory of a process, in MB. */
export const peakMemoryOf = (pid) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const flagsOf = (service) => scripts[`start:${service}`].split(' ').slice(1, -1);

/** As Node sizes its heap in the service's container: half the limit of the manifest (MiB). */
function heapOf(service) {
  const manifest = readFileSync(join(root, `k8s/base/${service}.yaml`), 'utf8');
  const objects = parseAllDocuments(manifest).map((document) => document.toJS());
  const { spec } = objects.find(({ kind }) => kind === 'Deployment').spec.template;
  return `--max-old-space-size=${parseInt(spec.containers[0].resources.limits.memory) / 2}`;
}

/**
 * Starts these services, each in a Node process with the flags of `npm run start:<service>` and the heap of its container, on
 * the Kafka that `env` names; the first is the gateway. Returns its address, the process ids by name, and how to stop.
 */
export async function startSeparately(services, env) {
  const children = new Map();
  let base;
  for (const service of services) {
    const port = await freePort();
    base ??= `http://127.0.0.1:${port}`;
    const child = spawn(process.execPath, [...flagsOf(service), heapOf(service), entry, service], {
      cwd: root,
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.set(service, child);
    await untilReady(child);
  }
  return {
    base,
    pid: (service) => children.get(service).pid,
    stop: () =>
      Promise.all(
        [...children.values()].map((child) => {
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          return ended;
        }),
      ),
  };
}
