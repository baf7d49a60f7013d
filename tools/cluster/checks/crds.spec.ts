import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../k8s/manifests.js';
import { crds, root } from './cluster.fixture.js';
import { apply, deleteNamespace, kubectl, read } from './kubectl.fixture.js';

const folderOf = (name: string) => join(root, 'k8s', name);
const objectsFrom = async (name: string) => objectsOf(await kubectl(['kustomize', folderOf(name)]));

interface List {
  items: { metadata: { name: string } }[];
}

describe.each([
  { folder: 'strimzi', namespace: 'kafka', kinds: { KafkaTopic: 'kafkatopics.kafka.strimzi.io' } },
  {
    folder: 'monitoring',
    namespace: 'kalends',
    kinds: {
      PodMonitor: 'podmonitors.monitoring.coreos.com',
      PrometheusRule: 'prometheusrules.monitoring.coreos.com',
    },
  },
])('k8s/$folder with the definitions of its operator', ({ folder, namespace, kinds }) => {
  const names = Object.values(kinds);
  beforeAll(async () => {
    await deleteNamespace(namespace);
    await kubectl(['create', 'namespace', namespace]);
    // too large for the annotation of a client-side apply
    await kubectl(['apply', '--server-side', '-f', crds]);
    for (const name of names) await kubectl(['wait', '--for=condition=Established', `crd/${name}`, '--timeout=60s']);
  }, 240_000);
  afterAll(async () => {
    await deleteNamespace(namespace);
    await kubectl(['delete', '-f', crds, '--ignore-not-found']);
  }, 240_000);

  it('given the folder, when applied strictly, then each object is accepted and stored', async () => {
    await kubectl(['apply', '-k', folderOf(folder), '--namespace', namespace, '--validate=strict']);
    const objects = await objectsFrom(folder);
    for (const [kind, resource] of Object.entries(kinds)) {
      const expected = objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);
      const { items } = await read<List>([resource, '--namespace', namespace]);
      expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(expected.sort());
      expect(expected.length).toBeGreaterThan(0);
    }
  });

  it('given an object with a member that nobody defined, when applied strictly, then it is refused', async () => {
    const [kind] = Object.keys(kinds);
    const object = (await objectsFrom(folder)).find((one) => one.kind === kind)!;
    const broken = {
      ...object,
      metadata: { name: 'broken', namespace },
      spec: { ...(object.spec as object), typo: 1 },
    };
    await expect(apply([broken])).rejects.toThrow(/unknown field "(spec\.)?typo"/);
  });
});
