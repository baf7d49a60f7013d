import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { skipFor } from '@kalends/testing';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { buildKustomize, kustomize, missingForKustomize } from '../kustomize/kustomize.mjs';
import { build, type KubernetesObject } from './manifests.js';

const root = join(import.meta.dirname, '../..');
const overlays = ['base', 'overlays/dev', 'overlays/production'];

it.for(overlays)(
  'given kustomize, when it builds %s, then the result is ours',
  { timeout: 600_000 },
  async (overlay, context) => {
    const missing = await missingForKustomize();
    if (missing) return skipFor(context, missing);
    await buildKustomize();
    const built = spawnSync(kustomize, ['build', join(root, 'k8s', overlay)], { encoding: 'utf8' });
    expect(built.status, built.stderr).toBe(0);
    const byName = (list: KubernetesObject[]) =>
      Object.fromEntries(list.map((object) => [`${object.kind}/${object.metadata.name}`, object]));
    const theirs = parseAllDocuments(built.stdout).map((document) => document.toJS() as KubernetesObject);
    expect(byName(build(join(root, 'k8s', overlay)))).toEqual(byName(theirs));
  },
);
