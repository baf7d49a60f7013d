import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { skipFor } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { fetched, missing } from '../testbed/programs.mjs';
import { comparable, missingForHelm, render } from './helm.fixture.js';
import { describeManifests } from './manifests.conformance.js';
import { objectsIn, objectsOf, type KubernetesObject } from './manifests.js';

const folderOf = (overlay: string) => join(import.meta.dirname, '../../k8s', overlay);
const reason = await missing('kustomize');
const kustomize = reason ? undefined : await fetched('kustomize');

function build(overlay: string): KubernetesObject[] {
  const { status, stdout, stderr } = spawnSync(kustomize!, ['build', folderOf(overlay)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return objectsOf(stdout);
}

if (reason)
  it('given the overlays, when kustomize builds them, then they are checked', (context) => skipFor(context, reason));
else {
  for (const overlay of ['overlays/dev', 'overlays/production']) describeManifests(overlay, build(overlay));

  describe('what kustomize builds', () => {
    it.each(['base', 'strimzi'])('given %s, then it is what its files contain', (folder) => {
      const byName = (objects: KubernetesObject[]) =>
        Object.fromEntries(objects.map((object) => [`${object.kind}/${object.metadata.name}`, object]));
      const read = objectsIn(folderOf(folder));
      // the only thing that k8s/strimzi adds
      if (folder === 'strimzi') for (const { metadata } of read) metadata.namespace = 'kafka';
      expect(byName(build(folder))).toEqual(byName(read));
    });

    it('given the production overlay, then Helm renders the same with the values of production', (context) => {
      const missingHelm = missingForHelm();
      if (missingHelm) return skipFor(context, missingHelm);
      const overlay = build('overlays/production').filter(({ kind }) => kind !== 'Namespace');
      const settings = overlay.find(
        ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'kalends-settings',
      )!;
      const values = Object.entries(settings.data as Record<string, string>).map(
        ([name, value]) => `settings.kalends-settings.${name}=${value.replaceAll(',', '\\,')}`,
      );
      values.push('images.registry=registry.example.com/', 'kafka.secret=kalends-kafka', 'smtp.tlsSecret=smtp-tls');
      expect(comparable(render(...values))).toEqual(comparable(overlay));
    });
  });
}
